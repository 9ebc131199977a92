"""The end: roles in a few taps, in which order people were infected, winners with the reason, how it went."""

from __future__ import annotations

from tests.browser.conftest import SIX, House
from tests.browser.tablet import OTHERS, Tablet

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


def to_the_end(tablet: Tablet) -> None:
    """La Cosa is burned; from then on every tap is counted by the test."""
    tablet.do("draw", back="away")
    tablet.do("play", card="lanzallamas")
    tablet.do("play", target="Beto")
    tablet.do("respond", card=None)
    tablet.click(OTHERS)


def test_roles_in_a_minute_with_who_infected_whom_and_how_it_went(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    to_the_end(tablet)
    tablet.do("reveal", player=None)
    tablet.do("reveal", player="Beto")
    tablet.do("end", cause="la-cosa-eliminated")
    tablet.roles(SIX, {**dict.fromkeys(("Ana", "Carla", "Dani", "Fede"), "human"), "Eva": "infected"})
    tablet.click("#more-fields summary")
    tablet.page.locator('select[name="o.infected:Eva"]').select_option("1")
    tablet.shot("evening-roles")
    tablet.do("end")
    assert tablet.prompt == "Ganan Ana, Carla, Dani y Fede"
    recap = tablet.page.inner_text("#recap")
    for said in ("Ana quemó a Beto", "Beto infectó a Eva", "Lanzallamas: 1", "Turnos jugados"):
        assert said in recap
    tablet.shot("evening-end")
    assert house.tables.playing(game).entries[-1].action["infected"] == ["Eva"]
    assert set(SIX) == set(house.tables.playing(game).course.table.roles or SIX)


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
