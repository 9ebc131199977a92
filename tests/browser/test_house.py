"""The house: the evening that runs before everything else, the games as boxes, who won."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import LAPTOP, TABLET
from tests.length import later

SIZES = [(1024, 768), *later(TABLET, LAPTOP)]
ROLES = {**dict.fromkeys(SIX, "human"), "Ana": "la-cosa", "Beto": "infected"}
TOP = "document.querySelector('{}').getBoundingClientRect().top"


def evening(house: House) -> tuple[str, str]:
    """Return a game that is over, and one that runs."""
    over = house.game(None, {"action": "end", "cause": "la-cosa-caught", "roles": ROLES})
    return over, house.game(None, {"action": "draw", "player": "Ana", "back": "away"})


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_running_evening_stands_first_and_says_what_it_waits_for(house: House, size: tuple[int, int]) -> None:
    over, running = evening(house)
    tablet = house.tablet(size=size)
    tablet.open("/")
    first = tablet.page.locator("main a").first
    assert first.get_attribute("href") == f"/games/{running}"
    heading = house.tables.title("la-cosa").words["es"]
    assert "Ana" in first.locator("strong").inner_text() and heading.raw("game.name") in first.inner_text()
    assert tablet.page.locator(f"#game-{running}").count() == 1, "the running game stands twice"
    assert tablet.page.locator(f"#game-{over} em").count() == 1
    below = [tablet.page.evaluate(TOP.format(one)) for one in (".running", ".boxes", ".folk", ".evenings")]
    assert below == sorted(below)
    for lid in tablet.page.locator(".lid h3").all():
        box = lid.bounding_box()
        assert box and box["y"] + box["height"] <= size[1], "a game is out of sight"
    tablet.push(".running a.open")
    assert tablet.page.url.endswith(f"/games/{running}")
