"""First load of a table of twelve: the files that a device fetches, and the page's reports of its speed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.web.server.context import LANGUAGE_COOKIE
from tests.browser.conftest import House
from tests.lab.bench.app_speed import score

MOST, MOST_OF_ALL = 151_000, 160_500
"""Bytes: until the table stands there, and with what comes when it does (cards held up, the copy of the game)."""
MOST_OF_LETTERS = 7_500
"""Bytes of the typeface for letters that the Latin one lacks, and of those letters, two bytes each."""
LATE = """() => {
  const stood = performance.getEntriesByType("navigation")[0].loadEventStart;
  return performance.getEntriesByType("resource").filter((one) => one.startTime >= stood).map((one) => one.name);
}"""


@pytest.mark.parametrize("lang", ["es", *(pytest.param(one, marks=pytest.mark.long) for one in ("de", "pl", "ru"))])
def test_the_first_load_of_a_table_of_twelve_is_small_on_the_wire(house: House, lang: str) -> None:
    """In Russian with the typeface for its letters."""
    game = house.game([f"Persona número {k} de la mesa" for k in range(12)])
    tablet = house.tablet()
    tablet.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": lang, "url": house.base}])
    line = tablet.context.new_cdp_session(tablet.page)
    asked: dict[str, str] = {}
    weighed: dict[str, float] = {}

    def came(event: dict[str, Any]) -> None:
        weighed[asked[event["requestId"]]] = event["encodedDataLength"]

    line.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    line.on("Network.loadingFinished", came)
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    with (
        tablet.page.expect_request_finished(lambda one: one.url.endswith("/qr.js")),
        tablet.page.expect_request_finished(lambda one: one.url.endswith("/faces")),
    ):
        tablet.open(f"/games/{game}")
    late = {*tablet.page.evaluate(LATE)}
    first = {path: size for path, size in weighed.items() if path not in late}
    assert {"app.css", "live.js", "motion.js", "barlow-condensed-bold.woff2"} <= {
        path.rpartition("/")[2].partition("?")[0] for path in first
    }
    assert {"qr.js", "faces"} <= {path.rpartition("/")[2] for path in late}
    letters = MOST_OF_LETTERS if lang == "ru" else 0
    assert sum(first.values()) <= MOST + letters, sorted(first.items(), key=lambda one: -one[1])
    assert sum(weighed.values()) <= MOST_OF_ALL + letters


def test_a_page_has_a_score(browser: Browser) -> None:
    page = browser.new_page()
    assert score(page) > 20
    page.close()
