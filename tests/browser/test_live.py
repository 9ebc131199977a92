"""What is said after a touch comes into sight, wherever the page was and whichever way the question is turned."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route

from tests.browser.conftest import SIX, House
from tests.browser.tablet import Tablet


def shows(tablet: Tablet, prompt: str) -> None:
    """Wait until the page shows this prompt by itself."""
    tablet.page.wait_for_function("text => document.getElementById('prompt').textContent === text", arg=prompt)


OUT_OF_SIGHT = """async () => {
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
  const top = document.querySelector("header.bar").getBoundingClientRect().bottom;
  const isOut = (box) => box.top < top - 1 || box.bottom > innerHeight + 1;
  const said = [...document.querySelectorAll("#notice, #prompt, #sheet .choice")]
    .filter((one) => one.offsetParent && !one.closest("details.quiet"));
  return said.filter((one) => isOut(one.getBoundingClientRect())).map((one) => one.textContent.trim());
}"""


def answered_before(house: House, game: str, player: str) -> Callable[[Route], None]:
    """Return a route that delays a device's action until the same player's turn was said on another."""

    def handle(sent: Route) -> None:
        house.tables.say(game, {"action": "draw", "player": player, "back": "away"})
        house.tables.say(game, {"action": "discard", "player": player})
        sent.continue_()

    return handle


def test_who_was_refused_sees_the_question_where_it_was_laid_out(house: House) -> None:
    """Two devices answer at once; the question has turned to each of four sides when the second hears of it."""
    four = SIX[:4]
    for first in four:
        game = house.tables.open({"playthrough": 1, "game": "la-cosa", "players": four, "first": first}).id
        tablet = house.tablet()
        tablet.forgive("409")
        tablet.open(f"/games/{game}")
        tablet.page.route("**/act", answered_before(house, game, first))
        tablet.do("draw", back="away")
        assert "no se ha anotado nada" in tablet.page.inner_text("#notice")
        assert tablet.page.evaluate(OUT_OF_SIGHT) == [], first
        assert tablet.page.evaluate("scrollY") == 0, first


def test_what_is_said_comes_back_into_sight_for_who_had_scrolled_down(house: House) -> None:
    """To the place of the question, turned as it may be: this one has turned to the one on the right."""
    game = house.tables.open({"playthrough": 1, "game": "la-cosa", "players": SIX[:4], "first": "Dani"}).id
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert tablet.page.evaluate("scrollY") > 100
    tablet.move("draw", back="away").dispatch_event("click")
    shows(tablet, "Dani juega o descarta una carta")
    assert tablet.page.evaluate(OUT_OF_SIGHT) == []
