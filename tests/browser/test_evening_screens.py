"""The screens: the table moved to another one by a code, the lock, the keyboard alone, kept awake, out of reach."""

from __future__ import annotations

from tests.browser.conftest import House
from tests.browser.tablet import OTHERS


def test_to_an_end_by_keys_alone(house: House) -> None:
    game, tablet = house.at(players=["Ana", "Beto", "Carla", "Dani"], size=(1280, 800))
    page = tablet.page

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("what => document.activeElement.matches(what)", selector):
                return
        raise AssertionError(selector)

    tab_to(OTHERS)
    page.keyboard.press("Enter")
    page.keyboard.press(page.locator("a[data-key][href*='la-cosa-caught']").get_attribute("data-key") or "")
    page.wait_for_selector("#question .main")
    for number, role in enumerate(("la-cosa", "human", "human", "human")):  # none is chosen before: arrows choose
        tab_to(f"input[name='f.role.{number}']")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
            if page.locator(f"input[name='f.role.{number}'][value={role}]").is_checked():
                break
    tab_to("#question .main")
    page.keyboard.press("Enter")
    page.wait_for_selector("#recap, #notice")
    assert house.tables.seen(game).state["winners"] == ["Beto", "Carla", "Dani"]
