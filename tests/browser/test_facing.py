"""A screen that lies on the table faces the player who must act; a finger spins it; a double tap is one tap."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.states import NAMES
from tests.browser.tablet import PHONE, PORTRAIT, TABLET, Tablet
from tests.browser.waiting import nothing_comes
from tests.length import later

TURNED = (
    "one => {const m = new DOMMatrix(getComputedStyle(document.querySelector(one)).transform);"
    " return Math.round(Math.atan2(m.b, m.a) * 180 / Math.PI / 90 + 4) % 4}"
)
"""By how many quarters something is turned."""


def _still(house: House, **more: Any) -> Tablet:
    tablet = house.tablet(**more)
    tablet.page.emulate_media(reduced_motion="reduce")
    return tablet


def _keeps(tablet: Tablet, **settings: str) -> None:
    tablet.open("/device")
    tablet.page.evaluate("form => fetch('/device', {method: 'POST', body: new URLSearchParams(form)})", settings)


@pytest.mark.short
def test_the_question_turns_to_whoever_must_act(house: House) -> None:
    """Twelve people: three at each edge, the first in the middle of the one below."""
    game = house.game(NAMES)
    tablet = _still(house)
    for seat, quarter in ((0, 0), (3, 1), (6, 2), (9, 3)):
        house.tables.say(game, {"action": "override", "set": {"turn": NAMES[seat], "step": "draw"}, "reason": ""})
        tablet.open(f"/games/{game}")
        assert tablet.page.locator("#actor").get_attribute("data-quarter") == str(quarter)
        assert tablet.page.evaluate(TURNED, "#sheet") == quarter
        assert tablet.page.evaluate(TURNED, f"#seat-{seat} .turned") == quarter
        assert tablet.page.evaluate(TURNED, ".middle") == quarter
        assert tablet.page.evaluate(TURNED, ".echo") == (quarter + 2) % 4


@pytest.mark.parametrize("how", ["standing", *later("phone", "no script")])
def test_whatever_does_not_lie_is_upright(house: House, how: str) -> None:
    game = house.game(SIX, {"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"})
    tablet = _still(house, size=PHONE if how == "phone" else TABLET, js=how != "no script")
    if how == "standing":
        _keeps(tablet, facing="standing")
    tablet.open(f"/games/{game}")
    if how == "no script":
        assert tablet.page.locator("html.js").count() == 0
        for part in ("#seat-3 .plate", ".middle .pile rect"):
            box = tablet.page.locator(part).first.bounding_box()
            assert box and box["width"] > box["height"]
        return
    assert [tablet.page.evaluate(TURNED, part) for part in ("#sheet", "#seat-1 .turned", ".middle")] == [0, 0, 0]
    assert not tablet.page.locator(".echo").is_visible()


def _middle(tablet: Tablet, selector: str) -> tuple[float, float]:
    box = tablet.page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _finger(tablet: Tablet, start: tuple[float, float], end: tuple[float, float], steps: int = 10) -> None:
    """Move one finger as the browser gets it from the glass."""
    glass = tablet.context.new_cdp_session(tablet.page)
    (x, y), (a, b) = start, end
    glass.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, steps + 1):
        point = {"x": x + (a - x) * k / steps, "y": y + (b - y) * k / steps}
        glass.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        tablet.page.wait_for_timeout(20)  # the pace of the finger
    glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# Upright the page scrolls, so that the browser could take the finger for itself; lying it does not.
@pytest.mark.short
@pytest.mark.parametrize("size", [PORTRAIT, *later(TABLET)], ids=str)
def test_a_plate_is_dragged_by_finger(house: House, size: tuple[int, int]) -> None:
    """Through the middle of the ring, up and down: the browser must not take the finger for one that scrolls."""
    game = house.game(SIX, {"action": "draw", "player": "Ana", "back": "away"})
    tablet = _still(house, size=size)
    tablet.open(f"/games/{game}")
    there = _middle(tablet, "#seat-2")
    _finger(tablet, _middle(tablet, "#seat-0"), there)
    tablet.page.wait_for_function("() => document.querySelector('.ring').dataset.spin === '8'")
    assert math.dist(_middle(tablet, "#seat-0"), there) < 8
    assert tablet.page.evaluate("scrollY") == 0
    assert tablet.version() == 2


@pytest.mark.parametrize("part", [".floor", ".people h2"])
def test_the_page_scrolls_by_finger_where_no_plate_is(house: House, part: str) -> None:
    game = house.game(SIX, {"action": "draw", "player": "Ana", "back": "away"})
    tablet = _still(house, size=PORTRAIT)
    tablet.open(f"/games/{game}")
    if part != ".floor":
        tablet.page.evaluate("scrollTo(0, 400)")
    before = tablet.page.evaluate("scrollY")
    x, y = _middle(tablet, part)
    _finger(tablet, (x, y), (x, y - 300))
    tablet.page.wait_for_function("before => scrollY > before + 150", arg=before)
    assert tablet.page.locator(".ring").get_attribute("data-spin") == "0"


@pytest.mark.short
def test_a_double_tap_is_one_tap(house: House) -> None:
    """The answer comes before the second tap, and what is asked next lies under it: that was not meant. Later it is."""
    game = house.game(SIX)
    tablet = _still(house)
    tablet.page.clock.install()
    tablet.open(f"/games/{game}")
    x, y = _middle(tablet, "#choice-1")
    x += 90  # under the name of the choice, where the next question, which is turned, has one too
    before = tablet.version()
    tablet.page.clock.pause_at(tablet.page.evaluate("Date.now()") + 1000)  # two taps at once, however busy the machine
    changed = "before => Number(document.getElementById('table').dataset.version) > before"
    tablet.page.touchscreen.tap(x, y)
    tablet.page.wait_for_function(changed, arg=before)
    under = "([x, y]) => document.elementFromPoint(x, y).closest('#ask button[name=said]') !== null"
    assert tablet.page.evaluate(under, [x, y]), "something can be said there"
    after = tablet.version()
    tablet.page.touchscreen.tap(x, y)
    nothing_comes(tablet.page, 400)
    assert tablet.version() == after
    tablet.page.clock.run_for(400)
    tablet.page.touchscreen.tap(x, y)
    tablet.page.wait_for_function(changed, arg=after)
