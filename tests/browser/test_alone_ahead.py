"""The tablet alone: what an answer leads to is got ready before it is tapped, and is shown once the tap is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, expect

from tests.browser.alone import device, kept, opened, record, served, site, table, tap
from tests.browser.test_alone_tabs import DRAW
from tests.browser.waiting import reading

__all__ = ["kept", "site"]
pytestmark = pytest.mark.alone

HEARD = """
  const post = Worker.prototype.postMessage;
  window.sent = [];
  Worker.prototype.postMessage = function (what, ...more) {
    window.sent.push(what);
    return post.call(this, what, ...more);
  };
"""
"""In a page, before anything of it runs: remembers what Python is asked."""
SENT = """() => sent.splice(0).map(({ kind, method, url, headers }) =>
  ({ kind, method, url, has: headers?.["x-ahead"] ?? "" }))"""
CALM = 1500
"""ms in which Python is asked nothing: whatever a question leads to has been got ready."""
TIMED = """async ([version, clock]) => {
  const { timed } = await import("/_site/ahead.js");
  const lines = [4, 3, 2].map((k) => `<li value="${k}"><time>09:59</time></li>`).join("");
  const text = `<div id="table"><section class="lines"><ol reversed>${lines}</ol></section></div>`;
  const page = new DOMParser().parseFromString(text, "text/html");
  return [...timed({ page, before: version }, clock).querySelectorAll("time")].map((one) => one.textContent);
}"""


@pytest.fixture
def shown(kept: BrowserContext, site: Path) -> Iterator[tuple[Page, Frame, str]]:
    """Yield the page of a new game on a tablet alone, its frame, and its id."""
    kept.add_init_script(HEARD)
    with served(site) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        game = opened(frame)
        frame.goto(f"{base}/games/{game}")
        calm(page)
        yield page, frame, game


def calm(page: Page) -> None:
    """Wait until the page has got everything ready that it wants to."""
    known = -1
    while (sent := page.evaluate("() => sent.length")) != known:
        known = sent
        page.wait_for_timeout(CALM)  # as long as it takes to ask once more


def entries(frame: Frame, game: str) -> list[dict[str, Any]]:
    """Return the entries so far."""
    found: list[dict[str, Any]] = json.loads(record(frame, game))["entries"]
    return found


def test_a_tap_is_kept_and_then_the_page_that_was_ready_is_shown(shown: tuple[Page, Frame, str]) -> None:
    page, frame, game = shown
    asked = page.evaluate(SENT)
    assert any(one["kind"] == "ahead" for one in asked)
    ways = [one for one in asked if one["kind"] == "ahead" or "said=" in (one["url"] or "")]  # files do not count
    assert len(ways) <= 16
    before = entries(frame, game)
    assert len(before) == 1
    page.evaluate(SENT)
    tap(frame)
    assert [one["has"] for one in page.evaluate(SENT) if (one["kind"], one["method"]) == ("ask", "POST")] == ["1"]
    after = entries(frame, game)
    assert len(after) > len(before)
    assert frame.locator("#table").get_attribute("data-version") == str(len(after))
    lines = frame.locator("#table .lines li").all_inner_texts()
    page.reload()
    again = table(page)
    assert again.locator("#table .lines li").all_inner_texts() == lines
    assert entries(again, game) == after


def test_a_question_that_was_ready_is_opened_without_asking(shown: tuple[Page, Frame, str]) -> None:
    page, frame, _ = shown
    for _ in range(3):
        link = frame.locator("#question a[data-go][href*='?']:visible")
        if link.count():
            break
        tap(frame)
        calm(page)
    page.evaluate(SENT)
    to = link.first.get_attribute("href")
    link.first.click()
    expect(frame.locator("#question[data-midway]")).to_be_visible()
    assert frame.evaluate("location.pathname + location.search") == to
    assert not [one for one in page.evaluate(SENT) if one["kind"] == "ask" and one["url"].endswith(str(to))]


def test_what_happened_meanwhile_is_shown_and_not_what_was_ready(shown: tuple[Page, Frame, str]) -> None:
    page, frame, game = shown
    assert frame.evaluate(DRAW, game) == 200
    expect(frame.locator("#table")).to_have_attribute("data-version", "2")
    reading(page, 1000)
    tap(frame)
    done = entries(frame, game)
    assert len(done) > 2
    expect(frame.locator("#table")).to_have_attribute("data-version", str(len(done)))


def test_the_time_of_what_was_kept_stands_beside_it(shown: tuple[Page, Frame, str]) -> None:
    page, _, _ = shown
    assert page.evaluate(TIMED, [3, "10:00"]) == ["10:00", "09:59", "09:59"]
    assert page.evaluate(TIMED, [2, "10:00"]) == ["10:00", "10:00", "09:59"]
    assert page.evaluate(TIMED, [4, "10:00"]) == ["09:59"] * 3
