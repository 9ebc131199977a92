"""Waits before a browser, which has to be heard meanwhile: for what is to be, as long as a person reads, or for what
must not come."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

READS = 500
"""ms: longer than facing.js's SETTLED and TWICE. A touch on what has only just come, or the second of a double tap, was
not meant, and says nothing."""


def until(page: Page, holds: Callable[[], object], tries: int = 1000) -> None:
    """Wait until something holds that this process knows, and no selector can ask for."""
    for _ in range(tries):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it did not come about")


def reading(page: Page, ms: float = READS) -> None:
    """Wait as long as a person takes to read what has just come."""
    page.wait_for_timeout(ms)


def nothing_comes(page: Page, ms: float) -> None:
    """Give what must not come the time to come. The state that the next assertion checks has to be reached already."""
    page.wait_for_timeout(ms)
