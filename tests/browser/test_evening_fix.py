"""Mistakes put right, each with its taps counted: none takes more than eight, none starts over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import OTHERS, Tablet


class Finger:
    """Finger that touches and counts."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet = tablet
        self.taps = 0

    def do(self, action: str, **fields: Any) -> None:
        """Press the choice that says this."""
        self.tablet.do(action, **fields)
        self.taps += 1

    def others(self) -> None:
        """Open what stands beside the course of play."""
        self.tablet.click(OTHERS)
        self.taps += 1


@pytest.fixture
def finger(house: House) -> Finger:
    _, tablet = house.at({"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"})
    return Finger(tablet)


def now(house: House) -> dict[str, Any]:
    """Return the state of the only game."""
    return house.tables.seen(house.tables.headings()[0].id).state


def test_nobody_tapped_for_three_turns(house: House, finger: Finger) -> None:
    finger.others()
    finger.do("override", about="lost")
    finger.tablet.tap(finger.tablet.page.locator("[name='f.draw_pile']"))
    finger.tablet.tap("#over .several button[value='26']")
    finger.tablet.touch("Dani")
    finger.taps += 1
    assert (now(house)["turn"], now(house)["step"], now(house)["draw_pile"]) == ("Dani", "draw", 26)
    assert finger.taps == 3  # the other things, what it is, whose turn
    assert "turnos sin anotar" in finger.tablet.page.inner_text("main")


@pytest.mark.long
def test_a_hand_is_counted_anew_from_its_plate(house: House, finger: Finger) -> None:
    """On the page of corrections a plate is touched, then what is otherwise there, then how it is."""
    tablet = finger.tablet
    tablet.click(".more a[href$='/fix']")
    tablet.page.locator('.by-hand .seat[aria-label^="Beto"]').click()
    tablet.page.wait_for_selector("#question")
    tablet.move("override", about="hands:hand.1").click()
    tablet.do("override", set={"hands": {"Beto": 5}, "draw_pile": 29, "discard_pile": 0}, reason="en la mesa está así")
    assert now(house)["hands"]["Beto"] == 5
