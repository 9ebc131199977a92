"""The end: roles in a few taps, in which order people were infected, winners with the reason, how it went."""

from __future__ import annotations

from tests.browser.conftest import SIX, House
from tests.browser.tablet import OTHERS, Tablet


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
    tablet.roles(SIX, {"Eva": "infected"})  # the fourth tap: La Cosa is known, everybody else is human unless said
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
