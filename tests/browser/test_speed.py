"""How soon a touch shows, here and elsewhere, and what a frame costs while a plate is dragged. Figures, so: long."""

from __future__ import annotations

import http.client
import json
import statistics
import sys
from threading import Event, Thread
from typing import Any

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.states import NAMES
from tests.browser.waiting import reading

TOUCHES = 24
WATCH = """() => {
  window.seen = {}; window.touched = 0;
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("pointerdown", () => (window.touched = now()), true);
  const table = document.getElementById("table");
  new MutationObserver(() => requestAnimationFrame(() => (window.seen[table.dataset.version] ??= now())))
    .observe(table, { attributes: true, attributeFilter: ["data-version"] });
}"""
WORK = {
    "EventDispatch", "FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit",
    "HitTest",
}  # fmt: skip
"""What the trace calls script, layout and paint on the page's own thread."""


def _stream(house: House, game: str, stop: Event, count: list[int]) -> None:
    """A device that only listens, and records what it hears."""
    line = http.client.HTTPConnection(house.base.removeprefix("http://"), timeout=60)
    line.request("GET", f"/api/games/{game}/events", headers={"Accept": "text/event-stream"})
    answer = line.getresponse()
    while not stop.is_set():
        heard = answer.fp.readline()
        if heard.startswith(b"event: state"):
            count[0] += 1
    line.close()


@pytest.mark.long
def test_a_touch_shows_here_and_elsewhere(house: House) -> None:
    game = house.game(SIX)
    stop, heard = Event(), [[0] for _ in range(10)]
    threads = [Thread(target=_stream, args=(house, game, stop, count), daemon=True) for count in heard]
    for thread in threads:
        thread.start()
    here, there = house.tablet(), house.tablet(host=False)
    for one in (here, there):
        one.open(f"/games/{game}")
        one.page.wait_for_selector("#live.on")
        one.page.evaluate(WATCH)
    own, others = [], []
    for _ in range(TOUCHES):
        version = here.version()
        here.page.locator("#question .choice:not(.refused):visible").first.tap()
        wait = "version => Object.entries(window.seen).find(([shown]) => Number(shown) > version)?.[1]"
        shown = here.page.wait_for_function(wait, arg=version).json_value()
        elsewhere = there.page.wait_for_function(wait, arg=version).json_value()
        touched = here.page.evaluate("window.touched")
        own.append(shown - touched)
        others.append(elsewhere - touched)
        reading(here.page)
    stop.set()
    house.tables.say(game, {"action": "undo"})  # wakes the listeners, so that they leave
    for thread in threads:
        thread.join(10)
    mine, theirs = statistics.median(own), statistics.median(others)
    print(
        f"\na touch shows here after {mine:.0f} ms, elsewhere after {theirs:.0f} ms (median of {TOUCHES})",
        file=sys.stderr,
    )
    assert all(count[0] >= TOUCHES for count in heard)
    assert mine <= 100
    assert theirs <= 200


@pytest.mark.long
def test_a_dragged_plate_costs_little(house: House) -> None:
    game = house.game(NAMES)
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.page.wait_for_selector("#live.on")
    box = tablet.page.locator("#seat-0").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tablet.page.mouse.move(x, y)
    tablet.page.mouse.down()
    house.browser.start_tracing(page=tablet.page, categories=["devtools.timeline"])
    for k in range(90):
        tablet.page.mouse.move(x + 3 * k, y - 2 * k)
        tablet.page.wait_for_timeout(16)  # the pace of the hand
    trace = json.loads(house.browser.stop_tracing())
    tablet.page.mouse.up()
    frames = _frames(trace["traceEvents"])
    cost = statistics.median(frames)
    print(f"\na frame of the drag costs {cost:.1f} ms (median of {len(frames)})", file=sys.stderr)
    assert len(frames) > 30
    assert cost <= 8


def _frames(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of script, layout and paint from one animation frame to the next, on the page's own thread."""
    drawn = [one for one in events if one["name"] == "FireAnimationFrame"]
    thread = (drawn[0]["pid"], drawn[0]["tid"])
    work = sorted(
        (one["ts"], one["ts"] + one.get("dur", 0))
        for one in events
        if one["name"] in WORK and one["ph"] == "X" and (one["pid"], one["tid"]) == thread
    )
    starts = sorted(one["ts"] for one in drawn)
    spent = [0.0] * (len(starts) - 1)
    reached = 0
    for begin, end in work:
        begin, reached = max(begin, reached), max(reached, end)  # what lies within another counts once
        k = sum(start <= begin for start in starts) - 1
        if 0 <= k < len(spent) and end > begin:
            spent[k] += (end - begin) / 1000
    return spent
