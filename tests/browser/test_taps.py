"""Taps of an evening, counted where a thumb lands: an ordinary turn, a card, the set-up, the end."""

from __future__ import annotations

import pytest

from companion.engine.state import Table
from tests.browser.conftest import SIX, House
from tests.browser.tablet import OTHERS, Tablet
from tests.length import later

MOST_TURN, MOST_CARD, MOST_SETUP = 2, 5, 5
MOST_END = 3
"""Beside one for each person."""
DRAWN = {"action": "draw", "player": "Ana", "back": "away"}
TWELVE = [*SIX, "Gala", "Hugo", "Inés", "Jon", "Kira", "Leo"]


def table(house: House) -> Table:
    return house.tables.playing(house.tables.headings()[0].id).course.table


def others(tablet: Tablet) -> None:
    """Open the choices beside the course of play, if they are a tap away."""
    if tablet.page.locator(OTHERS).count():
        tablet.tap(tablet.page.locator(OTHERS).first)
        tablet.taps += 1


def test_an_ordinary_turn(house: House) -> None:
    _, tablet = house.at()
    tablet.do("draw", then=["discard"])
    tablet.do("respond")
    assert table(house).turn == "Beto"
    assert tablet.taps <= MOST_TURN


def test_a_card_with_a_target_and_an_answer(house: House) -> None:
    _, tablet = house.at()
    tablet.do("draw", back="away")
    tablet.do("play", card="lanzallamas")
    tablet.do("play", target="Beto")
    tablet.do("respond", card="nada-de-barbacoas")
    tablet.do("respond")
    assert table(house).turn == "Beto"
    assert tablet.taps <= MOST_CARD


def test_the_set_up_of_people_who_are_known(house: House) -> None:
    house.game(None, DRAWN)
    tablet = house.tablet()
    tablet.open("/")
    tablet.push(".boxes .lid")
    tablet.push(".same")
    tablet.push("button.main")
    tablet.push(".steps .main")
    assert table(house).seats == tuple(SIX)
    assert tablet.prompt.startswith(table(house).turn)
    assert tablet.taps <= MOST_SETUP


@pytest.mark.parametrize("players", [SIX, *later(SIX[:4], TWELVE)], ids=len)
def test_from_it_is_over_to_the_winners(house: House, players: list[str]) -> None:
    _, tablet = house.at(DRAWN, players=players)
    others(tablet)
    tablet.do("end", cause="la-cosa-caught")
    tablet.roles(players, {**dict.fromkeys(players, "human"), players[0]: "la-cosa", players[1]: "infected"})
    tablet.do("end")
    ended = table(house).ended
    assert ended is not None and set(ended.winners) == {*players[2:]}
    assert tablet.prompt.lstrip("¡").startswith("Gana")  # the side stands large first, then who it is
    assert tablet.taps <= len(players) + MOST_END
