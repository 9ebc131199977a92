"""The start as it is seen: people round the table, long names whole, the box made ready one step at a time."""

from __future__ import annotations

import itertools
import math
import re

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import BEGIN, LAPTOP, PHONE, PORTRAIT, TABLET, THEN_THE_BOX, Tablet
from tests.length import later

DRAWN = {"action": "draw", "player": "Ana", "back": "away"}
"""Something said: who only typed their names has not played."""


def names(tablet: Tablet) -> list[str]:
    """Return the names in the form, in order."""
    return [box.input_value() for box in tablet.page.locator('input[name="name"]').all() if box.input_value()]


def begin(tablet: Tablet) -> None:
    """Go from the form through the set-up to the table."""
    tablet.click(tablet.page.locator("button.main").first)
    tablet.page.wait_for_url(re.compile("/(goal|setup)$"))
    if tablet.page.url.endswith("/goal"):  # the first game of a house
        tablet.click(THEN_THE_BOX)
    tablet.click(BEGIN)
    tablet.page.wait_for_selector("#prompt")


ROOMY = [(1024, 768), PHONE, *later(TABLET, LAPTOP, PORTRAIT, (1366, 1024))]
STANDS = """() => [...document.querySelectorAll('.names li')].map((one) => {
  const at = one.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; })"""
SEEN = """() => ['.names li', 'button.main', '.lot', '.rulings > summary']
  .flatMap((all) => [...document.querySelectorAll(all)]).filter((one) => {
    const at = one.getBoundingClientRect();
    const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
    const isSeen = one.contains(top) || top?.contains(one);
    return at.bottom > innerHeight || at.right > innerWidth || at.x < 0 || !isSeen; })
  .map((one) => one.className || one.textContent)"""


@pytest.mark.parametrize("size", ROOMY, ids=str)
def test_six_people_sit_round_the_table_on_one_screen(house: House, size: tuple[int, int]) -> None:
    last = house.game(None, DRAWN)
    tablet = house.tablet(size=size)
    tablet.open("/new")
    tablet.push(".same")
    assert f"again={last}" in tablet.page.url and names(tablet) == SIX
    assert tablet.page.evaluate(SEEN) == []
    stands = tablet.page.evaluate(STANDS)
    x, y = (sum(axis) / len(stands) for axis in zip(*stands, strict=True))
    turns = [math.degrees(math.atan2(b - y, a - x)) % 360 for a, b in stands]
    assert 80 < turns[0] < 100, "the first does not sit below"
    steps = [(after - before) % 360 for before, after in itertools.pairwise([*turns, turns[0]])]
    assert round(sum(steps)) == 360 and all(0 < step < 130 for step in steps), "not once round, clockwise"
    begin(tablet)
    assert tablet.taps == 1


LONG = ["Maximiliano", "Bartolomé", "Maximiliana", "Íñigo", "Guadalupe", "Inmaculada"]
CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"
"""The names that do not fit their boxes."""
STARS = """() => { const tools = document.querySelector(".around li:focus-within .tools").getBoundingClientRect();
  return [...document.querySelectorAll(".begins span")].map((one) => one.getBoundingClientRect())
    .filter((at) => at.right > tools.x && at.x < tools.right && at.bottom > tools.y && at.y < tools.bottom).length; }"""
"""Number of stars under the tools of the name that is being written."""


def test_long_names_are_whole_in_a_window_of_any_width(house: House) -> None:
    tablet = house.tablet(size=(800, 600))
    tablet.open(f"/new?again={house.game(LONG, {**DRAWN, 'player': LONG[0]})}")
    boxes = tablet.page.locator('input[name="name"]')
    for width, height in ((800, 600), (960, 540), (1024, 600), TABLET, PHONE, PORTRAIT):
        tablet.resize(width, height)
        assert boxes.evaluate_all(CUT) == [], (width, height)
        boxes.first.focus()
        assert tablet.page.evaluate(STARS) == 0, (width, height)


@pytest.mark.parametrize("name", ["la-cosa", *later("la-criatura", "dos-barajas", "the-thing")])
@pytest.mark.parametrize("js", [True, *later(False)])
def test_the_table_is_made_ready_one_step_at_a_time(house: House, name: str, js: bool) -> None:
    game = house.tables.open({"playthrough": 1, "game": name, "players": SIX}).id
    tablet = house.tablet(js=js)
    tablet.open(f"/games/{game}/setup")
    steps, begin = tablet.page.locator(".steps li"), tablet.page.locator(".steps .main")
    assert steps.count() >= 6 and begin.get_attribute("href") == f"/games/{game}"
    assert tablet.page.locator(".sits .seat").count() == len(SIX)
    for k, step in enumerate(steps.all()):
        shown = [one for one in steps.all() if one.locator(".drawn").is_visible()]
        assert len(shown) == 1 and shown[0].inner_text() == step.inner_text(), "not one step at a time"
        pictures = step.locator(".drawn svg")
        assert pictures.count() and all(one.is_visible() for one in pictures.all()), f"no picture at step {k + 1}"
        box = step.locator(".ready").bounding_box()
        assert box and box["y"] + box["height"] <= TABLET[1], f"step {k + 1} is out of sight"
        step.locator("label").click(position={"x": 40, "y": 40})
        assert step.locator("input").is_checked()
    assert not any(one.locator(".drawn").is_visible() for one in steps.all())
    under = """() => { for (let x = innerWidth / 2; x < innerWidth; x += 20)
      for (let y = 300; y < innerHeight; y += 20) {
        const said = document.elementFromPoint(x, y)?.closest('.said'); if (said) return said.textContent; } }"""
    assert not tablet.page.evaluate(under), "of what is done the tick alone is seen"
