"""Mistakes put right, each with its taps counted: none takes more than eight, none starts over."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import OTHERS, Tablet

BEFORE = "button[formaction$='/fix']"
"""Shows what a correction would change."""


class Finger:
    """Finger that touches and counts."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet = tablet
        self.taps = 0

    def do(self, action: str, **fields: object) -> None:
        """Press the choice that says this."""
        self.tablet.do(action, **fields)
        self.taps += 1

    def others(self) -> None:
        """Open what stands beside the course of play."""
        self.tablet.click(OTHERS)
        self.taps += 1

    def fix(self, about: str) -> None:
        """Open the page of corrections, and one of them."""
        self.tablet.click(".more a[href$='/fix']")
        self.tablet.move("override", about=about).click()
        self.tablet.page.wait_for_selector("#question")
        self.taps += 2

    def sure(self) -> str:
        """See what would change, and say so; gives back the changes."""
        self.tablet.click(BEFORE)
        self.tablet.page.wait_for_selector("#changes")
        said = self.tablet.page.inner_text("#changes")
        assert self.tablet.page.locator(".side .ring").count() == 2
        self.tablet.click("button[name=sure]")
        self.tablet.page.wait_for_selector("#question")
        self.taps += 2
        return said


@pytest.fixture
def finger(house: House) -> Finger:
    _, tablet = house.at({"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"})
    return Finger(tablet)


def now(house: House) -> dict[str, object]:
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
def test_who_is_put_into_a_seat_changes_with_who_was_there(house: House, finger: Finger) -> None:
    finger.fix("seats")
    page = finger.tablet.page
    finger.tablet.tap(page.locator(".segment:has([name='f.seat.0'][value=Beto])"))
    seats = page.locator("#question [type=radio]:checked")
    assert seats.evaluate_all("all => all.slice(0, 3).map((one) => one.value)") == ["Beto", "Ana", "Carla"]
    finger.sure()
    assert now(house)["seats"] == ["Beto", "Ana", *SIX[2:]]
