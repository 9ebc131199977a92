"""Help on a phone: loaded once with the table; from then on no request, whatever is opened, looked for or read."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import PHONE, TABLET
from tests.browser.test_seats import SIDEWAYS, sitting

EVER = ("/api/health", "/events", "/screens/mine", "/scan/evening")
"""Requests that a phone repeats all the time, read or not."""


# A phone on its side and upright ask the same, and so does a seat's whatever its size.
@pytest.mark.parametrize(
    ("is_seat", "size"),
    [
        (True, PHONE), (False, TABLET),
        *(pytest.param(*more, marks=pytest.mark.long) for more in (
            (True, TABLET), (False, PHONE), (True, SIDEWAYS), (False, SIDEWAYS),
        )),
    ],
)  # fmt: skip
def test_nothing_is_asked_whatever_is_read(house: House, size: tuple[int, int], is_seat: bool) -> None:
    game = house.game()
    phone = sitting(house, game, 0, size) if is_seat else house.tablet(host=False, size=size)
    asked: list[str] = []
    phone.page.on("request", lambda one: asked.append(one.url.removeprefix(house.base)))
    with phone.page.expect_response(f"**/games/{game}/help") as loaded:
        phone.open(f"/games/{game}")
    assert loaded.value.ok
    phone.page.wait_for_selector("#live.on")
    phone.page.wait_for_selector("link[href*='help.css']", state="attached")
    phone.page.wait_for_function("() => document.querySelector(\"link[href*='help.css']\").sheet !== null")
    phone.page.wait_for_function("() => document.fonts.status === 'loaded'")
    asked.clear()
    page = phone.page
    page.locator("nav a[data-help]").tap()
    page.wait_for_selector("#help-box[open]")
    for part in ("goal", "turn", "side-1", "side-2", "side-3", "end", "card-lanzallamas", "card-infectado"):
        page.locator(f"#help-{part} > summary").tap()
        page.wait_for_selector(f"#help-{part}[open] > :not(summary)")
    page.fill("#find-here", "cuarent")
    assert page.locator("#help-card-cuarentena[open]").is_visible()
    assert not page.locator("#help-card-infectado").is_visible()
    page.fill("#find-here", "qqqq")
    assert page.locator(".none-found").is_visible()
    phone.shot(f"help-{size[0]}")
    page.fill("#find-here", "")
    wide = page.evaluate(
        "document.getElementById('help-box').scrollWidth - document.getElementById('help-box').clientWidth"
    )
    assert wide <= 0
    page.locator("#help-box > .close").tap()
    page.wait_for_selector("#help-box", state="hidden")
    page.locator("nav a[data-help]").tap()
    page.wait_for_selector("#help-box[open]")
    phone.shot(f"help-open-{size[0]}")
    assert [one for one in asked if not any(ever in one for ever in EVER)] == []
