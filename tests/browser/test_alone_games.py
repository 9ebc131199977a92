"""The tablet alone: each game from its box on the start page through a whole round, by finger, the server gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, TimeoutError, expect

from companion.decks.catalog import game_slugs
from tests.browser.alone import LONG, cut_off, device, record, table
from tests.browser.waiting import reading

pytestmark = pytest.mark.alone

SIZES = [(1180, 820), (390, 844)]
NAMES = ("Ana", "Beto", "Carla", "Dani")
LEAST, MOST = 24, 80
"""Answers in which the turn has gone round the table: a phase of the board games goes round it too."""
CHOICES = """() => {
  const isSeen = (one) => one.offsetParent && !one.closest("details.quiet") && !one.closest(".refused");
  return [...document.querySelectorAll("#question .choice")].filter(isSeen).map((one, k) => (one.dataset.tap = k));
}"""
SEEN = """() => [document.getElementById("table").dataset.version, document.getElementById("prompt").textContent,
  location.search]"""
TURN = "() => [...document.querySelectorAll('.round .seat.turn')].map((one) => one.id).join()"
IDLE = "() => !document.querySelector('html[data-busy]')"
FILL = """() => {
  for (const one of document.querySelectorAll("#question select")) if (!one.value) one.selectedIndex = 1;
}"""
WAITS = """(before) => !document.querySelector("html[data-busy]") && JSON.stringify(before) !== JSON.stringify(
  [document.getElementById("table").dataset.version, document.getElementById("prompt").textContent, location.search])"""


@pytest.fixture(scope="module", params=SIZES, ids=str)
def away(
    browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[BrowserContext, str]]:
    with cut_off(browser, tmp_path_factory.mktemp("site"), request.param) as one:
        yield one


def begun(frame: Frame, page: Page, box: int) -> str:
    """Begin a game from a box on the start page, by names and set-up, and return its id."""
    frame.locator(f"#box-{box} a.lid").tap()
    frame.wait_for_url("**/new**")
    names = frame.locator("input[name=name]:visible")
    for k in range(names.count()):
        names.nth(k).fill(NAMES[k])
    frame.locator("h1").first.tap()
    frame.locator("main button.main").last.tap()
    frame.wait_for_url("**/games/**")
    frame.wait_for_load_state()
    if "/goal" in frame.url:
        frame.locator("main a.main").first.tap()
        frame.wait_for_url("**/setup")
    steps = frame.locator(".steps li label")
    for _ in range(steps.count()):
        frame.locator(".steps li:not(:has(:checked)) label").first.tap()
    frame.locator(".steps a.main").tap()
    frame.wait_for_selector("#table")
    reading(page)
    return frame.url.partition("/games/")[2].partition("/")[0]


def answered(frame: Frame, page: Page) -> None:
    """Answer what is asked: a form is sent as it stands, and where that is no answer, with the first of everything;
    else it is the first choice there is."""
    before = frame.evaluate(SEEN)
    for tries in range(5):
        reading(page)
        frame.wait_for_function(IDLE, timeout=LONG)
        choices = frame.evaluate(CHOICES)
        send = frame.locator("#question button.main:visible")
        if send.count() and (tries % 2 == 0 or not choices):
            if tries:
                frame.evaluate(FILL)
            send.first.tap()
        else:
            frame.locator(f"#question [data-tap='{choices[min(tries // 2, len(choices) - 1)]}']").tap()
        try:
            frame.wait_for_function(WAITS, arg=before, timeout=5000)
        except TimeoutError:
            continue  # that choice was none for now: another one
        return
    raise AssertionError(f"nothing happens: {before}")


@pytest.mark.parametrize("box", range(1, len(game_slugs()) + 1))
def test_a_round_of_each_game_by_finger_without_server(
    away: tuple[BrowserContext, str], box: int, tmp_path: Path
) -> None:
    context, base = away
    with device(context) as page:
        complaints: list[str] = []
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.goto(base)
        frame = table(page)
        game = begun(frame, page, box)
        turns: list[str] = []
        for count in range(MOST):
            if frame.locator("#table .roles .won, #question [name='f.role.0']").count():
                break  # it was short and is over, or asks who was what
            lit = frame.evaluate(TURN)
            if lit and (not turns or turns[-1] != lit):
                turns.append(lit)
            if count >= LEAST and turns[-1] in turns[:-1] and len(set(turns)) > 2:
                break  # once round the table
            answered(frame, page)
        else:
            raise AssertionError(turns)
        entries = json.loads(record(frame, game))["entries"]
        assert len(entries) > len(NAMES), turns

        # Back and forward again, with what the hands do said.
        before = int(frame.locator("#table").get_attribute("data-version") or 0)
        reading(page, 1000)
        frame.locator("button#undo").tap()
        frame.wait_for_function(f"() => Number(document.getElementById('table').dataset.version) > {before}")
        reading(page, 1000)
        frame.locator("button#redo").tap()
        frame.wait_for_function(f"() => Number(document.getElementById('table').dataset.version) > {before + 1}")

        for part, there in (
            ("log", "#line-1"), ("film", "svg.ring"), ("rules", "main .card, main [id^=card-]"), ("fix", "main"),
        ):  # fmt: skip
            frame.goto(f"{base}/games/{game}/{part}")
            expect(frame.locator(there).first).to_be_visible(timeout=LONG)
        frame.goto(f"{base}/games/{game}/record")
        with page.expect_download() as saved:
            frame.locator("a[download]").first.tap()
        saved.value.save_as(tmp_path / "game.json")
        assert (tmp_path / "game.json").read_text("utf-8") == record(frame, game)
        assert complaints == []
