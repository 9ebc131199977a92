"""The practice evening: where it leads, what it says to whoever does something else, what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.history import UNDO
from companion.service.live.session import Refused
from companion.service.people.practice import PracticeHouse
from companion.store.base import UnknownGame

STEPS = ("draw", "door", "exchange", "exchange-back", "defence", "turn", "pass", "again", "fire", "out")


@pytest.fixture
def house() -> PracticeHouse:
    found, seconds = PracticeHouse(title), count()
    found.clock = lambda: f"2026-11-27T20:00:00.{next(seconds):03}Z"
    return found


@pytest.fixture
def game(house: PracticeHouse) -> str:
    return house.begin("la-cosa").id


def _do(house: PracticeHouse, game: str) -> str:
    """Do what is asked for, and return its name."""
    step = house.step(game)
    for one in step.actions:
        house.say(game, dict(one))
    return step.name


def _led(house: PracticeHouse, game: str, most: int = 99) -> list[str]:
    found: list[str] = []
    while house.step(game).actions and len(found) < most:
        found.append(_do(house, game))
    return found


def test_three_people_are_led_through_a_draw_a_door_an_undo_an_exchange_and_a_fire(
    house: PracticeHouse, game: str
) -> None:
    assert house.playing(game).table.players == ("Ada", "Bruno", "Cleo")
    assert tuple(_led(house, game)) == STEPS
    table = house.playing(game).table
    assert house.step(game).name == "over" and table.eliminated == ("Bruno",)
    assert [entry.verb for entry in house.playing(game).entries].count(UNDO) == 1


def test_what_is_grey_is_refused_by_the_door(house: PracticeHouse, game: str) -> None:
    _led(house, game, STEPS.index("fire"))
    refused = house.step(game).refused
    assert refused is not None
    with pytest.raises(Refused) as fault:
        house.say(game, dict(refused))
    assert fault.value.violation.rule == "target.door"


@pytest.mark.parametrize(
    ("done", "other"),
    [
        (0, {"action": "draw", "player": "Ada", "back": "panic", "card": "olvidadizo"}),
        (1, {"action": "discard", "player": "Ada"}),
        (3, {"action": "draw", "player": "Bruno", "back": "away"}),
        (5, {"action": "draw", "player": "Bruno", "back": "panic", "card": "olvidadizo"}),
    ],
)
def test_who_does_something_else_is_led_back(
    house: PracticeHouse, game: str, done: int, other: Mapping[str, Any]
) -> None:
    _led(house, game, done)
    name = house.step(game).name
    house.say(game, dict(other))
    assert (house.step(game).name, [*house.step(game).actions]) == ("astray", [{"action": "undo"}])
    _do(house, game)
    assert house.step(game).name == name


def test_half_a_lesson_goes_on_with_its_other_half(house: PracticeHouse, game: str) -> None:
    _led(house, game, STEPS.index("turn"))
    house.say(game, {"action": "draw", "player": "Bruno", "back": "away"})
    step = house.step(game)
    assert (step.name, [*step.actions]) == ("turn", [{"action": "discard", "player": "Bruno"}])


def test_whoever_defends_at_once_has_no_slip_to_take_back(house: PracticeHouse, game: str) -> None:
    _led(house, game, STEPS.index("exchange"))
    house.say(game, {"action": "respond", "player": "Bruno", "card": "no-gracias"})
    assert house.step(game).name == "turn"


def test_only_the_newest_evenings_are_remembered(house: PracticeHouse, game: str) -> None:
    others = [house.begin("la-cosa").id for _ in range(16)]
    assert house.count() == 16
    with pytest.raises(UnknownGame):
        house.seen(game)
    assert house.seen(others[0]).version == 1
