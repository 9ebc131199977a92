"""A referee's evening: every deal, draw and exchange is asked for in its turn, and the player who shows hears what they
may not do. The shown cards are found nowhere else."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine import solver
from companion.service.live.games import GameService
from companion.store.sqlite import SQLiteStore
from tests.web.serving import Stream, served
from tests.web.showing import Showing, aloud, picture, secret
from tests.web.sitting import Page, Sitting

pytestmark = pytest.mark.usefixtures("quick")

FOUR = ["Ana", "Beto", "Carla", "Dani"]
HANDS = {
    "Ana": ("la-cosa.1", "hacha.1", "whisky.1", "lanzallamas.1"),
    "Beto": ("sospecha.1", "sospecha.2", "determinacion.1", "no-gracias.1"),
    "Carla": ("sospecha.3", "seduccion.1", "lanzallamas.2", "vigila-tus-espaldas.1"),
    "Dani": ("cambio-de-lugar.1", "mas-vale-que-corras.1", "fallaste.1", "puerta-atrancada.1"),
}


def opened(folder: Path) -> GameService:
    """Return a house with its files."""
    tables = GameService(SQLiteStore(folder / "companion.db"), title)
    tables.sealed.folder = folder / "referee"
    return tables


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Showing]:
    """Yield a table of four people who show everything."""
    here = Showing(Sitting(opened(tmp_path)))
    here.sitting.sit_down(FOUR)
    decide(here)
    yield here
    here.sitting.tables.close()


def decide(here: Showing) -> Page:
    return here.sitting.press(here.sitting.get(here.at("/judge")), "Enseñarlo todo")


def deal(here: Showing) -> dict[str, str]:
    """Let every player show their hand in turn, and return the words that each reads."""
    page = here.sitting.press(here.sitting.look(), "Empezar por Ana")
    read = {}
    for player in FOUR:
        assert f"Pásale la pantalla a {player}" in page.text
        page = here.hand(page, *HANDS[player])
        assert f"Solo para {player}" in page.text
        read[player] = secret(page)
        page = here.go_on(page)
    assert aloud(page).count("nada en su contra") == 4
    here.go_on(page)
    return read


def exchanged(here: Showing, gives: str, takes: str, label: str = "Enseñar las dos cartas") -> list[str]:
    """Show both cards of an exchange, and return the words for the taker, then for the giver."""
    page = here.sitting.press(here.sitting.look(), label)
    page = here.hand(here.hand(page, gives), takes)
    second, other = secret(page), page
    page = here.go_on(here.go_on(page))
    first = secret(page)
    assert re.findall(r"<(/?\w+)", page.html) == re.findall(r"<(/?\w+)", other.html), "whatever is told to whom"
    assert len(page.html.encode()) == len(other.html.encode())
    here.go_on(here.go_on(page))
    return [second, first]


def asks(here: Showing) -> str:
    """Return the cards that the table is asked to show."""
    page = here.sitting.look().html
    return page.partition('id="referee-due"')[2].partition("<h2>")[2].partition("</h2>")[0]


def test_every_deal_draw_and_exchange_is_asked_for_in_its_turn(evening: Showing) -> None:
    assert asks(evening) == "Árbitro: cada persona enseña su mano"
    deal(evening)
    assert asks(evening) == ""
    evening.sitting.say(action="draw", player="Ana", back="away")
    assert asks(evening) == "Árbitro: Ana enseña su mano"
    page = evening.sitting.look()
    assert 'id="meanwhile"' in page.html, "the question is folded away"
    (shows,) = [form for form in page.forms if "Ana: a solas" in [label for *_, label in form.buttons]]
    assert shows.fields == {"hand-player": ["Ana"], "occasion": ["private"]}, "no dispute"
    page = evening.go_on(evening.sitting.press(evening.sitting.look(), "Ana: a solas"))
    page = evening.go_on(page, picture(*HANDS["Ana"], "infectado.1"), do="done")
    evening.go_on(evening.go_on(page))
    assert asks(evening) == ""
    evening.sitting.say(action="discard", player="Ana")
    assert asks(evening) == "Árbitro: si hay intercambio, enseñad antes las dos cartas"
    exchanged(evening, "infectado.1", "sospecha.1")
    assert asks(evening) == ""
    evening.sitting.say(action="respond", player="Beto", card=None)
    assert asks(evening) == ""
    evening.sitting.say(action="draw", player="Beto", back="away")
    assert asks(evening) == "Árbitro: Beto enseña su mano"


def test_playing_on_without_showing_is_told_what_it_costs(evening: Showing) -> None:
    page = evening.sitting.look()
    assert "El árbitro sabrá menos" in page.text
    page = evening.sitting.press(page, "Seguir sin enseñar")
    assert "El árbitro sabrá menos" not in page.text
    stale = evening.sitting.post(evening.at("/evening/skip"), {"version": "7"})
    assert stale.status == 200
    evening.sitting.say(action="draw", player="Ana", back="away")
    evening.sitting.post(evening.at("/evening/skip"), {"version": "1"})
    assert asks(evening) == "Árbitro: Ana enseña su mano", "somebody skipped what was due before"


def test_an_undo_asks_for_what_is_drawn_afresh_and_a_redo_for_nothing(evening: Showing) -> None:
    evening.sitting.press(evening.sitting.look(), "Seguir sin enseñar")
    evening.sitting.say(action="draw", player="Ana", back="away")
    evening.sitting.press(evening.sitting.look(), "Seguir sin enseñar")
    evening.sitting.say(action="undo")
    assert asks(evening) == ""
    evening.sitting.say(action="redo")
    assert asks(evening) == ""
    evening.sitting.say(action="rename", player="Ana", to="Anita")
    assert asks(evening) == ""
    evening.sitting.do("undo", "undo", "draw Ana away")
    assert asks(evening) == "Árbitro: Ana enseña su mano"


def test_a_correction_of_the_hands_asks_for_all_of_them(evening: Showing) -> None:
    evening.sitting.press(evening.sitting.look(), "Seguir sin enseñar")
    evening.sitting.say(action="override", set={"direction": "counterclockwise"})
    assert asks(evening) == ""
    evening.sitting.say(action="override", set={"turn": "Beto"})
    assert asks(evening) == "Árbitro: cada persona enseña su mano"


# -- each hears what they may not do -------------------------------------------------------------------------------


def test_each_reads_what_their_hand_may_not_do(evening: Showing) -> None:
    read = deal(evening)
    assert "La carta de La Cosa no se descarta ni se da nunca" in read["Ana"]
    assert "No puedes guardarte el Lanzallamas" in read["Ana"]
    assert all("puedes descartar o dar cualquier carta" in read[player] for player in FOUR[1:])
    evening.sitting.say(action="draw", player="Ana", back="away")
    page = evening.sitting.press(evening.sitting.look(), "Ana: a solas")
    page = evening.hand(page, *HANDS["Ana"], "infectado.1")
    assert "Ahora no puedes jugar «Hacha»." in secret(page), "there is nothing to chop"
    assert "Whisky no puedes" not in secret(page)


def test_one_who_was_infected_is_told_so_and_a_human_is_not_told_what_the_referee_knows(evening: Showing) -> None:
    deal(evening)
    turn(evening, "Ana", "infectado.1", "sospecha.1", "Beto")
    page = drawn(evening, "Beto", "infectado.1", *HANDS["Beto"][1:], "seduccion.2")
    assert "este es tu único «¡Infectado!»: no puedes descartarlo ni darlo" in secret(page)
    evening.go_on(evening.go_on(page))
    evening.sitting.say(action="discard", player="Beto")
    read = exchanged(evening, "infectado.1", "sospecha.3")
    assert read[1].startswith("No está permitido") and "solo entrega un ¡Infectado! a La Cosa" in read[1]
    assert read[0].startswith("Está permitido") and "Infectado" not in read[0]
    read = exchanged(evening, "sospecha.2", "sospecha.3", "Árbitro: enseñad otra vez las dos cartas")
    assert read[0].startswith("Está permitido") and read[1].startswith("Está permitido")
    evening.sitting.say(action="respond", player="Carla", card=None)
    page = drawn(evening, "Carla", "sospecha.2", *HANDS["Carla"][1:], "infectado.2")
    assert secret(page).startswith("Está permitido") and "Si eres humano" in secret(page)


def turn(here: Showing, player: str, gives: str, takes: str, other: str) -> None:
    """Play a whole turn in which the hand is passed over and the exchange is shown."""
    here.sitting.say(action="draw", player=player, back="away")
    here.sitting.press(here.sitting.look(), "Seguir sin enseñar")
    here.sitting.say(action="discard", player=player)
    exchanged(here, gives, takes)
    here.sitting.say(action="respond", player=other, card=None)


def drawn(here: Showing, player: str, *copies: str) -> Page:
    """Draw a card and show the hand, and return the page that the player reads."""
    here.sitting.say(action="draw", player=player, back="away")
    return here.hand(here.sitting.press(here.sitting.look(), f"{player}: a solas"), *copies)


def burn(here: Showing, by: str, target: str, after: str) -> None:
    """Burn `target`, and refuse the exchange after it."""
    here.sitting.say(action="draw", player=by, back="away")
    here.sitting.press(here.sitting.look(), "Seguir sin enseñar")
    here.sitting.say(action="play", player=by, card="lanzallamas", target=target)
    here.sitting.say(action="respond", player=target, card=None)
    if after:
        here.sitting.say(action="respond", player=after, card="no-gracias")
        here.sitting.press(here.sitting.look(), "Seguir sin enseñar")


def test_only_the_thing_hears_that_no_human_is_left_and_the_table_sees_no_difference(evening: Showing) -> None:
    deal(evening)
    burn(evening, "Ana", "Dani", "Beto")
    burn(evening, "Beto", "Carla", "")
    read = exchanged(evening, "determinacion.1", "infectado.1")
    assert "no quedará ningún humano" in read[0]
    assert "humano" not in read[1]
    evening.sitting.say(action="respond", player="Ana", card=None)
    page = drawn(evening, "Ana", "la-cosa.1", "hacha.1", "whisky.1", "determinacion.1", "sospecha.4")
    assert "no queda ningún humano" in secret(page)
    told = evening.go_on(page)
    assert aloud(told) == "El árbitro ha visto la mano de Ana: nada en su contra."
    evening.go_on(told)
    again = evening.hand(evening.sitting.press(evening.sitting.look(), "Árbitro: Ana enseña otra vez su mano"))
    assert "Falta la carta" in again.text


# -- after a restart -----------------------------------------------------------------------------------------------


def test_the_decision_survives_a_restart_and_what_was_seen_does_not(evening: Showing, tmp_path: Path) -> None:
    deal(evening)
    assert "ha olvidado" not in evening.sitting.look().text
    again = Showing(Sitting(opened(tmp_path), evening.sitting.game))
    assert "el árbitro ha olvidado las cartas que vio" in again.sitting.look().text
    assert asks(again) == "Árbitro: cada persona enseña su mano"
    assert "ha olvidado" in again.sitting.get(again.at("/judge")).text
    read = deal(again)
    assert "reiniciado" in read["Ana"] and "reiniciado" not in read["Dani"], "with the last hand it knows all again"
    assert asks(again) == "" and "ha olvidado" not in again.sitting.look().text
    again.sitting.press(again.sitting.get(again.at("/judge")), "Volver a enseñar solo lo discutido")
    again.sitting.tables.close()
    third = Showing(Sitting(opened(tmp_path), evening.sitting.game))
    assert asks(third) == ""
    third.sitting.tables.close()


def test_a_game_that_is_forgotten_leaves_no_decision_behind(evening: Showing, tmp_path: Path) -> None:
    deal(evening)
    assert sorted(file.suffix for file in (tmp_path / "referee").iterdir()) == [".all", ".sealed"]
    evening.sitting.tables.forget({evening.sitting.game: None})
    assert not list((tmp_path / "referee").iterdir())


# A machine without a solver


def test_without_a_solver_the_page_says_that_nothing_hidden_is_refereed(
    evening: Showing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a solver no cards are asked for either: the referee could say nothing of them."""
    there = evening.at("/judge")
    missing = "aquí no se arbitra nada que no se vea"
    assert missing not in evening.sitting.get(there).html
    assert "Empezar por Ana" in evening.sitting.look().html
    monkeypatch.setattr("companion.engine.solver.find_spec", lambda name: None)
    solver.is_here.cache_clear()
    try:
        assert missing in evening.sitting.get(there).html
        assert "Empezar por Ana" not in evening.sitting.look().html
    finally:
        monkeypatch.undo()
        solver.is_here.cache_clear()


PLANTED = ("nada-de-barbacoas", "aqui-estoy-bien", "fallaste", "Nada de barbacoas", "Aquí estoy bien", "Has fallado")
"""Cards that lie in hands of the first evening and are never seen by the table."""

ONE = {
    "Ana": ["la-cosa.1", "nada-de-barbacoas.1", "whisky.1", "infectado.1"],
    "Beto": ["aqui-estoy-bien.1", "sospecha.1", "hacha.1", "sospecha.2"],
    "Carla": ["fallaste.1", "sospecha.3", "seduccion.1", "lanzallamas.1"],
    "Dani": ["cambio-de-lugar.1", "mas-vale-que-corras.1", "sospecha.4", "puerta-atrancada.1"],
}
OTHER = {
    "Ana": ["seduccion.2", "hacha.1", "cambio-de-lugar.2", "sospecha.1"],
    "Beto": ["la-cosa.1", "lanzallamas.2", "sospecha.2", "infectado.1"],
    "Carla": ["whisky.1", "sospecha.3", "seduccion.1", "lanzallamas.1"],
    "Dani": ["mas-vale-que-corras.2", "mas-vale-que-corras.1", "sospecha.4", "vigila-tus-espaldas.1"],
}


class Evening:
    """Four people, a host who shows everything, a spectator, and a stream over the wire."""

    def __init__(self, folder: Path, hands: dict[str, list[str]]) -> None:
        moments = count()
        self.folder = folder
        self.hands = {player: [*cards] for player, cards in hands.items()}
        self.tables = GameService(
            SQLiteStore(folder / "companion.db"), title, lambda: f"2026-01-01T00:00:{next(moments):02}Z"
        )
        self.tables.sealed.folder = folder / "referee"
        self.host = Sitting(self.tables)
        self.guest = Sitting(self.tables, host=False)
        self.seen: list[str] = []
        self.tables_seen: list[str] = []
        self.sizes: list[int] = []
        self.read: list[str] = []

    def played(self) -> None:
        """Play the whole evening, and note all that other devices can see after every step."""
        with served(self.tables) as port:
            self.host.sit_down(FOUR)
            self.guest.game = self.host.game
            stream = Stream(port, self.host.game)
            self._course()
            self.host.say(action="end", cause="abandoned")
            self.look_around("/scan", "/scan/judge", "/scan/play", "/scan/seen")
            self.seen += [json.dumps(stream.event()) for _ in range(self.host.state()["version"])]

    def _course(self) -> None:
        host, here = self.host, Showing(self.host)
        host.press(host.get(here.at("/judge")), "Enseñarlo todo")
        self.shown(here, host.press(host.look(), "Empezar por Ana"), *(self.hands[player] for player in FOUR))
        host.say(action="draw", player="Ana", back="away")
        self.hands["Ana"].append("infectado.2")
        self.shown(here, host.press(host.look(), "Ana: a solas"), self.hands["Ana"])
        begun = here.begin("discard", **{"discard-player": "Ana"})
        self.shown(here, begun, self.hands["Ana"][1:2])
        host.say(action="discard", player="Ana")
        self.shown(
            here, host.press(host.look(), "Enseñar las dos cartas"), self.hands["Ana"][3:4], self.hands["Beto"][:1]
        )
        host.do("respond Beto", "draw Beto panic vuelta-y-vuelta")
        begun = host.press(host.look(), "Empezar por Beto")
        self.shown(here, begun, *([self.hands[player][2]] for player in ("Beto", "Carla", "Dani", "Ana")))
        host.do("play Beto vuelta-y-vuelta", "draw Carla away")
        host.press(host.look(), "Seguir sin enseñar")

    def shown(self, here: Showing, page: Page, *cards: list[str]) -> None:
        """Show cards in one round, to its end."""
        waiting = [*cards]
        while 'id="public"' not in page.html:
            self.sizes.append(len(page.html.encode()))
            if 'id="pictures"' in page.html:
                page = here.go_on(page, picture(*waiting.pop(0)), do="done")
            else:
                self.read += [secret(page)] if secret(page) else []
                page = here.go_on(page)
            if not waiting and 'id="secret"' in page.html:
                self.look_around()
        self.seen.append(aloud(page))
        here.go_on(page)
        self.look_around()

    def look_around(self, *more: str) -> None:
        """Note all that a device without the tablet can look at now, and the table as the host sees it."""
        game = self.host.game
        for path in ("", "/log", "/playthrough", "/markdown", "/record"):
            self.seen.append(self.guest.get(f"/api/games/{game}{path}").html)
        for path in ("", "/log", *more):
            self.seen.append(self.guest.get(f"/games/{game}{path}").html)
        self.tables_seen.append(self.host.look().html)

    def kept(self) -> bytes:
        """Return every byte on the disk."""
        return b"".join(file.read_bytes() for file in sorted(self.folder.rglob("*")) if file.is_file())


def whole_evening(folder: Path, hands: dict[str, list[str]]) -> Evening:
    """Return an evening that was played."""
    folder.mkdir()
    one = Evening(folder, hands)
    one.played()
    return one


def test_a_whole_evening_tells_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    one, other = whole_evening(tmp_path / "one", ONE), whole_evening(tmp_path / "other", OTHER)
    verdicts = [word[:12] for word in one.read], [word[:12] for word in other.read]
    assert verdicts[0] != verdicts[1], "in private they are told apart"
    assert len(one.seen) == len(other.seen) > 80
    for ours, theirs in zip(one.seen + one.tables_seen, other.seen + other.tables_seen, strict=True):
        assert alike(ours, one) == alike(theirs, other)
    assert one.sizes == other.sizes
    kept, seen = one.kept(), "".join(one.seen)
    logged = caplog.text + "".join(repr(vars(line)) for line in caplog.records)
    assert FOUR[0].encode() in kept and "vuelta-y-vuelta" in seen, "these are the right places to look"
    for card in PLANTED:
        assert card.encode() not in kept
        assert card not in logged
        assert card not in seen


def alike(text: str, of: Evening) -> str:
    """Return a page without its game's id and the numbers made up for its forms, which differ between any two games."""
    return re.sub(r'name="action_id" value="[^"]*"', "", text.replace(of.host.game, "GAME"))


WITH_LANZALLAMAS = "No puedes guardarte el Lanzallamas"


class Phone:
    """The phone of a seat."""

    def __init__(self, evening: Showing, name: str) -> None:
        self.evening, self.seat = evening, FOUR.index(name)
        self.access = evening.sitting.access
        self.client = evening.sitting.app.test_client()
        self.client.set_cookie(self.access.cookie_name, self.access.sessions.claim(evening.sitting.game, self.seat))
        self.headers = {"Accept-Language": "es", "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}

    def get(self, path: str = "") -> Page:
        """Return a page of the game."""
        return Page(self.client.get(f"/games/{self.evening.sitting.game}{path}", headers=self.headers))

    def show(self, *copies: str, **more: str) -> Page:
        """Send a photo of these cards, as the table's page sends it."""
        form: dict[str, Any] = {"do": "done", "version": str(self.evening.sitting.state()["version"]), **more}
        form["picture"] = (BytesIO(picture(*copies)), "mano.jpg") if copies else (BytesIO(b""), "")
        path = f"/games/{self.evening.sitting.game}/scan/mine"
        return Page(self.client.post(path, data=form, headers=self.headers, follow_redirects=True))

    def told(self) -> list[str]:
        """Return the notes in its inbox."""
        return [note.text("es") for note in self.access.private_inbox.notes(self.evening.sitting.game, self.seat)]


def test_everybody_shows_their_hand_from_their_phone(evening: Showing) -> None:
    phones = {name: Phone(evening, name) for name in FOUR}
    for name in FOUR:
        assert "El árbitro espera tu mano" in phones[name].get().text
        page = phones[name].show(*HANDS[name])
        assert "El árbitro espera" not in page.text
        assert len(phones[name].told()) == 1
    assert WITH_LANZALLAMAS in phones["Ana"].told()[0]
    assert all(WITH_LANZALLAMAS not in phones[name].told()[0] for name in FOUR[1:])
    assert "referee-due" not in evening.sitting.look().html
    assert evening.sitting.state()["version"] == 1, "nothing of it is in the log"


def test_what_one_shows_changes_no_page_but_the_inbox(evening: Showing) -> None:
    """Whatever the hand, everybody else's pages, and the answer to the photo itself, are the same."""
    pages: list[list[str]] = []
    told: list[str] = []
    evening.sitting.tables.clock = lambda: "2026-11-20T20:00:00.000Z"  # both evenings in the same minute
    for hand in (HANDS["Ana"], HANDS["Dani"]):
        evening.sitting.sit_down(FOUR)
        decide(evening)
        ana, beto = Phone(evening, "Ana"), Phone(evening, "Beto")
        seen = [
            ana.show(*hand),
            evening.sitting.look(),
            beto.get(),
            beto.get("/seat"),
            evening.sitting.get(evening.at("/evening")),
        ]
        evening.sitting.host = False
        seen += [evening.sitting.look(), evening.sitting.get(evening.at("/judge"))]
        evening.sitting.host = True
        bare = [re.sub(r'name="action_id" value="[^"]*"', "", one.html) for one in seen]
        pages.append([html.replace(evening.sitting.game, "") for html in bare])
        told += ana.told()
    assert told[0] != told[1]
    assert pages[0] == pages[1]


def test_an_exchange_waits_for_both_phones_and_is_answered_to_each(evening: Showing) -> None:
    ana, beto = offered(evening)
    page = ana.show("infectado.1")
    assert "El árbitro ya ha visto lo tuyo" in page.text
    assert "Por enseñar: Beto" in page.text
    assert ana.told() == []
    assert "Ana ✓" in evening.sitting.look().text
    before = evening.sitting.get(evening.at("/evening")).html
    assert "referee-due" not in beto.show("sospecha.1").html
    assert evening.sitting.get(evening.at("/evening")).html != before, "the tablet hears that it is done"
    assert ["Está permitido" in told for told in (ana.told()[0], beto.told()[0])] == [True, True]


def offered(evening: Showing) -> tuple[Phone, Phone]:
    """Let Ana draw and offer a card to Beto, and return their phones."""
    phones = {name: Phone(evening, name) for name in FOUR}
    assert "pueden enseñarla ya: Ana, Beto, Carla, Dani" in evening.sitting.look().text
    for name in FOUR:
        phones[name].show(*HANDS[name])
    evening.sitting.say(action="draw", player="Ana", back="away")
    phones["Ana"].show(*HANDS["Ana"], "infectado.1")
    evening.sitting.say(action="discard", player="Ana")
    for one in phones.values():
        for note in one.access.private_inbox.notes(evening.sitting.game, one.seat):
            one.access.private_inbox.read(evening.sitting.game, one.seat, note.id)
    return phones["Ana"], phones["Beto"]


def test_who_has_no_phone_shows_theirs_on_the_tablet(evening: Showing) -> None:
    ana, _ = offered(evening)
    ana.show("infectado.1")
    page = evening.sitting.press(evening.sitting.look(), "Enseñar las dos cartas")
    assert "Pásale la pantalla a Beto" in page.text
    page = evening.hand(page, "sospecha.1")
    assert "Solo para Beto" in page.text
    assert "Está permitido" in ana.told()[0]
    page = evening.go_on(page)
    assert 'id="public"' in page.html


def test_fewer_cards_than_the_table_counts_are_asked_about(evening: Showing) -> None:
    ana = Phone(evening, "Ana")
    page = ana.show(*HANDS["Ana"][:3])
    assert "Cartas enseñadas: 3; según la mesa, 4." in page.text
    assert ana.told() == []
    assert len(page.html.encode()) % (64 * 1024) == 0
    assert "data:image" not in page.html
    slots = {f"card.{k}": card for k, card in enumerate(HANDS["Ana"])}
    ana.show(**slots)
    assert len(ana.told()) == 1
    beto = Phone(evening, "Beto")
    for sure, asks in (("4", True), ("3", False)):
        assert ("según la mesa, 4." in beto.show(*HANDS["Beto"][:3], sure=sure).text) is asks
    assert len(beto.told()) == 1


@pytest.mark.parametrize("form", [{}, {"card.0": "<b>"}, {"card.0": "la-cosa.9", "do": "nothing"}, {"version": "99"}])
def test_whatever_a_phone_sends(evening: Showing, form: dict[str, str]) -> None:
    ana = Phone(evening, "Ana")
    assert ana.show(**form).status == 200
    assert ana.told() == []


def test_only_what_is_asked_for_and_only_ones_own(evening: Showing) -> None:
    ana = Phone(evening, "Ana")
    ana.show(*HANDS["Ana"], version="99")
    assert ana.told() == [], "the table has moved on meanwhile"
    ana.show(*HANDS["Ana"])
    ana.show("lanzallamas.1", "whisky.1", "hacha.1", "sospecha.1")
    assert len(ana.told()) == 1, "a hand that is not asked for is not judged again"
    path = f"/games/{evening.sitting.game}/scan/mine"
    assert evening.sitting.client.get(path, headers=evening.sitting.headers).status_code == 401
    assert evening.sitting.app.test_client().post(path).status_code == 401
    away = {**ana.headers, "Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert ana.client.post(path, headers=away).status_code == 403


def test_the_webcam_of_the_host_is_not_a_seats(evening: Showing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.pages.scan.base._through_webcam", lambda *_, **__: pytest.fail("looked through"))
    assert "Falta la carta" in Phone(evening, "Ana").show(**{"from": "webcam"}).text


def test_the_letters_of_a_printed_deck_are_said_once(evening: Showing) -> None:
    ana, beto = Phone(evening, "Ana"), Phone(evening, "Beto")
    path = f"/games/{evening.sitting.game}/scan/mine"
    for phone, more in ((ana, {"deck": "K7"}), (beto, {})):
        cards = HANDS[FOUR[phone.seat]]
        photo = (BytesIO(picture(*cards, letters="K7")), "mano.jpg")
        form = {"do": "done", "version": "1", "picture": photo, **more}
        phone.client.post(path, data=form, headers=phone.headers)
        assert len(phone.told()) == 1
