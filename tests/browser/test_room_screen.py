"""The screen for the room: it follows the table by itself, and every letter on it is read at three metres."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.states import LONG
from tests.browser.waiting import until
from tests.length import later

LEAST = """() => Math.min(...[...document.querySelectorAll('#ask *, .ring .name, .ring .count')]
  .filter((one) => one.checkVisibility() && !one.matches('.skip') && [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .map((one) => one.ownerSVGElement
    ? parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a
    : parseFloat(getComputedStyle(one).fontSize))) / innerHeight"""  # noqa: E501
"""The smallest letters of what is told, as a part of the screen's height."""
TOO_MUCH = "() => document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1"  # noqa: E501


# A text that fits the smaller screen fits the larger: all is measured in parts of its height.
@pytest.mark.parametrize("size", [(1280, 720), *later((1920, 1080))])
def test_it_follows_the_table_and_is_read_from_afar(house: House, size: tuple[int, int]) -> None:
    game, screen = house.at(players=LONG, page="/room?clear=1", host=False, size=size)
    house.tables.say(game, {"action": "draw", "player": LONG[0], "back": "away"})
    until(screen.page, lambda: screen.version() == 2)
    assert screen.page.url.endswith("/room?clear=1")
    # Half a metre high, as a television is: 3 % are 15 mm, twice what is read at three metres.
    assert screen.page.evaluate(LEAST) >= 0.03
    assert not screen.page.evaluate(TOO_MUCH)
    assert screen.page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert screen.page.locator("button:visible, input:visible, select:visible, summary:visible").count() == 0
