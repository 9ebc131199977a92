"""A referee's evening by touch: what is due, and one's own phone that shows the cards and is answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.service.referee import checks, private_reveal
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, TABLET
from tests.browser.touch import sweep
from tests.length import later


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_reveal, "SETTLED", 0.1)
    monkeypatch.setattr(checks, "TICK", 0.05)


@pytest.mark.parametrize("size", [TABLET, *later(PHONE)], ids=["tablet", "phone"])
def test_what_is_due_can_be_touched_and_read(house: House, size: tuple[int, int]) -> None:
    _, tablet = house.at(
        players=["María Fernanda de la Concepción Ruiz", "Beto", "Carla", "Dani"], page="/scan/judge", size=size
    )
    tablet.click("form.evening button[value=on]")
    expect(tablet.page.locator("#referee-due")).to_be_visible()
    tablet.click("#referee-due summary")
    assert sweep(tablet, "referee due", lights=True) == []
    title = tablet.page.locator(".bar .home span").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert title, "the name of the game is cut"
