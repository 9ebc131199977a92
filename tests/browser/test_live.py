"""Two devices at one table, a server that goes and comes back, a page that is out of date."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route

from tests.browser.conftest import SIX, House
from tests.browser.tablet import PHONE, Tablet


def shows(tablet: Tablet, prompt: str) -> None:
    """Wait until the page shows this prompt by itself."""
    tablet.page.wait_for_function("text => document.getElementById('prompt').textContent === text", arg=prompt)


def test_two_devices_stay_in_step(house: House) -> None:
    game = house.game()
    tablet, phone = house.tablet(), house.tablet(host=False, size=PHONE)
    tablet.open(f"/games/{game}")
    phone.open(f"/games/{game}")
    phone.page.wait_for_selector("#live.on")
    tablet.do("draw", back="away")
    shows(phone, "Ana juega o descarta una carta")
    tablet.do("discard")
    shows(phone, "Ana y Beto intercambian una carta")
    assert "Ana descarta una carta." in phone.page.inner_text(".lines")
    tablet.push("#undo")
    shows(phone, "Ana juega o descarta una carta")
    assert phone.page.locator(".lines .undone").count() == 1
    assert phone.page.locator("main form[method=post] button").count() == 0


LEFT = """() => {
  window.left = [];
  new MutationObserver((changes) => {
    const gone = changes.flatMap(({ removedNodes }) => [...removedNodes]);
    left.push(...gone.filter((one) => one.matches?.(".seat")).map((one) => one.id));
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
}"""
"""Notes each plate that is taken out of the page, be it for a moment."""


def test_what_comes_and_goes_between_the_plates_does_not_move_them(house: House) -> None:
    _, tablet = house.at({"action": "draw", "player": "Ana", "back": "away"})
    tablet.page.evaluate(LEFT)
    tablet.do("discard")
    shows(tablet, "Ana y Beto intercambian una carta")
    assert tablet.page.locator(".ring .link").count() == 1
    tablet.push("#undo")
    shows(tablet, "Ana juega o descarta una carta")
    assert tablet.page.locator(".ring .link").count() == 0
    assert tablet.page.evaluate("left") == []


def test_a_question_half_asked_gives_way_to_the_table_as_it_is(house: House) -> None:
    game = house.game(None, {"action": "draw", "player": "Ana", "back": "away"})
    one, other = house.tablet(), house.tablet()
    for device in (one, other):
        device.open(f"/games/{game}")
        device.page.wait_for_selector("#live.on")
    one.do("play", card="lanzallamas")
    other.do("discard")
    shows(one, "Ana y Beto intercambian una carta")
    assert "said" not in one.page.url
    assert "La mesa ha cambiado desde otro aparato" in one.page.inner_text("#live")


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


def test_focus_and_scroll_stay(house: House) -> None:
    game = house.game()
    one, other = house.tablet(), house.tablet()
    for device in (one, other):
        device.open(f"/games/{game}")
        device.page.wait_for_selector("#live.on")
    one.do("draw", back="away")
    shows(other, "Ana juega o descarta una carta")
    other.page.locator("#undo").focus()
    other.page.evaluate("scrollTo(0, 300)")
    one.do("discard")
    shows(other, "Ana y Beto intercambian una carta")
    assert other.page.evaluate("document.activeElement.id") == "undo"
    assert abs(other.page.evaluate("scrollY") - 300) < 150


def test_chairs_are_kept_when_people_change_places(house: House) -> None:
    _, tablet = house.at({"action": "draw", "player": "Ana", "back": "panic", "card": "es-aqui-la-fiesta"})
    tablet.page.evaluate("window.chair = document.getElementById('seat-0')")
    tablet.do("play", card="es-aqui-la-fiesta")
    assert tablet.page.evaluate("window.chair === document.getElementById('seat-0')")
    labels = [seat.get_attribute("aria-label") or "" for seat in tablet.page.locator(".seat").all()]
    assert [label.partition(",")[0] for label in labels] == ["Beto", "Ana", "Dani", "Carla", "Fede", "Eva"]
    assert tablet.page.evaluate("document.querySelector('#seat-0').namespaceURI") == "http://www.w3.org/2000/svg"


def test_a_figure_chosen_elsewhere_is_seen_at_once(house: House) -> None:
    """A figure chosen on one device is drawn on every screen, though no action was said."""
    game = house.game()
    other, tablet = house.tablet(host=False), house.tablet()
    other.open(f"/games/{game}")
    other.page.wait_for_selector(".state.on")
    mine = "#seat-0 .figure use"
    before = other.page.locator(mine).get_attribute("href")
    tablet.open(f"/games/{game}/figures?who=0")
    tablet.page.locator("input[name=drawing][value=p9]").check(force=True)
    tablet.tap(".figures .main")
    other.page.wait_for_function(
        "([one, before]) => document.querySelector(one).getAttribute('href') !== before", arg=[mine, before]
    )
    assert str(other.page.locator(mine).get_attribute("href")).endswith("#p9")
