"""The form of a new game by keys: Enter leads from name to name, and only the button makes a game."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import BEGIN, PHONE, TABLET, THEN_THE_BOX
from tests.length import later

FOCUSED = "[...document.querySelectorAll('input[name=name]')].indexOf(document.activeElement)"


@pytest.mark.parametrize("size", [TABLET, *later(PHONE)], ids=["tablet", "phone"])
def test_six_names_by_typing_and_enter(house: House, size: tuple[int, int]) -> None:
    tablet = house.tablet(size=size)
    tablet.open("/new")
    page = tablet.page
    page.locator("input[name=name]").first.tap()
    for k, name in enumerate(SIX):
        assert page.evaluate(FOCUSED) == k
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {FOCUSED} === {k + 1}")
        assert house.tables.headings() == [], "Enter made a game"
    assert [box.input_value() for box in page.locator("input[name=name]").all()] == [*SIX, ""]
    page.keyboard.press("Enter")  # no more people: the keyboard goes away, and nothing is sent
    assert page.evaluate(FOCUSED) == -1
    page.locator(".more-of summary").tap()
    page.fill("#label", "Viernes")
    page.press("#label", "Enter")
    assert house.tables.headings() == []
    tablet.shot(f"new-by-keys-{size[0]}")
    page.locator("button.main").first.tap()
    page.locator(THEN_THE_BOX).tap()
    page.locator(BEGIN).tap()
    (heading,) = house.tables.headings()
    assert (heading.players, heading.name) == (tuple(SIX), "Viernes")


@pytest.mark.short
def test_enter_in_the_middle_leads_to_the_next_name(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/new")
    boxes = tablet.page.locator("input[name=name]")
    boxes.nth(3).fill("Dani")
    boxes.nth(0).fill("Ana")
    boxes.nth(0).press("Enter")
    assert tablet.page.evaluate(FOCUSED) == 1
    boxes.nth(3).press("Enter")  # the last row: back to the first that is empty
    assert tablet.page.evaluate(FOCUSED) == 1


def test_the_pile_shows_the_back_that_is_known(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    colours = []
    for back in ("away", "panic"):
        house.tables.say(game, {"action": "next", "back": back})
        tablet.open(f"/games/{game}")
        colours.append(tablet.page.evaluate("getComputedStyle(document.querySelector('#pile-draw rect')).stroke"))
        tablet.shot(f"pile-{back}")
    tones = tablet.page.evaluate("""['action', 'panic'].map((name) => {
        const probe = document.createElement('i'); probe.style.color = `var(--${name})`; document.body.append(probe);
        return getComputedStyle(probe).color; })""")
    assert colours == tones and tones[0] != tones[1]
    assert "Arriba" in (tablet.page.text_content("#pile-draw .label") or "")
