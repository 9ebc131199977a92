"""Cards shown in private, in every game: the right answer to the right person, and nothing of it anywhere else."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.web.pages.scan.base import SHOWINGS
from tests.web.showing import Showing, aloud, picture, secret
from tests.web.sitting import Page, Sitting

pytestmark = pytest.mark.usefixtures("quick")

FOUR = ["Ana", "Beto", "Carla", "Dani"]
FINE = "El árbitro ha visto la mano de Beto: nada en su contra."
THING = ("la-cosa", "lanzallamas", "whisky", "hacha")


def of_beto(here: Showing, *cards: str) -> list[Page]:
    """Return the screens of a look at Beto's hand, from the first to the table."""
    pages = [here.begin("hand", **{"hand-player": "Beto"})]
    pages.append(here.go_on(pages[-1]))
    pages.append(here.go_on(pages[-1], do="done", **{f"card.{k}": card for k, card in enumerate(cards)}))
    pages.append(here.go_on(pages[-1]))
    pages.append(here.go_on(pages[-1]))
    return pages


HANDS = {
    "legal": ("la-cosa", "hacha", "whisky", "sospecha"),
    "illegal, said aloud": THING,
    "full of one card": ("infectado", "infectado", "infectado", "infectado"),
}


def places(page: Page) -> list[str]:
    """Return what is chosen in each place for a card."""
    found = re.findall(r'<select [^>]*name="card\.\d+".*?</select>', page.html, re.DOTALL)
    chosen = [re.search(r'value="([^"]*)" selected', one) for one in found]
    return [one[1] if one else "" for one in chosen]


def test_a_hand_from_pictures(here: Showing) -> None:
    page = here.begin("hand", **{"hand-player": "Beto"})
    assert "Pásale la pantalla a Beto" in page.text
    page = here.go_on(page)
    assert len(places(page)) == 5, "one more than he holds"
    page = here.go_on(page, picture("la-cosa.1", "lanzallamas.2"), do="look")
    assert places(page) == ["la-cosa.1", "lanzallamas.2", "", "", ""]
    assert "Cartas enseñadas: 2" in page.text
    found = {"card.0": "la-cosa.1", "card.1": "lanzallamas.2"}
    assert "Lanzallamas · 2" in page.text
    page = here.go_on(page, picture("whisky.1", "hacha.1"), do="done", **found)
    assert "No está permitido" in secret(page)
    assert "Beto es La Cosa y guarda un Lanzallamas" in secret(page)
    page = here.go_on(page)
    assert aloud(page) == "El árbitro ha visto la mano de Beto: es La Cosa con un Lanzallamas fuera de su turno."
    assert secret(page) == ""


def test_what_the_rules_oblige_to_is_offered_and_not_done(here: Showing) -> None:
    pages = of_beto(here, *THING)
    assert "La Cosa tenía un Lanzallamas fuera de su turno" in pages[3].links
    assert here.sitting.state()["status"] == "playing"
    assert "Descubren" not in of_beto(here, *HANDS["legal"])[3].html
    asked = here.sitting.follow(pages[3], "La Cosa tenía un Lanzallamas")
    assert asked.status == 200


def test_the_table_hears_the_public_words_until_something_happens(here: Showing) -> None:
    assert FINE in of_beto(here, *HANDS["legal"])[4].text
    here.sitting.host = False
    try:
        assert FINE in here.sitting.look().text
    finally:
        here.sitting.host = True
    assert FINE in here.sitting.get(here.at("/judge")).text
    assert FINE not in here.sitting.say(action="draw", player="Ana", back="away").text


def test_both_show_in_an_exchange_and_both_read(here: Showing) -> None:
    here.sitting.do("draw Ana away", "discard Ana")
    page = here.begin("exchange", **{"exchange-from": "Ana", "exchange-to": "Beto"})
    page = here.hand(page, "la-cosa")
    assert "Pásale la pantalla a Beto" in page.text
    assert "la-cosa" not in page.html
    assert len(places(here.go_on(page))) == 1
    page = here.hand(page, "hacha")
    assert "Solo para Beto" in page.text
    assert secret(page).startswith("Está permitido"), "he hears of his own card alone"
    page = here.go_on(page)
    assert "Pásale la pantalla a Ana" in page.text
    page = here.go_on(page)
    assert secret(page).startswith("No está permitido")
    assert "La carta de La Cosa no se entrega nunca" in secret(page)
    page = here.go_on(page)
    assert aloud(page) == "El árbitro ha visto el intercambio entre Ana y Beto. Lo que tenga que decir lo dirá a solas."


def test_a_discard_alone_or_out_of_the_whole_hand(here: Showing) -> None:
    here.sitting.say(action="draw", player="Ana", back="away")
    page = here.hand(here.begin("discard", **{"discard-player": "Ana"}), "hacha")
    assert "Está permitido" in secret(page)
    whole = {f"card.{k}": card for k, card in enumerate(("la-cosa", "hacha", "whisky", "analisis", "sospecha"))}
    page = here.go_on(here.begin("discard", **{"discard-player": "Ana"}))
    page = here.go_on(page, do="done", **whole)
    assert "Marca cuáles de estas cartas se descartan" in page.text
    goes = re.findall(r'name="gone\.(\d)" value="1"( checked)?', page.html)
    assert goes == [(str(k), "") for k in range(6)]
    page = here.go_on(page, do="done", **whole, **{"gone.0": "1"})
    assert "La carta de La Cosa no se descarta nunca" in secret(page)


def test_a_round_takes_one_card_of_each(here: Showing) -> None:
    page = here.begin("round")
    for card in ("hacha", "whisky", "sospecha"):
        page = here.hand(page, card)
    page = here.go_on(page)
    refused = here.go_on(page, do="done", **{"card.0": "analisis", "card.1": "hacha"})
    assert "una sola carta" in refused.text
    page = here.go_on(refused, do="done", **{"card.0": "analisis"})
    assert "Está permitido" in secret(page)


def test_who_shows_reads_what(here: Showing) -> None:
    for what, whose, asked in (
        ("hand", {"hand-player": "Beto"}, "Beto: enseña tu mano"), ("deal", {}, "Ana: enseña tu mano"),
        ("exchange", {"exchange-from": "Beto", "exchange-to": "Carla"}, "Beto: enseña la carta que das"),
        ("discard", {"discard-player": "Beto"}, "enseña lo que descartas"), ("round", {}, "Ana: enseña la carta"),
    ):  # fmt: skip
        assert asked in here.go_on(here.begin(what, **whose)).text, what


# -- nothing hidden anywhere ---------------------------------------------------------------------------------------


def test_nothing_of_it_is_in_the_log_the_state_the_exports_or_a_stream(
    here: Showing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    before = outside(here)
    for cards in HANDS.values():
        of_beto(here, *cards)
    assert outside(here) == before
    assert "lanzallamas" not in caplog.text.lower()
    assert here.sitting.tables.playing(here.sitting.game).version == 1


def outside(here: Showing) -> list[str]:
    """Return everything that other devices get of a game."""
    paths = ("", "/log", "/playthrough", "/markdown", "/record", "/events")
    client = here.sitting.client
    answers = [client.get(f"/api/games/{here.sitting.game}{path}").get_data(as_text=True) for path in paths]
    return [*answers, json.dumps([heading.glance for heading in here.sitting.tables.headings()])]


def test_what_was_shown_is_forgotten_once_it_is_judged_and_the_answer_once_it_is_read(here: Showing) -> None:
    kept = here.sitting.app.extensions[SHOWINGS]
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    mine = next(one for one in reversed(kept._open.values()))
    page = here.go_on(page, do="look", **{f"card.{k}": card for k, card in enumerate(THING)})
    assert mine.shown == {"Beto": THING}
    page = here.go_on(page, do="done", **{f"card.{k}": card for k, card in enumerate(THING)})
    assert (mine.shown, mine.told["Beto"].verdict) == ({}, "illegal")
    page = here.go_on(page)
    assert mine.told == {}
    here.go_on(page)
    assert mine not in kept._open.values()


def test_nothing_reaches_the_disk_in_clear(here: Showing, tmp_path: Path) -> None:
    here.sitting.tables.sealed.folder = tmp_path
    try:
        of_beto(here, *HANDS["legal"])
        files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    finally:
        here.sitting.tables.sealed.folder = None
    assert files
    assert not any(card.encode() in data for data in files for card in HANDS["legal"])


# -- what goes wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "fields", "words"),
    [
        ("", {}, "Elige qué se enseña"),
        ("everything", {}, "Elige qué se enseña"),
        ("hand", {"hand-player": "Nadie"}, "siga en la partida"),
        ("exchange", {"exchange-from": "Ana", "exchange-to": "Ana"}, "dos personas distintas"),
    ],
)
def test_what_cannot_be_begun(here: Showing, what: str, fields: dict[str, str], words: str) -> None:
    page = here.begin(what, **fields)
    assert page.status == 422
    assert words in page.text


def test_no_cards_a_bad_picture_and_leaving(here: Showing) -> None:
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    assert "Falta la carta" in here.go_on(page, do="done").text
    assert "no es una imagen" in here.go_on(page, b"text", do="done").text
    odd = here.go_on(page, do="done", **{"card.0": "la-cosa.9", "card.1": "<b>", "card.99": "hacha"})
    assert "Falta la carta" in odd.text
    page = here.go_on(page, do="leave")
    assert 'id="table"' in page.html


def test_fewer_cards_than_the_table_counts_are_asked_about_before_anybody_is_accused(here: Showing) -> None:
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    page = here.go_on(page, picture("whisky.1", "hacha.1", "sospecha.1"), do="done")
    assert "Cartas enseñadas: 3; según la mesa, 4." in page.text
    three = {f"card.{k}": card for k, card in enumerate(("whisky.1", "hacha.1", "sospecha.1"))}
    whole = here.go_on(page, do="done", sure="3", **three, **{"card.3": "sospecha"})
    assert "Está permitido" in secret(whole)
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    page = here.go_on(page, do="done", sure="3", **three)
    assert "no tiene tantas cartas" in secret(page)


def test_going_back_never_shows_an_answer_again(here: Showing) -> None:
    pages = of_beto(here, *THING)
    again = here.go_on(pages[2])
    assert again.status == 410
    assert "No queda nada guardado" in again.text
    assert "guarda un" not in again.text


def test_pressing_twice_goes_one_step(here: Showing) -> None:
    first = here.begin("hand", **{"hand-player": "Beto"})
    here.go_on(first)
    again = here.go_on(first)
    assert "enseña tu mano" in again.text


@pytest.mark.parametrize("line", ["draw Ana away", "end abandoned"])
def test_the_table_moves_on_or_the_game_ends_meanwhile(here: Showing, line: str) -> None:
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    here.sitting.do(line)
    page = here.go_on(page, do="done", sure="1", **{"card.0": "hacha"})
    assert page.status == 409
    assert "No se ha juzgado nada" in page.text


def test_a_token_of_another_game_or_too_old(here: Showing, monkeypatch: pytest.MonkeyPatch) -> None:
    page = here.begin("hand", **{"hand-player": "Beto"})
    kept: dict[str, Any] = here.sitting.app.extensions[SHOWINGS]._open
    token = next(reversed(kept))
    mine = here.sitting.game
    here.sitting.sit_down(FOUR)
    assert here.sitting.get(here.at(f"/judge/{token}")).status == 410
    here.sitting.game = mine
    assert here.sitting.get(here.at(f"/judge/{token}")).status == 200
    kept[token].until = 0
    assert here.go_on(page).status == 410


@pytest.fixture(autouse=True)
def as_host(host: Sitting) -> Iterator[None]:
    yield
    host.host = True


PEOPLE = ["Ana", "Berto", "Ciro", "Dora"]
SURE, WRONG, OPEN = "Está permitido", "No está permitido", "No se puede saber"


def at(host: Sitting, game: str, step: str, depth: str = "complete", **set_: object) -> Showing:
    """Return a table of four people at a step of a game."""
    setup = {"playthrough": 1, "game": game, "players": PEOPLE, "options": {"depth": depth}}
    host.game = host.tables.open(setup).id
    host.say(action="take-sheets")
    host.say(action="override", set={"step": step, **set_}, reason="t")
    return Showing(host)


def walked(here: Showing, what: str, *copies: str, player: str = "Ana", **said: str) -> list[Page]:
    """Return the screens of a check with pictures of these copies, from the first to the table."""
    fields = {f"{what}-player": player, **{f"{what}-{name}": value for name, value in said.items()}}
    pages = [here.begin(what, **fields)]
    pages.append(here.go_on(pages[-1]))
    game = here.sitting.tables.seen(here.sitting.game).title.game.slug
    pages.append(here.go_on(pages[-1], picture(*copies, game=game), do="done"))
    pages.append(here.go_on(pages[-1]))
    return pages


PROOFS = [
    ("the-thing", "evade", ("pistola.1",), SURE),
    ("the-thing", "evade", ("llaves.1",), WRONG),
    ("the-thing", "escape", ("llaves.1",), SURE),
    ("the-thing", "test-b", ("cable.1", "lanzallamas.1"), SURE),
    ("the-thing", "test-b", ("cable.1",), WRONG),
    ("the-thing", "watched", ("sabotaje.1",), SURE),
    ("the-thing-outpost", "test-b", ("linterna.1",), SURE),
    ("the-thing-outpost", "fire", ("granada.1",), SURE),
]


@pytest.mark.parametrize(("game", "use", "copies", "word"), PROOFS)
def test_what_a_rule_asks_for_is_shown(host: Sitting, game: str, use: str, copies: tuple[str, ...], word: str) -> None:
    here = at(host, game, "actions", charges={"Ana": 2})
    asked, shown, read, told = walked(here, "proof", *copies, use=use)
    assert "Pásale la pantalla a Ana" in asked.text
    assert "Ana: enseña lo que pide la regla" in shown.text and len(places(shown)) == 3
    assert secret(read).startswith(word)
    assert aloud(told).startswith("El árbitro ha visto lo que enseña Ana: ")


def test_a_flamethrower_whose_charges_nobody_keeps_is_left_open(host: Sitting) -> None:
    here = at(host, "the-thing", "actions", depth="phases")
    assert secret(walked(here, "proof", "lanzallamas.1", use="fire")[2]).startswith(OPEN)


def test_a_role_card_is_the_one_that_was_said(host: Sitting) -> None:
    here = at(host, "the-thing", "tests")
    assert secret(walked(here, "role", "humano.1", alien="no")[2]).startswith(SURE)
    assert secret(walked(here, "role", "humano.1", alien="yes")[2]).startswith(WRONG)
    told = walked(here, "role", "alienigena.1", player="Berto", alien="yes")[3]
    assert aloud(told) == "El árbitro ha visto la Carta de Rol de Berto: es la que se dijo."


def test_teeth_are_those_that_were_said(host: Sitting) -> None:
    here = at(host, "the-thing-outpost", "tests", objects={"Ana": 1})
    page = host.get(here.at("/judge"))
    assert "Una Carta de Dentadura" in page.text and "Dientes sanos" in page.text
    assert secret(walked(here, "teeth", "empastes.1", player="Dora", teeth="fillings")[2]).startswith(SURE)
    assert secret(walked(here, "teeth", "empastes.1", player="Dora", teeth="healthy")[2]).startswith(WRONG)
    read, told = walked(here, "teeth", "linterna.1", player="Dora", teeth="healthy")[2:]
    assert "no es de Dentadura" in secret(read) and "no es una Carta de Dentadura" in aloud(told)


def test_nobody_is_asked_for_a_role_card_where_no_rule_has_it_shown(host: Sitting) -> None:
    here = at(host, "the-thing", "food")
    page = host.get(here.at("/judge"))
    assert "Ahora ninguna regla hace enseñar una Carta de Rol." in page.text
    assert [form for form in page.forms if any(value == "role" for _, value, _ in form.buttons)] == []
    forced = here.begin("role", **{"role-player": "Ana", "role-alien": "no"})
    assert forced.status == 422 and "ninguna regla hace enseñar" in forced.text


@pytest.mark.parametrize(
    ("what", "said", "status"),
    [
        ("proof", {"player": "Ana"}, 422),
        ("proof", {"player": "Ana", "use": "nonsense"}, 422),
        ("proof", {"player": "Zoe", "use": "fire"}, 422),
        ("role", {"player": "Ana", "alien": "True"}, 422),
        ("teeth", {"player": "Ana", "teeth": "healthy"}, 422),
    ],
)
def test_what_a_form_leaves_out_or_makes_up_is_refused(
    host: Sitting, what: str, said: dict[str, str], status: int
) -> None:
    here = at(host, "the-thing", "tests")
    page = here.begin(what, **{f"{what}-{name}": value for name, value in said.items()})
    assert page.status == status and "notice" in page.html


def skeleton(html: str) -> tuple[str, ...]:
    return tuple(re.findall(r"<(/?\w+)", html))


def test_the_same_screens_and_bytes_whatever_is_shown_and_nothing_of_it_outside(host: Sitting) -> None:
    here = at(host, "the-thing", "tests")
    before = outside(here)
    walks = {
        "humano.1": walked(here, "role", "humano.1", alien="no"),
        "humano.2": walked(here, "role", "humano.2", alien="no"),
        "alienigena.1": walked(here, "role", "alienigena.1", alien="no"),
        "llaves.1": walked(here, "role", "llaves.1", alien="no"),
    }
    for k in range(3):
        assert len({len(pages[k].html.encode()) for pages in walks.values()}) == 1
        assert {pages[k].status for pages in walks.values()} == {200}
    assert len({skeleton(pages[2].html) for pages in walks.values()}) == 1
    assert walks["humano.1"][3].text == walks["humano.2"][3].text
    assert outside(here) == before
    assert not any(card.partition(".")[0] in pages[3].html for card, pages in walks.items())
