"""Limits on requests and layouts of a touch, here and elsewhere, and of each frame while a plate is dragged.

How long that takes hangs on the machine: `tasks.py bench live` and `tasks.py bench app` print it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Request

from tests.browser.conftest import SIX, House
from tests.browser.states import NAMES
from tests.browser.tablet import Tablet
from tests.browser.waiting import reading

TOUCHES = 10
LAYOUTS_HERE, LAYOUTS_THERE = 12, 8
"""Most layouts for a touch, with all that moves afterwards: 8 to 10 times now, and 4 elsewhere."""


class Watched:
    """Counter of a device's requests and layouts."""

    def __init__(self, device: Tablet) -> None:
        self.asked: list[str] = []
        self.page = device.page
        self._glass = device.page.context.new_cdp_session(device.page)
        self._glass.send("Performance.enable")
        device.page.on("request", self._note)

    def layouts(self) -> int:
        """Count how often the page was laid out since it stands."""
        told = self._glass.send("Performance.getMetrics")["metrics"]
        return int(next(one["value"] for one in told if one["name"] == "LayoutCount"))

    def _note(self, request: Request) -> None:
        self.asked.append(f"{request.method} /{request.url.split('/', 3)[3]}")


@pytest.mark.long
def test_a_touch_asks_for_one_page_on_each_device_and_lays_it_out_a_few_times(house: House) -> None:
    game = house.game(SIX)
    here, there = house.tablet(), house.tablet(host=False)
    for device in (here, there):
        device.open(f"/games/{game}")
        device.page.wait_for_selector("#live.on")
    mine, theirs = Watched(here), Watched(there)
    counts: dict[Watched, list[int]] = {mine: [], theirs: []}
    for _ in range(TOUCHES):
        newest = int(here.page.get_attribute("#table", "data-newest") or 0)
        before = {one: one.layouts() for one in counts}
        here.page.locator("#question .choice:not(.refused):visible").first.tap()
        for one in counts:
            one.page.wait_for_function(
                "newest => Number(document.getElementById('table').dataset.newest) > newest", arg=newest
            )
            reading(one.page)  # until nothing moves any more
            counts[one].append(one.layouts() - before[one])
    pages = [f"POST /games/{game}/act", f"GET /games/{game}"]
    assert [url for url in mine.asked if url in pages] == [pages[0]] * TOUCHES
    assert [url for url in theirs.asked if url in pages] == [pages[1]] * TOUCHES
    assert median(counts[mine]) <= LAYOUTS_HERE and median(counts[theirs]) <= LAYOUTS_THERE, [*counts.values()]


RESTYLED, LAID_OUT = 40, 60
"""Elements that one frame of the drag styles anew, and boxes that it lays out, of several hundred: 25 and 43
now."""


@pytest.mark.long
def test_a_frame_of_a_dragged_plate_touches_little_of_the_page(house: House) -> None:
    game = house.game(NAMES)
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.page.wait_for_selector("#live.on")
    reading(tablet.page)  # until nothing moves any more
    box = tablet.page.locator("#seat-0").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tablet.page.mouse.move(x, y)
    tablet.page.mouse.down()
    with traced(house, tablet) as events:
        for k in range(90):
            tablet.page.mouse.move(x + 3 * k, y - 2 * k)
            tablet.page.wait_for_timeout(16)  # the pace of the hand
    tablet.page.mouse.up()
    frames = [one for one in events if one["name"] == "FireAnimationFrame"]
    styled = [one["args"]["elementCount"] for one in events if one["name"] == "UpdateLayoutTree"]
    styled = [count for count in styled if count > 1]  # one alone: something else that moves
    laid_out = [one["args"]["beginData"]["dirtyObjects"] for one in events if one["name"] == "Layout"]
    assert len(frames) > 10, "it was not dragged"
    assert len(laid_out) <= len(frames) + 10, "more than once a frame"
    assert median(styled) <= RESTYLED and median(laid_out) <= LAID_OUT


@contextmanager
def traced(house: House, tablet: Tablet) -> Iterator[list[dict[str, Any]]]:
    """Gather what the browser does meanwhile; it is there afterwards."""
    events: list[dict[str, Any]] = []
    house.browser.start_tracing(page=tablet.page, categories=["devtools.timeline"])
    yield events
    events += json.loads(house.browser.stop_tracing())["traceEvents"]
