"""How fast a page runs is told by the page."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.lab.bench.app_speed import score


def test_a_page_has_a_score(browser: Browser) -> None:
    page = browser.new_page()
    assert score(page) > 20
    page.close()
