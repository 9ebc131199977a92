"""A real browser before the table: presses what it sees, and takes note of everything the browser complains about."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import time
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Request, Response

from companion.engine.view import Choice
from tests.length import is_long

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
SHOTS = "COMPANION_SHOTS"
"""Set in the environment where the short run is to keep pictures too."""
ARTIFACTS = Path(__file__).parents[1] / "_artifacts"
TABLET, LAPTOP, PORTRAIT, PHONE = (1180, 820), (1280, 800), (800, 1280), (390, 844)
OTHERS = "details.quiet:not([open]):has(a[href*='rename']) summary"
"""Opens what stands beside the course of play."""
CHOICES = "main button[name=said]:visible, main a[href*='said=']:visible"
SAYS = "all => all.map((one) => one.getAttribute('value') || one.getAttribute('href'))"
"""Actions of all choices, read from the page at once: on some steps there are sixty."""
FOLDED = "#question details.quiet:not([open]) > summary"
"""Opens a group of choices beside the course of play."""
SUBMIT = "#question button.main[name=said]"
"""Says what was filled in."""
THEN_THE_BOX, BEGIN = "main a.main[href$='/setup']", ".steps a.main"
"""From what the game is about to its set-up, and from there to the table."""
TWICE, CLOSE = 0.3, 40.0
"""Seconds and CSS px between two taps that are no double tap."""
RESTING = """(() => {
  const resting = new CSSStyleSheet();
  resting.replaceSync(".turn .lamp, .link line { animation: none !important; }");
  document.adoptedStyleSheets.push(resting);
})()"""
"""The lamp of the turn and the line of an exchange, which move for some seconds on every page, rest in the short run:
where no graphics chip draws them they take a seventh of a core. All that moves once and ends stays."""
HEARD = """(() => {
  window.heard = { clicks: 0, unmeant: 0, isLeaving: false };
  window.navigation?.addEventListener("navigate", ({ destination, downloadRequest }) => {
    heard.isLeaving ||= !destination.sameDocument && downloadRequest === null;
  });
  addEventListener("submit", ({ defaultPrevented, target, submitter }) => {
    const how = submitter?.formMethod || target.getAttribute("method"); // a field may be called that
    heard.isLeaving ||= !defaultPrevented && how !== "dialog" && !target.hasAttribute("target");
  });
  addEventListener("click", (event) => {
    heard.clicks += 1;
    const stop = event.stopImmediatePropagation;
    event.stopImmediatePropagation = () => { heard.unmeant += 1; stop.call(event); };
  }, true);
})()"""
"""Counts the taps that came, and those the table took for a hand that rests or for a finger that could not know yet
what it touched (facing.js); and knows whether another page has been asked for."""
HERE = re.compile(r"127\.0\.0\.1|localhost")


def executable() -> str | None:
    """Return the system's Chromium, the one without windows first (tools/testing.py), or None if only Playwright's is
    there."""
    named = os.environ.get("COMPANION_BROWSER")
    kinds = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return named or next(filter(None, map(shutil.which, kinds)), None)


def launched(playwright: Playwright) -> Browser:
    """Launch the system's Chromium where there is one, else Playwright's own."""
    return playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)


class Tablet:
    """One device at the table."""

    def __init__(
        self, browser: Browser, base: str, size: tuple[int, int] = TABLET, lang: str = "es", js: bool = True
    ) -> None:
        self.base = base
        self.js = js
        self.taps = 0
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="es-ES" if lang == "es" else "en-GB",
            java_script_enabled=js,
            has_touch=True,
        )
        self.context.set_default_timeout(60_000)
        if js:
            self.context.add_init_script(HEARD)
        if js and not is_long():
            self.context.add_init_script(RESTING)
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        self.elsewhere: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._noted)
        self.page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        self._sent = 0
        self._tapped = (0.0, 0.0, 0.0)
        self.page.on("request", self._asked)
        self.refused: list[str] = []
        self.page.on("response", self._answered)

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.refused.append(f"{answer.status} {answer.request.method} {answer.url} {answer.request.post_data}")

    def _asked(self, request: Request) -> None:
        says = request.method != "GET" and not request.url.endswith("/frame")  # a live camera sends those by itself
        self._sent += request.is_navigation_request() or says
        if not HERE.search(request.url):
            self.elsewhere.append(request.url)

    def _noted(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def let_in(self, link: str) -> None:
        """Make it the host's by the link of the terminal. Its page is not looked at: every page that a test opens is
        loaded anew."""
        answer = self.context.request.get(self.base + link, max_redirects=0)
        assert answer.status == 303, answer.status

    def open(self, path: str) -> None:
        """Look at a page. One that is just asking anew by itself may come between: then it is asked for again."""
        try:
            self.page.goto(self.base + path)
        except Exception as fault:
            if not any(said in str(fault) for said in ("interrupted by another navigation", "ERR_ABORTED")):
                raise
            self.page.wait_for_load_state()
            self.page.goto(self.base + path)

    def push(self, selector: str) -> None:
        """Press the button or the link of the page that stands here, and wait until the page has answered."""
        before = self._stamp()
        here = self.page.locator(selector).first
        self.tap(here)
        self.taps += 1
        self._settled(before, again=lambda: here.tap(timeout=5000))

    def move(self, action: str, then: Sequence[str] = (), **fields: object) -> Locator:
        """Return the first visible choice that says `action` with these fields, and in the same breath the actions
        named `then`.

        A field that is None must be left open; the fields may also belong to the actions of `then`.
        """

        def fits(found: list[dict[str, object]]) -> bool:
            said = [action, *then] == [each.get("action") for each in found]
            return said and all(ChainMap(*found).get(field) == value for field, value in fields.items())

        return self._choice(fits, f"{action} {fields} {[*then]}")

    def _choice(self, fits: Callable[[list[dict[str, object]]], bool], told: str) -> Locator:
        """Return the first visible choice whose actions `fits` accepts."""
        here = self.page.locator(CHOICES)
        for _ in range(1000):
            try:
                told_by: list[str | None] = here.evaluate_all(SAYS)
            except Exception as fault:  # the page is being left: the next one is asked
                if not _is_leaving(fault):
                    raise
                told_by = []
            for place, text in enumerate(told_by):
                found = said_by(text)
                if found and fits(found):
                    return here.nth(place)
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing on the screen says {told}")

    def do(self, action: str, then: Sequence[str] = (), **fields: object) -> None:
        """Press the choice that says this, and wait until the page has answered."""
        self._press(lambda: self.move(action, then, **fields))

    def take(self, choice: Choice, is_aside: bool) -> None:
        """Press this very choice of a question; what stands beside the course of play (`is_aside`) is folded out."""
        said = json.loads(json.dumps([dict(one) for one in (choice.said, *choice.then)]))
        if is_aside:
            for _ in range(self.page.locator(FOLDED).count()):
                self.page.locator(FOLDED).first.click()
        self._press(lambda: self._choice(lambda found: found == said, str(said)))

    def _press(self, found: Callable[[], Locator]) -> None:
        before = self._stamp()
        self.tap(self._place(found()))
        self.taps += 1
        self._settled(before, again=lambda: self._place(found()).tap(timeout=5000))

    def _place(self, choice: Locator) -> Locator:
        """Return what a finger touches for a choice: the room or the plate, where it stands for one on the board."""
        if not self.js or not choice.evaluate("one => one.matches('.by-map > *') && one.offsetWidth < 2"):
            return choice
        return self.page.locator(f'[data-press="{choice.get_attribute("id")}"]:visible')

    def tap(self, one: Locator | str, **how: Any) -> None:
        """Tap `one` as a person does who reads first: the second of a double tap says nothing (facing.js).

        On a busy machine the table may take the finger for an unmeant one; then tap again, as a person does who sees
        that nothing happened.
        """
        self._read_first(one, lambda here: here.tap(**how))

    def click(self, one: Locator | str) -> None:
        """Click with a mouse."""
        self._read_first(one, lambda here: here.click())

    def _read_first(self, one: Locator | str, press: Callable[[Locator], None]) -> None:
        """Press it after it was read, and wait until the whole page that it leads to is there: a browser shows the
        first lines of one before it has read the last."""
        here = self.page.locator(one) if isinstance(one, str) else one
        box = here.bounding_box()
        place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (0.0, 0.0)
        early = TWICE - (time.monotonic() - self._tapped[2])
        if early > 0 and math.dist(place, self._tapped[:2]) < CLOSE:
            self.page.wait_for_timeout(1000 * early)
        self._meant(here, press)
        if self.js:
            self.page.wait_for_function("() => !window.heard?.isLeaving && document.readyState !== 'loading'")
        else:
            self.page.wait_for_load_state("domcontentloaded")
        self._tapped = (*place, time.monotonic())

    def _meant(self, here: Locator, press: Callable[[Locator], None]) -> None:
        for _ in range(4):
            before = self._heard()
            press(here)
            for _ in range(100 if self.js else 0):
                after = self._heard()
                if after != before:
                    break
                self.page.wait_for_timeout(10)
            if not self.js or after[0] != before[0] or after[2] == before[2]:
                return
            self.page.wait_for_timeout(400)  # longer than facing.js's SETTLED
        raise AssertionError(f"{here} is pressed and never meant")

    def _heard(self) -> tuple[float, int, int]:
        """Return the time origin of this page, the taps that it heard, and how many of them it took for unmeant."""
        try:
            found = self.page.evaluate("window.heard && [performance.timeOrigin, heard.clicks, heard.unmeant]")
        except Exception as fault:  # the page is being left, by what was tapped
            if not _is_leaving(fault):
                raise
            found = None
        return tuple(found or (0.0, 0, 0))

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait until the page has heard of it and is laid out anew."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def touch(self, seat: str) -> None:
        """Touch a seat of the ring."""
        self.push(f'.seat[aria-label^="{seat},"]')

    def tick(self, box: Locator) -> None:
        for tries in range(5, 0, -1):
            try:
                return box.check(force=True)
            except Exception as fault:
                if tries == 1 or "did not change its state" not in str(fault):
                    raise
                self.page.wait_for_timeout(200)
        return None

    def roles(self, players: Sequence[str], roles: Mapping[str, str]) -> None:
        """Pick what some of the players were, who are told in the order of the set-up."""
        for player, role in roles.items():
            self.page.locator(f'input[name="f.role.{players.index(player)}"][value="{role}"]').check()
            self.taps += 1

    @property
    def prompt(self) -> str:
        """The sentence in large type."""
        return self.page.locator("#prompt").inner_text()

    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or 0)

    def shot(self, name: str) -> None:
        """Keep a picture of the screen, to look at after the long run: taking one costs more than most of what is
        tested. The short run only waits for the letters, as taking one does."""
        if is_long() or SHOTS in os.environ:
            ARTIFACTS.mkdir(exist_ok=True)
            self.page.screenshot(path=str(ARTIFACTS / f"{name}.png"))
        elif self.js:
            self.page.wait_for_function("() => document.fonts.status === 'loaded'")  # bears that the page is being left

    def forgive(self, part: str) -> None:
        """Allow the browser to complain about `part`, which the test itself brings about."""
        self.forgiven.append(part)

    def close(self) -> None:
        """Put the device away; it must have had nothing to complain about."""
        self.context.close()
        left = [text for text in self.complaints if not any(part in text for part in self.forgiven)]
        assert not left, [*left, *self.refused]
        assert not self.elsewhere, self.elsewhere

    _STAMP = "[location.href, ...['#table', '#prompt'].map((one) => document.querySelector(one)?.textContent ?? '')]"
    _READY = "document.readyState === 'complete' && !document.querySelector('html[data-busy]')"

    def _stamp(self) -> tuple[int, list[str]]:
        """Return the number of requests so far, and the state of the page."""
        for _ in range(100):
            try:
                found: list[str] = self.page.evaluate(self._STAMP)
                return self._sent, found
            except Exception as fault:  # the page is being left: it is asked of the one that comes
                if not _is_leaving(fault):
                    raise
                self.page.wait_for_timeout(20)
        raise AssertionError("the page never stays")

    def _settled(self, before: tuple[int, list[str]], again: Callable[[], None] = lambda: None) -> None:
        """Wait for the answer. On a busy machine a tap can pass for a hand that rests: then, where nothing was asked of
        the server, it is tapped again. Should the first go out after all, the second hears that the table has changed,
        and the browser notes that 409."""
        sent, stamp = before
        for k in range(1500):
            if k == 300 and self._sent == sent:
                again()
                self.forgive("409")
            try:
                done = self.page.evaluate(f"{self._READY} ? {self._STAMP} : null")
            except Exception as fault:  # the page is being left: what is asked of it is lost with it
                if not _is_leaving(fault):
                    raise
                done = None
            if done and done != stamp:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing happened: {stamp}; complaints: {self.complaints}")


def said_by(text: str | None) -> list[dict[str, object]]:
    """Return the actions that a button or a link of a question says: the JSON of its value, or of its address."""
    kept = parse_qs(urlsplit(text or "").query).get("said", [""])[0] if (text or "").startswith("/") else text
    try:
        found = json.loads(kept or "{}")
    except ValueError:
        return []
    return [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, dict)]


def _is_leaving(fault: Exception) -> bool:
    """Return True if a question to a page was lost because the page is being left."""
    return "context was destroyed" in str(fault) or "navigat" in str(fault)
