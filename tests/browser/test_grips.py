"""Touching the ring to put it right: what is touched is thumb-sized, covers no other, and changes what it says."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.states import NAMES

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
    assert len(spots) >= people + 5  # of four, nobody can be quarantined
    assert min(wide for *_, wide in spots) >= 64
    near = [
        (one, other)
        for k, one in enumerate(spots)
        for other in spots[:k]
        if (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 < 44**2
    ]
    assert near == []


def test_a_door_is_put_into_a_gap_in_two_touches(house: House) -> None:
    game = house.game(SIX, {"action": "override", "set": {"draw_pile": 24, "discard_pile": 6}, "reason": ""})
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.tap("#corner-fix")
    tablet.tap(tablet.page.locator("#over .grip[href*=doors]").first)
    tablet.page.wait_for_selector("#changes")
    assert not any(house.tables.seen(game).table.gaps)
    tablet.tap("button[name=sure]")
    tablet.page.wait_for_selector("#question")
    assert sum(map(len, house.tables.seen(game).table.gaps)) == 1
