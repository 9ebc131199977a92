"""A whole evening with two Spanish decks by touch: seats, choices, dice, swords, roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.actions import read
from companion.games.dos_barajas.cards import is_ace
from tests.browser.conftest import SIX, House
from tests.browser.tablet import LAPTOP, PHONE
from tests.browser.ways import Ways
from tests.games.every import TESTS
from tests.games.play import lines_of

GOLDEN = TESTS / "playthroughs" / "dos-barajas" / "six-with-forty.jsonl"


def _tapped(action: Mapping[str, Any]) -> dict[str, Any]:
    """The same as a table taps it: trios by their aces, hands not written down, and of no clubs that there are none."""
    plain = {key: value for key, value in action.items() if key not in ("cards", "shown")}
    if action["action"] == "supply":
        plain.setdefault("clubs", 0)
    if action["action"] == "answer":
        del plain["player"]  # the screen need not know who says it
    if "cards" in action:
        plain["aces"] = sum(map(is_ace, action["cards"]))
    return plain


@pytest.mark.short
@pytest.mark.parametrize(("lang", "size"), [("es", LAPTOP), pytest.param("en", PHONE, marks=pytest.mark.long)])
def test_a_whole_evening_by_touch(house: House, lang: str, size: tuple[int, int]) -> None:
    setup = {"playthrough": 1, "game": "dos-barajas", "players": SIX, "first": "Ana"}
    ways = Ways(house, house.tablet(size=size, lang=lang), setup, lang)
    here = ways.sitting
    said = (_tapped(action) for action in lines_of(GOLDEN)[1:])
    ways.ends(
        one for one in said if here.game.judge(here.decklist, here.course.table, read(here.game.verbs, one)) is None
    )
    assert ways.tablet.prompt == ways.words.say("scene.won-alone", players="Beto")
    assert here.state["winners"] == ["Beto"]
