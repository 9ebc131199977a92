"""Choices made while a refresh is on its way: the page's GET is held, a choice is made, the answer is let go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import SIX, House
from tests.browser.tablet import Tablet
from tests.browser.test_golden_evenings import accepted
from tests.browser.test_live import shows
from tests.browser.waiting import until
from tests.length import later

SKIPPED, SHOWN = "input[name='f.skipped']", "label.segment:has(input[name='f.shown'][value=Beto])"
"""Number of panics put aside, and the box that says Beto has shown the hand."""
NAME = "#question input[name='f.to']"
"""New name of a player."""
MINUS, PLUS = (f".stepper:has(input[name='f.skipped']) [data-step='{step}']" for step in ("-1", "1"))
TEN = [*SIX, "Gus", "Hugo", "Inés", "Juan"]
Said = dict[str, Any]
DRAW: Said = {"action": "draw", "player": "Ana", "back": "away"}
DISCARD: Said = {"action": "discard", "player": "Ana"}
SHOW: Said = {"action": "show", "player": "Dani", "to": "Eva"}


def two(tablet: Tablet) -> None:
    """Count two panics that were put aside: one too many, and that back again."""
    for step in (PLUS, PLUS, PLUS, MINUS):
        tablet.tap(step)


def watching(house: House, game: str) -> Tablet:
    """Return a tablet before the table, its line up."""
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.page.wait_for_selector("#live.on")
    return tablet


def meanwhile(page: Page, happens: Callable[[], object], chosen: Callable[[], object]) -> None:
    """Let `happens` change the table, and hold the page's own GET for it until `chosen` is done."""
    held: list[Route] = []
    is_open: list[bool] = []

    def asked(route: Route) -> None:
        if is_open:
            route.continue_()
        else:
            held.append(route)

    page.route(lambda url: "/games/" in url and "/api/" not in url, asked)
    happens()
    until(page, lambda: held)  # the page asks for the table as it is now
    chosen()
    is_open.append(True)
    for route in held:
        route.continue_()
    page.wait_for_function("() => !document.querySelector('html[data-busy]')")
    page.unroute_all()


def test_a_number_chosen_meanwhile_stays_and_is_sent(house: House) -> None:
    game = house.game(None, DRAW, DISCARD)
    one = watching(house, game)
    one.tap("#more-fields > summary")
    skipped = one.page.locator(SKIPPED)
    meanwhile(one.page, lambda: house.tables.say(game, SHOW), lambda: two(one))
    assert "Dani" in one.page.inner_text(".lines li:first-child")
    assert skipped.input_value() == "2"
    one.do("respond", card="no-gracias")
    said = house.tables.playing(game).entries[-1].action
    assert (said["action"], said["skipped"]) == ("respond", 2)


@pytest.mark.short
def test_ticked_boxes_and_a_name_chosen_meanwhile_stay(house: House) -> None:
    game = house.game(TEN, {**DRAW, "back": "panic", "card": "revelaciones"})
    one = watching(house, game)
    box, infected = one.page.locator(f"{SHOWN} input"), "label.segment:has(input[name='f.infected'][value=Carla])"

    def chosen() -> None:
        one.tap(SHOWN)
        one.tap(infected)

    meanwhile(one.page, lambda: house.tables.say(game, SHOW), chosen)
    assert "Dani" in one.page.inner_text(".lines li:first-child")
    assert box.is_checked()
    assert one.page.locator(f"{infected} input").is_checked()
    box.focus()  # by keys: the space bar lets go of it, and the table as it comes does not tick it again
    meanwhile(one.page, lambda: house.tables.say(game, SHOW), lambda: one.page.keyboard.press("Space"))
    assert not box.is_checked()
    assert one.page.locator(f"{infected} input").is_checked()
    assert box.evaluate("one => one === document.activeElement")


def test_a_die_chosen_meanwhile_stays(house: House) -> None:
    setup, actions = accepted("three-people")
    game = house.tables.open(setup).id
    for action in actions:
        if action["action"] == "tie":
            break
        house.tables.say(game, action)
    one = watching(house, game)
    die = one.page.locator("fieldset.dice .segment").nth(3)
    names = setup["players"]
    show = {"action": "show", "player": names[0], "to": names[1]}
    meanwhile(one.page, lambda: house.tables.say(game, show), die.tap)
    assert die.locator("input").is_checked()
    assert one.page.locator("fieldset.dice input:checked").count() == 1


def test_a_field_being_typed_in_stays_with_its_finger(house: House) -> None:
    game = house.game(None, DRAW)
    one = watching(house, game)
    one.open(f"/games/{game}?v=2&said=" + '{"action":"rename","player":"Ana"}')
    one.page.wait_for_selector("#live.on")
    name = one.page.locator(NAME)

    def typed() -> None:
        one.tap(name)
        name.press("End")
        name.press_sequentially("bel")

    meanwhile(one.page, lambda: house.tables.say(game, SHOW), typed)
    one.page.wait_for_selector("#live.kept")
    assert "sigue aquí" in one.page.inner_text("#live")
    one.page.keyboard.type("la")
    assert name.input_value() == "Anabella"


def test_what_a_refusal_brought_back_is_not_wiped_by_the_next_change(house: House) -> None:
    game = house.game(None, DRAW)
    one = watching(house, game)
    one.open(f"/games/{game}?v=2&said=" + '{"action":"rename","player":"Ana"}')
    one.page.wait_for_selector("#live.on")
    name = one.page.locator(NAME)
    name.fill("Beto")
    one.do("rename", player="Ana")
    assert one.page.locator("#notice").count() == 1
    one.tap("#prompt")
    house.tables.say(game, SHOW)
    one.page.wait_for_selector("#live.kept")
    assert name.input_value() == "Beto"
    one.forgive("422")


def test_a_choice_that_is_no_longer_asked_goes_and_is_told(house: House) -> None:
    game = house.game(None, DRAW, DISCARD)
    one = watching(house, game)
    one.tap("#more-fields > summary")
    skipped = one.page.locator(SKIPPED)
    answer = {"action": "respond", "player": "Beto", "card": None}
    draw = {**DRAW, "player": "Beto"}

    def happens() -> None:
        for said in (answer, draw, {**DISCARD, "player": "Beto"}):
            house.tables.say(game, said)

    meanwhile(one.page, happens, lambda: two(one))
    one.page.wait_for_selector("#live.dropped")
    assert "ya no hace falta" in one.page.inner_text("#live")
    shows(one, "Beto y Carla intercambian una carta")
    assert skipped.input_value() == "", "what was chosen for Ana and Beto is not said of Beto and Carla"


# Two changes are one and another one.
@pytest.mark.parametrize("times", [2, *later(1)])
def test_a_choice_made_before_the_change_stays_too(house: House, times: int) -> None:
    game = house.game(None, DRAW, DISCARD)
    one = watching(house, game)
    one.tap("#more-fields > summary")
    skipped = one.page.locator(SKIPPED)
    two(one)
    for _ in range(times):
        version = house.tables.say(game, SHOW).version
        one.page.wait_for_selector(f"#table[data-newest='{version}']")
    assert skipped.input_value() == "2"
