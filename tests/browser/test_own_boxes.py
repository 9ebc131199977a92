"""A box of one's own, by touch: counted until it has its deck, and an evening with three cards that no box has."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import House
from tests.browser.tablet import Tablet
from tests.games.la_cosa.own import own_box

PEOPLE = ["Ana", "Beto", "Carla", "Dani"]


@pytest.fixture
def home(house: House, tmp_path: Path) -> House:
    """Return a house with a data folder, as `companion serve` has one."""
    folders = (tmp_path / "decks",)
    house.tables.find = partial(title, folders=folders)
    house.door.app.config.update(DECK_FOLDERS=folders, DATA_FOLDER=tmp_path)
    return house


COUNTED = "place => document.querySelector('.counting .help')?.textContent.split(/\\D+/).includes(place)"
"""Says that the card of this place is asked for."""


def sat_down(tablet: Tablet) -> str:
    """Write the names and set up the table; return the game."""
    for place, name in enumerate(PEOPLE):
        tablet.page.locator("input[name=name]").nth(place).fill(name)
    tablet.tap("button[value=open]")
    tablet.page.wait_for_url("**/games/*/*")
    return tablet.page.url.split("/games/")[1].split("/")[0]


@pytest.mark.long
def test_a_box_is_counted_until_it_has_its_deck(home: House) -> None:
    tablet = home.tablet(size=(390, 844))
    tablet.open("/new?box=la-cosa/la-cosa")
    tablet.page.locator("input[name=name]").first.fill("Ana")
    tablet.tap("a[href^='/count']")
    tablet.tap("button[name=tongue][value=en]")
    for place in range(1, 35):
        tablet.page.wait_for_function(COUNTED, arg=str(place))
        asked = tablet.page.get_attribute(".counting button.main", "value")
        if asked == "yes.infectado":
            tablet.tap(".stepper:has([name='n.6']) [data-step='-1']")
            tablet.tap(".stepper:has([name='n.7']) [data-step='1']")
            tablet.shot("count-by-number")
        if asked == "yes.necronomicon":
            tablet.tap(".stepper [data-step='1']")
        tablet.tap(".counting button.main")
    tablet.page.wait_for_selector("button[value=make]")
    assert {"7", "6"} <= {*re.findall(r"\d+", tablet.page.inner_text(".differs"))}
    tablet.shot("count-differs")
    tablet.tap("button[value=make]")
    tablet.page.wait_for_selector("input[name=name][value=Ana]")  # who was written down is not forgotten meanwhile
    assert "109" in tablet.page.inner_text(".editions summary")
    game = sat_down(tablet)
    assert home.tables.seen(game).title.decklist.by_slug["infectado"].numbers.count(7) == 3


@pytest.mark.long
def test_an_evening_with_three_cards_of_ones_own(home: House, tmp_path: Path) -> None:
    folder = tmp_path / "decks" / "mi-caja"
    folder.mkdir(parents=True)
    own_box(folder)
    tablet = home.tablet()
    tablet.open("/new?box=la-cosa/mi-caja")
    game = sat_down(tablet)
    tablet.open(f"/games/{game}")

    tablet.do("draw", player="Ana", back="away")
    tablet.do("play", player="Ana", card="linterna")
    tablet.do("play", player="Ana", card="linterna", target="Carla")
    tablet.do("play", player="Ana", card="linterna", target="Carla")  # done: the cards are turned back
    tablet.do("respond", player="Beto", card=None)
    tablet.do("draw", player="Beto", back="away")
    tablet.do("play", player="Beto", card="soborno")
    tablet.do("play", player="Beto", card="soborno", target="Carla")
    tablet.shot("own-cards-choice")
    tablet.do("play", player="Beto", card="soborno", target="Carla", choice=2)
    tablet.do("respond", player="Carla", card=None)
    tablet.do("respond", player="Carla", card=None)
    tablet.do("draw", player="Carla", back="panic")
    tablet.do("draw", player="Carla", back="panic", card="ventisca")
    tablet.shot("own-cards-panic")
    tablet.do("play", player="Carla", card="ventisca")
    tablet.do("respond", player="Dani", card=None)
    assert home.tables.seen(game).table.turn == "Ana"
    assert home.tables.seen(game).table.hands == dict.fromkeys(PEOPLE, 4)
