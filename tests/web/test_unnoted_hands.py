"""What everybody has just seen of a hand can be noted at once; not once it is noted, or no longer true."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest

from tests.web.sitting import SIX, Sitting

NOTE = re.compile(r'id="to-note">(.*?)</p>', re.DOTALL)
WHISKY: list[dict[str, Any]] = [
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "play", "player": "Ana", "card": "whisky"},
]
NOTED = {"action": "show", "player": "Ana", "to": "all", "cards": ["whisky", "hacha", "sospecha", "aterrador"]}
PASSED = {"action": "respond", "player": "Beto", "card": None}


def to_note(*actions: dict[str, Any], players: list[str] = SIX) -> list[str]:
    """What the page offers to note."""
    sitting = Sitting()
    sitting.sit_down(players)
    for action in actions:
        sitting.say(**action)
    found = NOTE.search(sitting.get(f"/games/{sitting.game}").html)
    return [unquote(one) for one in re.findall(r"said=([^\"]*)", found[1])] if found else []


def test_a_hand_shown_to_all_is_noted_in_one_tap() -> None:
    assert to_note(*WHISKY) == ['{"action":"show","player":"Ana","to":"all"}']


@pytest.mark.parametrize("after", [[NOTED], [PASSED], [{"action": "undo"}]], ids=["noted", "changed", "undone"])
def test_it_is_offered_no_longer_than_it_is_true(after: list[dict[str, Any]]) -> None:
    assert to_note(*WHISKY, *after) == []


def test_of_many_hands_it_is_asked_whose() -> None:
    nine = [*SIX, "Gala", "Hugo", "Inés"]
    panic = {"action": "draw", "player": "Ana", "back": "panic", "card": "revelaciones"}
    shown = {"action": "play", "player": "Ana", "card": "revelaciones", "shown": ["Ana", "Beto", "Carla"]}
    assert to_note(panic, {**shown, "infected": None}, players=nine) == ['{"action":"show"}']
