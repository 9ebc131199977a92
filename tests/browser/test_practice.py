"""The practice evening by touch: what lights up is touched, and in two minutes it is over."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import PHONE, TABLET

MOST_TOUCHES = 16


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_touching_what_lights_up_leads_to_the_end(house: House, size: tuple[int, int]) -> None:
    tablet = house.tablet(size=size)
    tablet.open("/")
    tablet.tap(".practice button")
    tablet.page.wait_for_selector("#coach")
    said = []
    for _ in range(MOST_TOUCHES):
        coach = tablet.page.locator("#coach p").first
        said.append(coach.inner_text())
        if tablet.page.locator("#coach a.main").count():
            break
        lit = tablet.page.locator(".led:not(.seat)")
        assert lit.count() == 1
        box = lit.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= size[1], f"{said[-1]}: out of sight"
        tablet.tap(lit)
        tablet.page.wait_for_function("said => document.querySelector('#coach p').innerText !== said", arg=said[-1])
    assert tablet.page.locator("#coach a.main").is_visible()
    assert len(said) == 14 and any("gris" in one for one in said)
    tablet.tap("header nav a[href='/']")
    tablet.page.wait_for_selector(".practice button")
    assert tablet.page.locator(".game").count() == 0
