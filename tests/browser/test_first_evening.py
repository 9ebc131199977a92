"""The first evening as it is seen: the goal on one screen, a lesson open at the question; no choice gives way to it."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import SIX, House
from tests.browser.sight import ROUND, SIDEWAYS, SIZES
from tests.browser.states import fullest, moments
from tests.browser.tablet import PHONE, PORTRAIT, TABLET
from tests.length import later

NEW = {"playthrough": 1, "game": "la-cosa", "players": SIX, "first_evening": True}
OPEN, TUCKED = "#lesson[open]:not([data-tucked])", "#lesson[data-tucked]"
INSIDE = """() => { const box = document.querySelector('#lesson > div').getBoundingClientRect();
  return [box.left >= 0, box.top >= 0, box.right <= innerWidth + 1, box.bottom <= innerHeight + 1, box.width > 60]; }"""


@pytest.mark.parametrize("game", ["la-cosa", *later("la-criatura", "dos-barajas")])
@pytest.mark.parametrize("size", [TABLET, SIDEWAYS, *later(PORTRAIT, PHONE)], ids=str)
def test_the_goal_is_one_screen(house: House, game: str, size: tuple[int, int]) -> None:
    tablet = house.tablet(size=size)
    tablet.open(f"/games/{house.tables.open({**NEW, 'game': game}).id}/goal")
    box = tablet.page.locator("a.main").bounding_box()
    assert box and box["y"] + box["height"] <= size[1]


@pytest.mark.long
@pytest.mark.parametrize("game", ["la-cosa", "la-criatura", "dos-barajas"])
def test_a_lesson_costs_no_choice_its_place(house: House, game: str) -> None:
    """The fullest questions of the largest table and the first one; a lesson that finds no room is one touch away."""
    people = title(game).decklist.most
    first = [one for one in moments(game, people) if not one.said and not one.half]
    wanted = [*first, *(one for one in fullest(game, people) if not one.half and one.said)]
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce")
    faults: list[str] = []
    for moment in wanted:
        tablet.resize(*TABLET)
        tablet.open(moment.open(house, game, first_evening=True))
        # Said long ago, perhaps, in a walk at random: what matters is the room it takes.
        told = tablet.page.locator("#lesson").count()
        for size in SIZES:
            tablet.resize(*size)
            faults += [f"{moment.name} at {size}: {fault}" for fault in tablet.page.evaluate(ROUND)]
            if told and tablet.page.locator(TUCKED).count():
                tablet.tap("#lesson summary")
                assert all(tablet.page.evaluate(INSIDE)), (moment.name, size)
    assert faults == []


@pytest.mark.parametrize("size", [TABLET, SIDEWAYS, *later((1024, 768), PORTRAIT)], ids=str)
def test_the_first_turn_is_taught_without_a_touch(house: House, size: tuple[int, int]) -> None:
    """Six people: the lessons of the first turn stand open at every size, whichever way the question is turned."""
    game = house.tables.open(NEW).id
    tablet = house.tablet(size=size)
    tablet.open(f"/games/{game}")
    for said in ({"action": "draw", "back": "away"}, {"action": "discard"}, {"action": "respond"}):
        tablet.page.wait_for_selector(OPEN)
        tablet.shot(f"first-evening-{said['action']}-{size[0]}")
        tablet.do(**said)  # type: ignore[arg-type]
    tablet.page.wait_for_selector(OPEN)
