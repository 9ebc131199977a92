"""Whole evenings in a real browser: six people, from the names to the winners, by pressing what is on the screen."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import BEGIN, PHONE, THEN_THE_BOX, Tablet
from tests.length import later


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


def roles(tablet: Tablet, thing: str, infected: tuple[str, ...] = ()) -> None:
    """Enter what everybody was."""
    tablet.roles(
        SIX, {name: "la-cosa" if name == thing else "infected" if name in infected else "human" for name in SIX}
    )
    nobody = tablet.page.locator("label:has([name='f.last_infected'][value=''])")
    if nobody.count():  # who was infected last is asked where La Cosa declares
        tablet.tap(nobody)
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


def declared(tablet: Tablet) -> None:
    quiet(tablet, "declare")
    tablet.do("declare", player="Beto")
    tablet.do("end", cause="la-cosa-declared")
    roles(tablet, "Beto", ("Ana", "Carla", "Dani", "Eva", "Fede"))
    assert tablet.prompt.startswith("Gana")
    assert "Beto" in tablet.prompt


def caught(tablet: Tablet) -> None:
    quiet(tablet, "end", cause="la-cosa-caught")
    roles(tablet, "Eva", ("Dani",))
    winners = tablet.prompt.removeprefix("Ganan ").replace(" y ", ", ").split(", ")
    assert sorted(winners) == ["Ana", "Beto", "Carla", "Fede"]


def abandoned(tablet: Tablet) -> None:
    quiet(tablet, "end", cause="abandoned")
    tablet.do("end", cause="abandoned")
    assert tablet.prompt == "Partida abandonada"


TAPS = {"eliminated": 14, "declared": 10, "caught": 8, "abandoned": 2}
"""Most taps of an ending, the role of each of six people among them."""

ENDINGS = {"eliminated": eliminated, "declared": declared, "caught": caught, "abandoned": abandoned}


# The way to every ending is the same one; each ending of its own is pressed below.
@pytest.mark.short
def test_a_whole_game_to_its_end(house: House) -> None:
    tablet = house.tablet()
    open_a_game(tablet)
    first_round(tablet)
    tablet.shot("middle-eliminated")
    ends(house, tablet, "eliminated")


@pytest.mark.parametrize("ending", ["declared", *later("caught", "abandoned")])
def test_each_ending_from_the_first_turn(house: House, ending: str) -> None:
    _, tablet = house.at(**({"size": PHONE} if ending == "declared" else {}))
    ends(house, tablet, ending)


def ends(house: House, tablet: Tablet, ending: str) -> None:
    """Press an ending, in as few taps as it may take, and take it back."""
    before = tablet.taps
    ENDINGS[ending](tablet)
    assert tablet.taps - before <= TAPS[ending]
    tablet.shot(f"end-{ending}")
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
