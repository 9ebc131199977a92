"""What moves by itself rests soon and is left out where motion is unwanted; the last action stands there whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SIX, House
from tests.browser.tablet import PHONE, PORTRAIT, TABLET, Tablet
from tests.length import later

CUT = """[...document.querySelectorAll('#undo, .dock.last')].filter((one) => one.checkVisibility()
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1))
    .map((one) => one.textContent)"""
"""Labels of the last tap that are cut."""
KINDS = """() => { window.seen = [];
    new MutationObserver(() => { const box = document.getElementById('moment');
      if (!box.hidden && window.seen.at(-1) !== box.dataset.kind) window.seen.push(box.dataset.kind); })
      .observe(document.getElementById('main'), { subtree: true, attributes: true, childList: true }); }"""
"""Note the kind of every moment that is shown large."""

MOVING = """() => {
    const still = new CSSStyleSheet();
    still.replaceSync("* { animation: none !important; }");
    document.adoptedStyleSheets = [still];
    document.getAnimations();  // all stand still now, and begin anew, also what rests in the short run
    document.adoptedStyleSheets = [];
    return document.getAnimations().map((one) => [
      one.animationName, one.effect.getComputedTiming().endTime, one.effect.target.closest(".seat")?.id ?? ""]);
}"""
"""Parts that move on the page by themselves, for how many milliseconds, and on whose seat."""


def burning(house: House, tablet: Tablet) -> None:
    """Play up to the flamethrower that is still to be answered."""
    tablet.open(f"/games/{house.game(SIX)}")
    tablet.page.evaluate(KINDS)
    tablet.do("draw", back="away")
    tablet.do("play", card="lanzallamas")
    tablet.do("play", target="Beto")


def test_what_moves_by_itself_stands_still_within_five_seconds_and_the_turn_is_told_by_form(house: House) -> None:
    tablet = house.tablet()
    burning(house, tablet)
    moving = tablet.page.evaluate(MOVING)
    assert {name for name, *_ in moving} >= {"lamp", "march"}
    assert max(end for _, end, _ in moving) <= 5000, moving
    tablet.page.wait_for_function("() => !document.getAnimations().some((one) => one.animationName)")
    before = tablet.page.locator(".seat.turn:has(.lamp)").get_attribute("id")
    house.tables.say(
        house.tables.headings()[0].id,
        {"action": "override", "set": {"turn": "Carla", "step": "draw"}, "reason": ""},
    )
    tablet.page.wait_for_function("before => document.querySelector('.seat.turn').id !== before", arg=before)
    lit = tablet.page.locator(".seat.turn").get_attribute("id")
    assert [seat for name, _, seat in tablet.page.evaluate(MOVING) if name == "lamp"] == [lit]


def test_where_motion_is_not_wanted_nothing_moves(house: House) -> None:
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce")
    burning(house, tablet)
    assert tablet.page.evaluate("window.seen") == []
    assert tablet.page.locator(".flying").count() == 0
    assert "Ana juega «Lanzallamas» sobre Beto." in tablet.page.locator("#undo").inner_text()


# The sizes between the smallest and the one the table is made for.
@pytest.mark.parametrize("size", [PHONE, *later(TABLET, PORTRAIT, (1024, 768))])
def test_all_that_follows_is_read_whole(house: House, size: tuple[int, int]) -> None:
    """Of a ¡Fallaste! without a next player four things follow, and every one of them stands on the screen."""
    tablet = house.tablet(size=size)
    game = house.game(
        [*SIX[:5], "María Fernanda de la Concepción"],
        {"action": "draw", "player": "Ana", "back": "away"},
        {"action": "play", "player": "Ana", "card": "puerta-atrancada", "target": "María Fernanda de la Concepción"},
        {"action": "respond", "player": "Beto", "card": None},
        {"action": "draw", "player": "Beto", "back": "away"},
        {"action": "play", "player": "Beto", "card": "cuarentena", "target": "Carla"},
        {"action": "override", "set": {"turn": "Ana", "step": "act"}, "reason": ""},
        {"action": "discard", "player": "Ana"},
        {"action": "respond", "player": "Beto", "card": "fallaste"},
    )
    tablet.open(f"/games/{game}")
    told = house.tables.playing(game)
    said = tablet.page.locator("#undo").inner_text()
    assert "Nadie recoge el intercambio: lo impide una Cuarentena." in said, told.entries[-1]
    assert tablet.page.evaluate(CUT) == []


def test_what_the_hands_would_do_to_take_it_back_is_read_before_it_is_touched(house: House) -> None:
    """The steps to bring a burned player back stand whole on every screen: three sentences."""
    burned = [
        {"action": "draw", "player": "Ana", "back": "away"},
        {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Beto"},
        {"action": "respond", "player": "Beto", "card": None},
    ]
    _, tablet = house.at(*burned)
    for width, height in (TABLET, PORTRAIT, PHONE, PHONE[::-1]):
        tablet.resize(width, height)
        hands = tablet.page.locator("#undo .hands")
        expect(hands).to_be_visible()
        assert "Vuelve a la mesa 1 carta de los descartes." in hands.inner_text()
        assert tablet.page.evaluate(CUT) == [], (width, height)


def test_a_declaration_darkens_the_table_by_day_and_the_declarer_alone_is_lit(house: House) -> None:
    game, tablet = house.at({"action": "draw", "player": "Ana", "back": "away"})
    tablet.page.emulate_media(color_scheme="light")
    house.tables.say(game, {"action": "declare", "player": "Carla"})
    expect(tablet.page.locator("#hush")).to_contain_text("Que nadie toque")
    lit = """() => [...document.querySelectorAll('.round .seat')].map(
      (one) => [one.id, getComputedStyle(one.closest('.ring > *')).opacity])"""
    assert dict(tablet.page.evaluate(lit)) == {f"seat-{k}": "1" if SIX[k] == "Carla" else "0.08" for k in range(6)}
    tablet.page.emulate_media(reduced_motion="reduce")
    assert tablet.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(2, 5, 11)"
    assert "beats" not in [name for name, *_ in tablet.page.evaluate(MOVING)], "a still version"
