"""Names of twelve people in ten scripts: none stands over the edge of its plate, on five sizes of screen."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import PHONE, PORTRAIT, TABLET
from tests.engine.test_scripts import OF_ALL_PEOPLES
from tests.length import later

OVER = """() => {
  const shown = [...document.querySelectorAll(".ring .name")].filter((one) => one.getComputedTextLength());
  return shown.map((one) => {
    const plate = one.closest(".turned").querySelector(".plate").getBoundingClientRect();
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [one.textContent, Math.round(Math.max(plate.left - left, right - plate.right, plate.top - top))];
  });
}"""
"""How far each name that is shown stands over its plate, in CSS px. What is turned is measured by the box around it."""
LAST = """() => {
  const last = document.querySelector(".dock.last").getBoundingClientRect();
  const plates = [...document.querySelectorAll(".ring .plate")].map((one) => one.getBoundingClientRect());
  return plates.filter((one) => one.bottom > last.top && one.top < last.bottom && one.left < last.right).length;
}"""
"""How many plates lie under what was said last, as those read it who lead nothing."""
TURNED = 2
"""CSS px by which the box around turned letters is larger than they are."""


@pytest.mark.parametrize("size", [TABLET, *later((1024, 768), PORTRAIT, (844, 390)), PHONE])
def test_names_of_all_peoples_stay_on_their_plates(house: House, size: tuple[int, int]) -> None:
    _, tablet = house.at(
        {"action": "draw", "player": OF_ALL_PEOPLES[0], "back": "away"}, players=[*OF_ALL_PEOPLES], size=size
    )
    tablet.page.wait_for_function("document.fonts.status === 'loaded'")
    tablet.page.wait_for_selector("#table[data-fitted]")
    over = dict(tablet.page.evaluate(OVER))
    assert len(over) == 12
    assert {name: px for name, px in over.items() if px > TURNED} == {}
    tablet.shot(f"names-{size[0]}")
    wide = tablet.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "long names make no page wider than the screen"


@pytest.mark.long
@pytest.mark.parametrize("size", [TABLET, (844, 390)])
def test_what_was_said_last_lies_over_nobody(house: House, size: tuple[int, int]) -> None:
    _, guest = house.at(players=[*OF_ALL_PEOPLES], size=size, host=False)
    assert guest.page.evaluate(LAST) == 0
