"""A screen that lies on the table faces the player who must act; a plate spins it; a stray touch says nothing."""

from __future__ import annotations

import math
from typing import Any
from urllib.parse import unquote

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.states import NAMES
from tests.browser.tablet import PHONE, PORTRAIT, TABLET, Tablet
from tests.browser.waiting import nothing_comes, until
from tests.length import later

TURNED = (
    "one => {const m = new DOMMatrix(getComputedStyle(document.querySelector(one)).transform);"
    " return Math.round(Math.atan2(m.b, m.a) * 180 / Math.PI / 90 + 4) % 4}"
)
"""By how many quarters something is turned."""
DRAW = {"action": "draw", "back": "away"}


def _still(house: House, **more: Any) -> Tablet:
    tablet = house.tablet(**more)
    tablet.page.emulate_media(reduced_motion="reduce")
    return tablet


def _keeps(tablet: Tablet, **settings: str) -> None:
    tablet.open("/device")
    tablet.page.evaluate("form => fetch('/device', {method: 'POST', body: new URLSearchParams(form)})", settings)


@pytest.mark.short
def test_the_question_turns_to_whoever_must_act(house: House) -> None:
    """Twelve people: three at each edge, the first in the middle of the one below."""
    game = house.game(NAMES)
    tablet = _still(house)
    for seat, quarter in ((0, 0), (3, 1), (6, 2), (9, 3)):
        house.tables.say(game, {"action": "override", "set": {"turn": NAMES[seat], "step": "draw"}, "reason": ""})
        tablet.open(f"/games/{game}")
        assert tablet.page.locator("#actor").get_attribute("data-quarter") == str(quarter)
        assert tablet.page.evaluate(TURNED, "#sheet") == quarter
        assert tablet.page.evaluate(TURNED, f"#seat-{seat} .turned") == quarter
        assert tablet.page.evaluate(TURNED, ".middle") == quarter
        assert tablet.page.evaluate(TURNED, ".echo") == (quarter + 2) % 4


def test_a_turned_question_is_answered_by_touch(house: House) -> None:
    game = house.game(SIX)
    tablet = _still(house)
    tablet.open(f"/games/{game}")
    for name in SIX:
        assert tablet.prompt == f"{name} roba una carta"
        tablet.do("draw", back="away")
        tablet.do("discard")
        tablet.do("respond")


@pytest.mark.parametrize("how", ["standing", *later("phone", "no script")])
def test_whatever_does_not_lie_is_upright(house: House, how: str) -> None:
    game = house.game(SIX, {"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"})
    tablet = _still(house, size=PHONE if how == "phone" else TABLET, js=how != "no script")
    if how == "standing":
        _keeps(tablet, facing="standing")
    tablet.open(f"/games/{game}")
    if how == "no script":
        assert tablet.page.locator("html.js").count() == 0
        for part in ("#seat-3 .plate", ".middle .pile rect"):
            box = tablet.page.locator(part).first.bounding_box()
            assert box and box["width"] > box["height"]
        return
    assert [tablet.page.evaluate(TURNED, part) for part in ("#sheet", "#seat-1 .turned", ".middle")] == [0, 0, 0]
    assert not tablet.page.locator(".echo").is_visible()


MOVES = """async () => {
  const seen = new Set();
  document.addEventListener("companion:shown", () => {
    if (document.querySelector(".leaving")) seen.add("leaves");
    for (const { effect } of document.getAnimations()) seen.add((effect.target.className.baseVal ?? "").split(" ")[0]);
  }, { once: true });
  window.moved = () => [...seen];
}"""


@pytest.mark.parametrize("still", [False, *later(True)])
def test_what_moves_explains_and_nothing_has_to(house: House, still: bool) -> None:
    """A door falls, a chair goes dark, people and arrows swing; without motion all of it is simply there."""
    game = house.game(SIX, {**DRAW, "player": "Ana"})
    tablet = house.tablet()
    if still:
        _keeps(tablet, motion="less")
    tablet.open(f"/games/{game}")
    tablet.page.wait_for_selector("#live.on")

    def moves(**action: object) -> set[str]:
        tablet.page.evaluate(MOVES)
        house.tables.say(game, action)
        tablet.page.wait_for_function(
            "version => document.getElementById('table').dataset.version === String(version)",
            arg=house.tables.seen(game).version,
        )
        return set(tablet.page.evaluate("window.moved()"))

    falls = moves(action="play", player="Ana", card="puerta-atrancada", target="Fede")
    assert ("mark" in falls) is not still
    house.tables.say(game, {"action": "override", "set": {"turn": "Carla", "step": "act"}, "reason": ""})
    tablet.page.wait_for_function("() => document.getElementById('prompt').textContent.startsWith('Carla')")
    swings = moves(action="play", player="Carla", card="vigila-tus-espaldas")
    assert ("head" in swings) is not still
    house.tables.say(game, {"action": "override", "set": {"turn": "Carla", "step": "act"}, "reason": ""})
    house.tables.say(game, {"action": "play", "player": "Carla", "card": "lanzallamas", "target": "Dani"})
    tablet.page.wait_for_function("() => document.getElementById('prompt').textContent.includes('quema')")
    assert ("leaves" in moves(action="respond", player="Dani", card=None)) is not still
    assert tablet.page.locator(".round a.seat:not(.leaving)").count() == 5


def test_sound_and_speech_are_asked_for_first(house: House) -> None:
    game = house.game(SIX)
    tablet = house.tablet()
    spy = (
        "window.heard = []; window.AudioContext = class {"
        " constructor() { heard.push('sound'); this.state = 'closed' } resume() { return Promise.resolve() } };"
        "window.speechSynthesis.speak = (one) => heard.push(one.text);"
        "Navigator.prototype.vibrate = () => heard.push('shake')"
    )
    tablet.page.add_init_script(spy)
    tablet.open(f"/games/{game}")
    tablet.do("draw", back="away")
    assert tablet.page.evaluate("heard") == []
    _keeps(tablet, sound="on", voice="on", shake="on")
    tablet.open(f"/games/{game}")
    tablet.do("discard")
    assert set(tablet.page.evaluate("heard")) == {"sound", "shake", "Ana y Beto intercambian una carta"}


def test_a_long_name_is_whole_at_a_touch(house: House) -> None:
    game = house.game(NAMES)
    tablet = _still(house)
    tablet.open(f"/games/{game}")
    assert NAMES[6] not in (tablet.page.text_content("#seat-6") or "")
    tablet.page.locator("#seat-6").tap()
    assert NAMES[6] in tablet.page.inner_text("#whole")


def _middle(tablet: Tablet, selector: str) -> tuple[float, float]:
    box = tablet.page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(tablet: Tablet, seat: str, to: str) -> None:
    mouse, (x, y), (a, b) = tablet.page.mouse, _middle(tablet, seat), _middle(tablet, to)
    mouse.move(x, y)
    mouse.down()
    for k in range(1, 9):
        mouse.move(x + (a - x) * k / 8, y + (b - y) * k / 8)
    mouse.up()


def test_a_dragged_plate_spins_the_ring_for_good_and_says_nothing(house: House) -> None:
    game = house.game(SIX, {"action": "draw", "player": "Ana", "back": "away"})
    tablet, other = _still(house), _still(house)
    for one in (tablet, other):
        one.open(f"/games/{game}")
    version, there = tablet.version(), _middle(tablet, "#seat-2")
    _drag(tablet, "#seat-0", "#seat-2")
    tablet.page.wait_for_function("() => document.querySelector('.ring').dataset.spin === '8'")
    assert math.dist(_middle(tablet, "#seat-0"), there) < 8
    assert tablet.version() == version and tablet.page.locator("#whole").count() == 0
    tablet.open(f"/games/{game}")
    assert math.dist(_middle(tablet, "#seat-0"), there) < 8
    assert other.page.locator(".round .ring").get_attribute("data-spin") == "0"
    house.tables.say(game, {"action": "override", "set": {"eliminated": ["Ana"]}, "reason": ""})
    tablet.open(f"/games/{game}")
    there = _middle(tablet, "#seat-4")
    spin = tablet.page.locator(".round .ring").get_attribute("data-spin")
    _drag(tablet, "#seat-2", "#seat-4")
    tablet.page.wait_for_function(
        "before => !document.querySelector('.spinning') && document.querySelector('.ring').dataset.spin !== before",
        arg=spin,
    )
    tablet.open(f"/games/{game}")
    assert math.dist(_middle(tablet, "#seat-2"), there) < 8


def _finger(tablet: Tablet, start: tuple[float, float], end: tuple[float, float], steps: int = 10) -> None:
    """Move one finger as the browser gets it from the glass."""
    glass = tablet.context.new_cdp_session(tablet.page)
    (x, y), (a, b) = start, end
    glass.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, steps + 1):
        point = {"x": x + (a - x) * k / steps, "y": y + (b - y) * k / steps}
        glass.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        tablet.page.wait_for_timeout(20)  # the pace of the finger
    glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# Upright the page scrolls, so that the browser could take the finger for itself; lying it does not.
@pytest.mark.short
@pytest.mark.parametrize("size", [PORTRAIT, *later(TABLET)], ids=str)
def test_a_plate_is_dragged_by_finger(house: House, size: tuple[int, int]) -> None:
    """Through the middle of the ring, up and down: the browser must not take the finger for one that scrolls."""
    game = house.game(SIX, {"action": "draw", "player": "Ana", "back": "away"})
    tablet = _still(house, size=size)
    tablet.open(f"/games/{game}")
    there = _middle(tablet, "#seat-2")
    _finger(tablet, _middle(tablet, "#seat-0"), there)
    tablet.page.wait_for_function("() => document.querySelector('.ring').dataset.spin === '8'")
    assert math.dist(_middle(tablet, "#seat-0"), there) < 8
    assert tablet.page.evaluate("scrollY") == 0
    assert tablet.version() == 2


@pytest.mark.parametrize("part", [".floor", ".people h2"])
def test_the_page_scrolls_by_finger_where_no_plate_is(house: House, part: str) -> None:
    game = house.game(SIX, {"action": "draw", "player": "Ana", "back": "away"})
    tablet = _still(house, size=PORTRAIT)
    tablet.open(f"/games/{game}")
    if part != ".floor":
        tablet.page.evaluate("scrollTo(0, 400)")
    before = tablet.page.evaluate("scrollY")
    x, y = _middle(tablet, part)
    _finger(tablet, (x, y), (x, y - 300))
    tablet.page.wait_for_function("before => scrollY > before + 150", arg=before)
    assert tablet.page.locator(".ring").get_attribute("data-spin") == "0"


def test_no_stray_touch_says_anything(house: House) -> None:
    game = house.game(SIX)
    tablet = _still(house)
    tablet.open(f"/games/{game}")
    x, y = _middle(tablet, "#choice-1")
    mouse = tablet.page.mouse
    mouse.move(x, y)
    mouse.down()
    tablet.page.wait_for_timeout(1300)  # so long the hand rests
    mouse.up()
    mouse.down()
    mouse.move(x + 30, y)
    mouse.up()
    nothing_comes(tablet.page, 200)
    assert tablet.version() == 1
    mouse.click(x, y)
    tablet.page.wait_for_function("() => Number(document.getElementById('table').dataset.version) > 1")


def test_nobody_taps_what_has_only_just_come_from_elsewhere(house: House) -> None:
    game = house.game(SIX)
    tablet = _still(house)
    tablet.open(f"/games/{game}")
    tablet.page.wait_for_selector("#live.on")
    tablet.page.evaluate(
        "document.addEventListener('companion:shown', () => document.getElementById('choice-1').dispatchEvent("
        "new PointerEvent('pointerdown', {pointerId: 7, bubbles: true})) && document.getElementById('choice-1')"
        ".dispatchEvent(new PointerEvent('click', {pointerId: 7, bubbles: true, cancelable: true})), {once: true})"
    )
    house.tables.say(game, {**DRAW, "player": "Ana"})
    tablet.page.wait_for_function("() => document.getElementById('table').dataset.version === '2'")
    nothing_comes(tablet.page, 200)
    assert house.tables.seen(game).version == 2


def kept(tablet: Tablet, distance: str) -> None:
    """Wait until this browser keeps this distance."""
    until(tablet.page, lambda: f"distance={distance}" in unquote(str(tablet.context.cookies())))


@pytest.mark.short
def test_the_last_of_two_quick_choices_is_kept(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/device")
    for distance in ("150", "120"):
        tablet.page.locator(f"#distance input[value='{distance}']").check(force=True)
    kept(tablet, "120")
    nothing_comes(tablet.page, 300)
    kept(tablet, "120")


@pytest.mark.short
def test_the_device_tells_what_works(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/device")
    for name in ("awake", "connection", "delay"):
        tablet.page.wait_for_selector(f"#check-{name}.good, #check-{name}.poor")
    assert tablet.page.locator("#check-connection.good").count() == 1
    assert tablet.page.locator("#check-size.poor").count() == 1
    tablet.page.locator("#card").fill("445")
    assert "las mayúsculas miden 3.8 mm" in tablet.page.inner_text("#check-size").lower()
    with tablet.page.expect_response(lambda one: "distance=150" in (one.request.post_data or "")):
        tablet.page.locator("#distance input[value='150']").check(force=True)
    tablet.page.wait_for_selector("#check-size.good")
    game = house.game(SIX)
    tablet.open(f"/games/{game}")
    assert tablet.page.evaluate("document.documentElement.dataset.distance") == "150"


@pytest.mark.short
def test_a_double_tap_is_one_tap(house: House) -> None:
    """The answer comes before the second tap, and what is asked next lies under it: that was not meant. Later it is."""
    game = house.game(SIX)
    tablet = _still(house)
    tablet.page.clock.install()
    tablet.open(f"/games/{game}")
    x, y = _middle(tablet, "#choice-1")
    x += 90  # under the name of the choice, where the next question, which is turned, has one too
    before = tablet.version()
    tablet.page.clock.pause_at(tablet.page.evaluate("Date.now()") + 1000)  # two taps at once, however busy the machine
    changed = "before => Number(document.getElementById('table').dataset.version) > before"
    tablet.page.touchscreen.tap(x, y)
    tablet.page.wait_for_function(changed, arg=before)
    under = "([x, y]) => document.elementFromPoint(x, y).closest('#ask button[name=said]') !== null"
    assert tablet.page.evaluate(under, [x, y]), "something can be said there"
    after = tablet.version()
    tablet.page.touchscreen.tap(x, y)
    nothing_comes(tablet.page, 400)
    assert tablet.version() == after
    tablet.page.clock.run_for(400)
    tablet.page.touchscreen.tap(x, y)
    tablet.page.wait_for_function(changed, arg=after)


@pytest.mark.short
def test_steps_that_are_ticked_stand_in_the_row_for_the_table_of_devices(house: House) -> None:
    tablet = house.tablet()
    tablet.open("/about/this-device")
    for step in (1, 10):
        tablet.page.locator("#tried label").nth(step - 1).tap()
    tablet.open("/about/this-device")  # after a step that was tried elsewhere
    cells = [cell.strip() for cell in tablet.page.input_value("#row").split("|")[1:-1]]
    assert cells[3:] == ["✓", *[""] * 8, "✓", ""]
    assert "Mozilla/5.0" in cells[1] and f"{TABLET[0]}×{TABLET[1]}" in cells[0]
