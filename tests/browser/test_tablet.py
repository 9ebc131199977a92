"""The device of these tests: what it tells of a page is told of the whole of it."""

from __future__ import annotations

from tests.browser.conftest import House


def test_a_tap_waits_for_the_last_line_of_the_page_it_leads_to(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/")
    line = tablet.context.new_cdp_session(tablet.page)
    slow = {"offline": False, "latency": 0, "downloadThroughput": 20_000, "uploadThroughput": 20_000}  # bytes a second
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", slow)
    tablet.tap(tablet.page.locator("main a[href='/new']").first)
    assert tablet.page.locator("form.new button.main").count() == 1
