"""The end: roles in a few taps, in which order people were infected, winners with the reason, how it went."""

from __future__ import annotations

from tests.browser.conftest import SIX, House

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


def test_the_screen_is_kept_awake_while_the_game_is_played_and_no_longer(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.page.add_init_script(AWAKE)
    tablet.open(f"/games/{game}")
    tablet.page.wait_for_function("() => kept === 1")
    assert "no se duerme" in tablet.page.locator("#awake").inner_text()
    roles = {**dict.fromkeys(SIX, "human"), "Beto": "la-cosa", "Eva": "infected"}
    house.tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
    tablet.page.wait_for_function("() => kept === 0")
    assert tablet.page.locator("#awake").inner_text() == ""
    tablet.open(f"/games/{game}")
    assert tablet.page.evaluate("kept") == 0
    tablet.push("#undo")
    tablet.page.wait_for_function("() => kept === 1")
