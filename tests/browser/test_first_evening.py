"""The first evening by touch: the goal, the box, a lesson at the question, enough of it; no choice gives way to it."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import SIX, House
from tests.browser.sight import ROUND, SIDEWAYS, SIZES
from tests.browser.states import fullest, moments
from tests.browser.tablet import PHONE, PORTRAIT, TABLET, Tablet
from tests.length import later

NEW = {"playthrough": 1, "game": "la-cosa", "players": SIX, "first_evening": True}
OPEN, TUCKED = "#lesson[open]:not([data-tucked])", "#lesson[data-tucked]"
SWITCH = "input[name=first_evening]"
INSIDE = """() => { const box = document.querySelector('#lesson > div').getBoundingClientRect();
  return [box.left >= 0, box.top >= 0, box.right <= innerWidth + 1, box.bottom <= innerHeight + 1, box.width > 60]; }"""


def _said(tablet: Tablet) -> str:
    lesson = tablet.page.locator("#lesson p")
    return str(lesson.inner_text()) if lesson.count() else ""


def test_from_the_box_to_the_first_turn(house: House) -> None:
    words = title("la-cosa").words["es"]
    tablet = house.tablet()
    tablet.open("/new")
    assert tablet.page.locator(SWITCH).is_checked(), "nobody has ever played in this house"
    for k, name in enumerate(SIX[:4]):
        tablet.page.locator("input[name=name]").nth(k).fill(name)
    tablet.tap("button.main")
    tablet.page.wait_for_url("**/goal")
    assert tablet.page.locator(".goal li").all_inner_texts()[0] == words.raw("goal.1")
    box = tablet.page.locator("a.main").bounding_box()
    assert box and box["y"] + box["height"] <= TABLET[1], "the goal is one screen"
    tablet.tap("a.main")
    tablet.page.wait_for_url("**/setup")
    tablet.tap("a.main")
    tablet.page.wait_for_selector(OPEN)
    assert _said(tablet) == words.raw("lessons.draw")
    tablet.do("draw", back="away")
    assert _said(tablet) == words.raw("lessons.act")
    tablet.do("discard")
    assert _said(tablet) == words.raw("lessons.exchange")
    tablet.open("/new")
    assert not tablet.page.locator(SWITCH).is_checked(), "now somebody has"


def test_one_touch_is_enough_of_it_on_this_device(house: House) -> None:
    game = house.tables.open(NEW).id
    tablet, other = house.tablet(), house.tablet()
    for one in (tablet, other):
        one.open(f"/games/{game}")
        assert _said(one)
    tablet.tap("#lesson button")
    tablet.page.wait_for_selector("#lesson", state="detached")
    tablet.do("draw", back="away")
    assert _said(tablet) == ""
    other.page.wait_for_function("() => document.querySelector('#table').dataset.version === '2'")
    assert _said(other)


def test_a_question_that_was_opened_is_not_talked_over(house: House) -> None:
    game = house.tables.open(NEW).id
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.do("draw", back="panic")
    assert _said(tablet) == ""
    guest = house.tablet(host=False)
    guest.open(f"/games/{game}")
    assert _said(guest) == "", "who just watches is asked nothing"


@pytest.mark.parametrize("game", ["la-cosa", *later("la-criatura", "dos-barajas")])
@pytest.mark.parametrize("size", [TABLET, SIDEWAYS, *later(PORTRAIT, PHONE)], ids=str)
def test_the_goal_is_one_screen(house: House, game: str, size: tuple[int, int]) -> None:
    tablet = house.tablet(size=size)
    tablet.open(f"/games/{house.tables.open({**NEW, 'game': game}).id}/goal")
    box = tablet.page.locator("a.main").bounding_box()
    assert box and box["y"] + box["height"] <= size[1]


@pytest.mark.long
@pytest.mark.parametrize("game", ["la-cosa", "la-criatura", "dos-barajas"])
def test_a_lesson_costs_no_choice_its_place(house: House, game: str) -> None:
    """The fullest questions of the largest table and the first one; a lesson that finds no room is one touch away."""
    people = title(game).decklist.most
    first = [one for one in moments(game, people) if not one.said and not one.half]
    wanted = [*first, *(one for one in fullest(game, people) if not one.half and one.said)]
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce")
    faults: list[str] = []
    for moment in wanted:
        tablet.resize(*TABLET)
        tablet.open(moment.open(house, game, first_evening=True))
        # Said long ago, perhaps, in a walk at random: what matters is the room it takes.
        told = tablet.page.locator("#lesson").count()
        for size in SIZES:
            tablet.resize(*size)
            faults += [f"{moment.name} at {size}: {fault}" for fault in tablet.page.evaluate(ROUND)]
            if told and tablet.page.locator(TUCKED).count():
                tablet.tap("#lesson summary")
                assert all(tablet.page.evaluate(INSIDE)), (moment.name, size)
    assert faults == []


@pytest.mark.parametrize("size", [TABLET, SIDEWAYS, *later((1024, 768), PORTRAIT)], ids=str)
def test_the_first_turn_is_taught_without_a_touch(house: House, size: tuple[int, int]) -> None:
    """Six people: the lessons of the first turn stand open at every size, whichever way the question is turned."""
    game = house.tables.open(NEW).id
    tablet = house.tablet(size=size)
    tablet.open(f"/games/{game}")
    for said in ({"action": "draw", "back": "away"}, {"action": "discard"}, {"action": "respond"}):
        tablet.page.wait_for_selector(OPEN)
        tablet.shot(f"first-evening-{said['action']}-{size[0]}")
        tablet.do(**said)  # type: ignore[arg-type]
    tablet.page.wait_for_selector(OPEN)


def test_the_goal_is_read_aloud_at_one_touch_and_stopped_by_the_next(house: House) -> None:
    tablet = house.tablet()
    tablet.page.add_init_script(
        "window.heard = []; speechSynthesis.speak = (one) => heard.push(one.text);"
        "speechSynthesis.cancel = () => heard.push('stop')"
    )
    tablet.open(f"/games/{house.tables.open(NEW).id}/goal")
    label = tablet.page.locator(".listen").inner_text()
    tablet.tap(".listen")
    heard = tablet.page.evaluate("heard")
    assert title("la-cosa").words["es"].raw("goal.1") in heard[-1], "no setting asked for it, a finger did"
    assert tablet.page.locator(".listen").inner_text() != label
    tablet.tap(".listen")
    assert tablet.page.evaluate("heard")[-1] == "stop" and tablet.page.locator(".listen").inner_text() == label
