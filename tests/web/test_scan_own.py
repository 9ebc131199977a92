"""The checks that only one game knows, through the pages: what a rule has shown, role cards, teeth; and nothing of them
anywhere else."""

from __future__ import annotations

import re

import pytest

from tests.web.showing import Showing, aloud, picture, secret
from tests.web.sitting import Page, Sitting
from tests.web.test_scan_judge import outside

pytestmark = pytest.mark.usefixtures("quick")

FOUR = ["Ana", "Berto", "Ciro", "Dora"]
SURE, WRONG, OPEN = "Está permitido", "No está permitido", "No se puede saber"


def at(host: Sitting, game: str, step: str, depth: str = "complete", **set_: object) -> Showing:
    """Return a table of four people at a step of a game."""
    setup = {"playthrough": 1, "game": game, "players": FOUR, "options": {"depth": depth}}
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
    assert "Ana: enseña lo que pide la regla" in shown.text
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
