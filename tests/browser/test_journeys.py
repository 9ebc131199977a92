"""Whole evenings in a real browser, from the names to the winners: by what is on the screen, and by keys alone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import BEGIN, OTHERS, THEN_THE_BOX, Tablet


def open_a_game(tablet: Tablet) -> None:
    """Enter names, then the set-up, and come to the table."""
    tablet.open("/new")
    names = tablet.page.locator('input[name="name"]')
    for k in (4, 5):  # one after the other: what is pressed while a page is being left may be lost with it
        tablet.click("button.add")
        names.nth(k).wait_for()
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
    more = tablet.page.locator(OTHERS)
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


def test_to_an_end_by_keys_alone(house: House) -> None:
    game, tablet = house.at(players=["Ana", "Beto", "Carla", "Dani"], size=(1280, 800))
    page = tablet.page

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("what => document.activeElement.matches(what)", selector):
                return
        raise AssertionError(selector)

    tab_to(OTHERS)
    page.keyboard.press("Enter")
    page.keyboard.press(page.locator("a[data-key][href*='la-cosa-caught']").get_attribute("data-key") or "")
    page.wait_for_selector("#question .main")
    for number, role in enumerate(("la-cosa", "human", "human", "human")):  # none is chosen before: arrows choose
        tab_to(f"input[name='f.role.{number}']")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
            if page.locator(f"input[name='f.role.{number}'][value={role}]").is_checked():
                break
    tab_to("#question .main")
    page.keyboard.press("Enter")
    page.wait_for_selector("#recap, #notice")
    assert house.tables.seen(game).state["winners"] == ["Beto", "Carla", "Dani"]
