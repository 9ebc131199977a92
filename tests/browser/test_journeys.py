"""Whole evenings in a real browser: six people, from the names to the winners, by pressing what is on the screen."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import BEGIN, THEN_THE_BOX, Tablet


def open_a_game(tablet: Tablet) -> None:
    """Enter names, then the set-up, and come to the table."""
    tablet.open("/new")
    for _ in range(2):  # so quickly that the second comes before the page has answered the first
        tablet.click("button.add")
    names = tablet.page.locator('input[name="name"]')
    names.nth(len(SIX) - 1).wait_for()
    for box, name in zip(names.all(), SIX, strict=True):
        box.fill(name)
    tablet.click(tablet.page.locator("button.main").first)
    tablet.click(THEN_THE_BOX)
    assert "6 jugadores, 54 cartas" in tablet.page.inner_text("main")
    tablet.click(BEGIN)
    assert tablet.prompt == "Ana roba una carta"


def plain_turn(tablet: Tablet) -> None:
    """Draw, discard and exchange."""
    tablet.do("draw", back="away")
    tablet.do("discard")
    tablet.do("respond")


def first_round(tablet: Tablet) -> None:
    """Play a turn of each: plain, a door, a quarantine, a panic, a seat changed, an exchange refused."""
    plain_turn(tablet)
    tablet.do("draw", back="away")
    tablet.do("play", card="puerta-atrancada")
    tablet.do("play", target="Ana")
    tablet.do("respond")
    tablet.do("draw", back="away")
    tablet.do("play", card="cuarentena")
    tablet.touch("Dani")
    tablet.do("respond", card="no-gracias")
    assert tablet.prompt == "Dani roba una carta"
    tablet.do("draw", back="away")
    tablet.do("draw", card=None)
    tablet.do("play", card="whisky")
    tablet.do("respond")
    tablet.do("draw", back="panic")
    tablet.do("draw", card="cuerdas-podridas")
    tablet.do("play", card="cuerdas-podridas")
    tablet.do("respond")
    tablet.do("draw", back="away")
    tablet.do("play", card="mas-vale-que-corras")
    tablet.do("play", target="Carla")
    tablet.do("respond", player="Carla")
    tablet.do("respond")


def quiet(tablet: Tablet, action: str, **fields: object) -> None:
    """Make a choice beside the course of a turn."""
    more = tablet.page.locator("details.quiet:not([open]):has(a[href*='rename']) summary")
    if more.count():
        tablet.click(more)
    tablet.do(action, **fields)


def roles(tablet: Tablet, thing: str) -> None:
    """Enter what everybody was."""
    tablet.roles(SIX, {name: "la-cosa" if name == thing else "human" for name in SIX})
    tablet.do("end")


def eliminated(tablet: Tablet) -> None:
    tablet.do("draw", back="away")
    tablet.do("play", card="lanzallamas")
    neighbour = tablet.page.locator(".seat.can").first.get_attribute("aria-label") or ""
    name = neighbour.partition(",")[0]
    tablet.touch(name)
    tablet.do("respond", player=name)
    quiet(tablet, "reveal", player=None)
    tablet.do("reveal", player=name)
    tablet.do("end", cause="la-cosa-eliminated")
    roles(tablet, name)
    assert tablet.prompt == "¡Ganan los humanos!"
    assert name not in tablet.prompt


MOST = 14
"""Most taps from the last turn to the winners, the role of each of six people among them."""


@pytest.mark.short
def test_a_whole_game_to_its_end(house: House) -> None:
    tablet = house.tablet()
    open_a_game(tablet)
    first_round(tablet)
    tablet.shot("middle-eliminated")
    before = tablet.taps
    eliminated(tablet)
    assert tablet.taps - before <= MOST
    tablet.shot("end-eliminated")
    game = house.tables.headings()[0].id
    assert house.tables.seen(game).state["status"] == "ended"
    tablet.push("#undo")
    assert house.tables.seen(game).state["status"] != "ended"


def test_a_whole_game_without_javascript(house: House) -> None:
    tablet = house.tablet(js=False)
    open_a_game(tablet)
    tablet.do("draw", back="away")
    tablet.do("play", card="sospecha")
    tablet.do("play", target="Beto")
    tablet.do("respond")
    tablet.do("draw", back="panic")
    tablet.do("draw", card="vuelta-y-vuelta")
    tablet.do("play", card="vuelta-y-vuelta")
    assert tablet.prompt == "Carla roba una carta"
    tablet.do("draw", back="away")
    tablet.do("play", card="lanzallamas")
    tablet.do("play", target="Dani")
    tablet.do("respond", player="Dani")
    tablet.do("undo")
    assert tablet.prompt == "Carla quema a Dani: ¿se defiende?"
    tablet.do("respond", player="Dani")
    quiet(tablet, "reveal", player=None)
    tablet.do("reveal", player="Dani")
    tablet.do("end", cause="la-cosa-eliminated")
    roles(tablet, "Dani")
    assert tablet.prompt == "¡Ganan los humanos!"
