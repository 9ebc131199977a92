"""A real browser before the table: presses what it sees, and takes note of everything the browser complains about."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
ARTIFACTS = Path(__file__).parents[1] / "_artifacts"
TABLET, LAPTOP, PORTRAIT, PHONE = (1180, 820), (1280, 800), (800, 1280), (390, 844)
HERE = re.compile(r"127\.0\.0\.1|localhost")


def launched(playwright: Playwright) -> Browser:
    """The system's Chromium where there is one, else Playwright's own."""
    found = (
        os.environ.get("COMPANION_BROWSER")
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    return playwright.chromium.launch(executable_path=found, args=ARGUMENTS)


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
        self.context.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._noted)
        self.page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        self.page.on("request", lambda asked: None if HERE.search(asked.url) else self.elsewhere.append(asked.url))

    def _noted(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def open(self, path: str) -> None:
        """Look at a page."""
        self.page.goto(self.base + path)

    def choice(self, label: str) -> Locator:
        """What can be pressed and says this."""
        exact = re.compile(rf"^\s*{re.escape(label)}")
        return self.page.locator("main button:visible, main a:visible:not(.seat)").filter(has_text=exact).first

    def press(self, label: str) -> None:
        """Press it, and wait until the page has answered."""
        before = self._stamp()
        self.choice(label).tap()
        self.taps += 1
        self._settled(before, again=lambda: self.choice(label).tap(timeout=5000))

    def touch(self, seat: str) -> None:
        """Touch a seat of the ring."""
        before = self._stamp()
        self.page.locator(f'.seat[aria-label^="{seat},"]').tap()
        self.taps += 1
        self._settled(before)

    def pick(self, group: str, label: str) -> None:
        """Pick one of a few in the group of this name."""
        legend = self.page.locator("legend", has_text=re.compile(rf"^{re.escape(group)}$"))
        self.page.locator("fieldset", has=legend).get_by_label(label, exact=True).check()
        self.taps += 1

    @property
    def prompt(self) -> str:
        """The sentence in large type."""
        return self.page.locator("#prompt").inner_text()

    def version(self) -> int:
        """The version on the screen."""
        return int(self.page.locator("#table").get_attribute("data-version") or 0)

    def shot(self, name: str) -> Path:
        """Keep a picture of the screen."""
        ARTIFACTS.mkdir(exist_ok=True)
        path = ARTIFACTS / f"{name}.png"
        self.page.screenshot(path=str(path))
        return path

    def close(self) -> None:
        """Put the device away; it must have had nothing to complain about."""
        self.context.close()
        assert self.complaints == []
        assert self.elsewhere == []

    _STAMP = "[location.href, ...['#table', '#prompt'].map((one) => document.querySelector(one)?.textContent ?? '')]"
    _READY = "document.readyState === 'complete' && !document.querySelector('html[data-busy]')"

    def _stamp(self) -> list[str]:
        found: list[str] = self.page.evaluate(self._STAMP)
        return found

    def _settled(self, before: list[str], again: Callable[[], None] = lambda: None) -> None:
        """Wait for the answer. On a busy machine a tap can pass for a hand that rests: then it is tapped again."""
        for k in range(1000):
            if k == 300:
                again()
            try:
                done = self.page.evaluate(f"{self._READY} ? {self._STAMP} : null")
            except Exception as fault:  # the page is being left: what is asked of it is lost with it
                if "context was destroyed" not in str(fault) and "navigat" not in str(fault):
                    raise
                done = None
            if done and done != before:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing happened: {before}; complaints: {self.complaints}")
