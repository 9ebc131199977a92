"""The start: people remembered, seats dragged, the first by lot, house rules, a latecomer, three games in a row."""

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


@pytest.mark.parametrize("js", [True, False])
def test_people_of_other_evenings_are_seated_by_tapping(house: House, js: bool) -> None:
    house.game(None, DRAWN)
    tablet = house.tablet(js=js)
    tablet.open("/new")
    for name in ("Carla", "Ana", "Fede", "Beto", "Eva"):
        tablet.click(f".chips button[data-seat={name}]")
    tablet.page.locator('input[name="name"][value="Eva"], .names li:nth-child(5) input[name="name"]').first.wait_for()
    assert names(tablet) == ["Carla", "Ana", "Fede", "Beto", "Eva"]
    assert tablet.page.locator(".chips button").all_inner_texts() == ["Dani"]
    tablet.page.locator("input[name=first][value=lot]").check()
    begin(tablet)
    said = house.tables.playing(house.tables.headings()[0].id).entries[0].action
    assert said["players"] == ["Carla", "Ana", "Fede", "Beto", "Eva"]
    assert said["first"] in SIX


@pytest.mark.short
def test_seats_are_dragged_round_the_ring(house: House) -> None:
    house.game(None, DRAWN)
    tablet = house.tablet()
    tablet.open("/new")
    for name in ("Ana", "Beto", "Carla", "Dani"):
        tablet.click(f".chips button[data-seat={name}]")
    tablet.page.locator("input[name=first][value='1']").check()
    grips = tablet.page.locator(".names li .number")
    start, end = grips.nth(3).bounding_box(), grips.nth(1).bounding_box()
    assert start and end
    tablet.page.mouse.move(start["x"] + 20, start["y"] + 20)
    tablet.page.mouse.down()
    tablet.page.mouse.move(end["x"] + 40, end["y"] + 30, steps=5)
    tablet.page.mouse.up()
    assert names(tablet) == ["Ana", "Dani", "Beto", "Carla"]
    tablet.shot("evening-new")
    begin(tablet)
    assert tablet.prompt == "Beto roba una carta"


@pytest.mark.short
def test_a_plate_goes_on_with_the_arrows(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/new")
    for k, name in enumerate(("Ana", "Beto", "Carla", "Dani")):
        tablet.page.locator("input[name=name]").nth(k).fill(name)
    grip = tablet.page.locator(".names li .number").nth(1)
    grip.press("ArrowRight")
    assert names(tablet) == ["Ana", "Carla", "Beto", "Dani"]
    assert "Beto" in (tablet.page.evaluate("document.activeElement.getAttribute('aria-label')") or "")


def test_who_is_written_down_comes_back_from_a_page_of_the_box(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/new?box=the-thing/the-thing")
    tablet.page.locator("input[name=name]").first.fill("Ana")
    tablet.tap(".links a[href^='/board']")
    tablet.page.wait_for_url("**/board?**")
    tablet.open("/new?box=the-thing/the-thing")
    tablet.page.wait_for_selector("input[name=name][value=Ana]")


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


def test_the_line_of_rulings_says_how_many_are_the_tables_own(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/new")
    line = tablet.page.locator(".rulings > summary")
    usual = line.inner_text()
    line.tap()
    own = tablet.page.locator("[data-usual] .segment:has(input:not(:checked))")
    own.nth(0).tap()
    assert line.inner_text() != usual and "1" in line.inner_text()
    tablet.tap(tablet.page.locator("[data-usual]").nth(0).locator(".segment").nth(0))
    assert line.inner_text() == usual


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


def test_a_long_name_is_written_smaller_and_of_the_longest_the_end_is_seen(house: House) -> None:
    tablet = house.tablet(size=PHONE)
    tablet.open("/new")
    long, longest, short = "María Fernanda Ruiz", "María Fernanda de la Concepción Ruiz Gil", "Ana"
    for k, name in enumerate((long, longest, short)):
        tablet.page.locator("input[name=name]").nth(k).fill(name)
    tablet.page.locator("h1").tap()
    seen = """() => [...document.querySelectorAll('input[name=name]')].slice(0, 3).map((one) => [
      parseFloat(getComputedStyle(one).fontSize), one.scrollWidth - one.clientWidth, one.scrollLeft])"""
    (small, over, _), (least, cut, moved), (usual, *_) = tablet.page.evaluate(seen)
    assert least <= small < usual and over <= 1
    assert cut > 1 and moved >= cut - 1, "its end is in sight"
