"""The screens: the table moved to another one by a code, the lock, the keyboard alone, kept awake, out of reach."""

from __future__ import annotations

import pytest

from companion.web.server import reach as server_reach
from companion.web.server.network import Address
from companion.web.server.reach import Reach
from tests.browser.conftest import SIX, House
from tests.browser.tablet import OTHERS, Tablet
from tests.browser.wire import wired


def test_the_old_screen_is_told_while_it_shows_the_table(house: House) -> None:
    _, old = house.at()
    sessions = house.door.access.sessions
    cookie = next(one["value"] for one in old.context.cookies() if str(one.get("name", "")).startswith("companion_"))
    assert sessions.take_over(sessions.new_code(sessions.device(cookie)).text)
    old.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # else within five seconds
    old.page.wait_for_selector("main p.guest b")


@pytest.mark.parametrize("js", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_locked_screen_stays_up_to_date_and_takes_no_touch(house: House, js: bool) -> None:
    game, tablet = house.at(js=js)
    tablet.click("a.lock")
    tablet.page.wait_for_selector("#unlock")
    assert not tablet.page.locator("#question, .dock button, .seat.can").count()
    tablet.click('.seat[aria-label^="Beto,"]')
    tablet.page.keyboard.press("1")
    assert house.tables.seen(game).version == 1
    if js:
        house.tables.say(game, {"action": "draw", "player": "Ana", "back": "away"})
        tablet.page.wait_for_selector("#table[data-version='2']")
        tablet.page.wait_for_selector("#unlock .slide:visible")
        tablet.shot("evening-locked")
        box = tablet.page.locator("#unlock input[type=range]").bounding_box()
        assert box
        middle = box["y"] + box["height"] / 2
        tablet.page.mouse.move(box["x"] + 40, middle)
        tablet.page.mouse.down()
        tablet.page.mouse.move(box["x"] + box["width"] - 2, middle, steps=6)
        tablet.page.mouse.up()
    else:
        tablet.click("#unlock button")
        assert tablet.page.locator("#unlock").count()
        tablet.page.locator("#unlock input[type=checkbox]").check()
        tablet.click("#unlock button")
    tablet.page.wait_for_selector("#question")


WATCHED = """() => {
  self.changed = [];
  const watch = new MutationObserver((all) => self.changed.push(...all.map(({ target }) => target.nodeName)));
  for (const one of [document.documentElement, document.body]) watch.observe(one, { attributeFilter: ["class"] });
}"""
"""Notes whatever has a whole page laid out anew."""


def test_a_whole_turn_by_keys(house: House) -> None:
    game, tablet = house.at(size=(1280, 800))
    tablet.page.wait_for_selector("[data-key='1']")
    tablet.shot("evening-keys")
    tablet.page.evaluate(WATCHED)

    def keys(*pressed: str) -> None:
        for key in pressed:
            before = tablet._stamp()
            tablet.page.keyboard.press(key)
            tablet._settled(before)

    keys("1", "1")
    assert tablet.prompt == "Beto roba una carta"
    tablet.page.keyboard.press("?")
    assert "deshacer" in tablet.page.locator("#over .keys-list").inner_text()
    tablet.page.keyboard.press("Escape")
    keys("2", "u")
    assert tablet.prompt == "Beto roba una carta", "u takes it back"
    keys("2")
    card = tablet.move("play", card="lanzallamas").get_attribute("data-key")
    assert card
    keys(card, "Escape", card, "1")
    assert "se defiende" in tablet.prompt
    assert tablet.page.locator("html.keys").count() == 1  # shown on the choices of each table that comes
    assert tablet.page.evaluate("self.changed") == ["HTML"]  # from the first key on: each table is laid out once
    keys("Backspace", "Shift+Backspace", "1")
    assert len(house.tables.seen(game).table.seats) == 5
    for _ in range(3):
        tablet.page.keyboard.press("Tab")
    outline = tablet.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_to_an_end_by_keys_alone(house: House) -> None:
    game, tablet = house.at(players=["Ana", "Beto", "Carla", "Dani"], size=(1280, 800))
    page = tablet.page

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("what => document.activeElement.matches(what)", selector):
                return
        raise AssertionError(selector)

    tab_to(OTHERS)
    page.keyboard.press("Enter")
    page.keyboard.press(page.locator("a[data-key][href*='la-cosa-caught']").get_attribute("data-key") or "")
    page.wait_for_selector("#question .main")
    for number, role in enumerate(("la-cosa", "human", "human", "human")):  # none is chosen before: arrows choose
        tab_to(f"input[name='f.role.{number}']")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
            if page.locator(f"input[name='f.role.{number}'][value={role}]").is_checked():
                break
    tab_to("#question .main")
    page.keyboard.press("Enter")
    page.wait_for_selector("#recap, #notice")
    assert house.tables.seen(game).state["winners"] == ["Beto", "Carla", "Dani"]


def test_out_of_reach_says_the_one_thing_to_do(house: House) -> None:
    game = house.game()
    with wired(house.door.access.settings.port) as wire:
        tablet = Tablet(house.browser, wire.base)
        house.devices.append(tablet)
        tablet.forgive("ERR_")
        tablet.let_in(house.door.access.new_link())
        tablet.open(f"/games/{game}")
        tablet.page.wait_for_selector("#live.on")
        wire.cut()
        tablet.page.wait_for_selector("#advice:visible")
        assert "tapa abierta" in tablet.page.inner_text("#advice")
        tablet.shot("evening-lost")
        wire.mend()
        tablet.page.wait_for_selector("#advice", state="hidden")


def test_the_table_says_where_phones_find_it_when_the_network_changes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_reach, "LOOK_EVERY", 0.0)
    at_home, elsewhere = Address("192.168.1.20", "wlan0"), Address("10.42.0.1", "wlan1")
    found = [at_home]
    house.door.access.reach = Reach(8080, lambda: tuple(found))
    game, tablet = house.at()
    guest = house.tablet(host=False)
    guest.open(f"/games/{game}")
    for device in (tablet, guest):
        device.page.wait_for_function("() => sessionStorage.getItem('companion-address')")
    found[:] = [elsewhere]
    for device in (tablet, guest):
        device.page.wait_for_selector("#advice:visible")
        assert "http://10.42.0.1:8080" in device.page.inner_text("#advice")
    assert tablet.page.get_attribute("#advice a", "href") == f"/games/{game}/seats?code=all"
    assert not guest.page.locator("#advice a").count()
    found[:] = [at_home]
    for device in (tablet, guest):
        device.page.wait_for_selector("#advice", state="hidden")
    found[:] = []
    tablet.page.wait_for_selector("#advice:visible")
    found[:] = [elsewhere]
    tablet.page.wait_for_selector("#advice a")
    tablet.page.click("#advice button")
    tablet.page.wait_for_selector("#advice", state="hidden")
    tablet.open(f"/games/{game}")
    found[:] = []
    tablet.page.wait_for_selector("#advice:visible")  # nothing was told before this
    assert "10.42.0.1" not in tablet.page.inner_text("#advice")


AWAKE = """(() => {
  window.kept = 0;
  const request = async () => {
    const lock = new EventTarget();
    lock.release = async () => { kept -= 1; lock.dispatchEvent(new Event("release")); };
    kept += 1;
    return lock;
  };
  Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => ({ request }) });
})()"""
"""Counts what keeps the screen awake."""


@pytest.mark.short
def test_the_screen_is_kept_awake_while_the_game_is_played_and_no_longer(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.page.add_init_script(AWAKE)
    tablet.open(f"/games/{game}")
    tablet.page.wait_for_function("() => kept === 1")
    assert "no se apaga" in tablet.page.locator("#awake").inner_text()
    roles = {**dict.fromkeys(SIX, "human"), "Beto": "la-cosa", "Eva": "infected"}
    house.tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
    tablet.page.wait_for_function("() => kept === 0")
    assert tablet.page.locator("#awake").inner_text() == ""
    tablet.open(f"/games/{game}")
    assert tablet.page.evaluate("kept") == 0
    tablet.push("#undo")
    tablet.page.wait_for_function("() => kept === 1")
