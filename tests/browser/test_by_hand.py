"""The table put right on the ring by a finger: what would change is shown before it does."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.states import NAMES
from tests.browser.tablet import Tablet
from tests.browser.test_facing import _finger, _middle

PLUS = '#by-hand .grip[data-lays="{lays}"][data-sign="+"][data-at="{at}"]'


def _fixing(house: House, *actions: dict[str, object]) -> tuple[str, Tablet]:
    spent = {"action": "override", "set": {"draw_pile": 24, "discard_pile": 6}, "reason": ""}
    game, tablet = house.at(spent, *actions, page="/fix")
    tablet.page.locator("#by-hand .ring").scroll_into_view_if_needed()
    return game, tablet


def _piece(tablet: Tablet, place: str) -> str:
    lays = tablet.page.locator(f'#by-hand .piece[data-lays^="{place} "]').first.get_attribute("data-lays")
    assert lays
    return lays


def _sure(tablet: Tablet) -> str:
    tablet.page.wait_for_selector("#changes")
    changes = tablet.page.inner_text("#changes")
    tablet.tap(".sure button")
    tablet.page.wait_for_selector("#question")
    return changes


def test_a_door_is_dragged_into_a_gap_and_on_to_another(house: House) -> None:
    game, tablet = _fixing(house)
    lays = _piece(tablet, "gap")
    piece = f'#by-hand .piece[data-lays="{lays}"]'
    _finger(tablet, _middle(tablet, piece), _middle(tablet, PLUS.format(lays=lays, at=2)))
    tablet.page.wait_for_selector("#changes")
    assert not any(house.tables.seen(game).table.gaps), "it is shown, and not done yet"
    assert "Carla" in _sure(tablet)
    assert [len(gap) for gap in house.tables.seen(game).table.gaps] == [0, 0, 1, 0, 0, 0]
    tablet.open(f"/games/{game}/fix")
    tablet.page.locator("#by-hand .ring").scroll_into_view_if_needed()
    lying = '#by-hand .grip[data-moves][data-at="2"]'
    _finger(tablet, _middle(tablet, lying), _middle(tablet, PLUS.format(lays=lays, at=4)))
    _sure(tablet)
    assert [len(gap) for gap in house.tables.seen(game).table.gaps] == [0, 0, 0, 0, 1, 0]


@pytest.mark.short
def test_what_is_let_go_elsewhere_changes_nothing(house: House) -> None:
    game, tablet = _fixing(house)
    before = house.tables.seen(game).version
    box = tablet.page.locator("#by-hand .ring").bounding_box()
    assert box
    _finger(
        tablet,
        _middle(tablet, "#by-hand .piece[data-lays^=gap]"),
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2),
    )
    assert tablet.page.locator(".ghost").count() == 0
    assert tablet.page.url.endswith("/fix")
    assert house.tables.seen(game).version == before


SPOTS = """() => [...document.querySelectorAll(".grip .reach")].map((one) => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2, box.width];
})"""


@pytest.mark.parametrize("people", [4, 6, 9, 12])
def test_what_is_touched_is_wide_enough_and_lies_apart(house: House, people: int) -> None:
    game = house.game(NAMES[:people])
    draw = house.tables.seen(game).table.piles["draw"]
    house.tables.say(game, {"action": "override", "set": {"draw_pile": draw - 6, "discard_pile": 6}, "reason": ""})
    tablet = house.tablet()
    tablet.open(f"/games/{game}/fix")
    spots = tablet.page.evaluate(SPOTS)
    assert len(spots) >= people + 5  # of four, none can be quarantined
    assert min(wide for *_, wide in spots) >= 64
    near = [
        (one, other)
        for k, one in enumerate(spots)
        for other in spots[:k]
        if (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 < 44**2
    ]
    assert near == []
