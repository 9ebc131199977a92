"""Running values of a live game: equal to those of its standing entries gone through anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.engine.hidden.referee import CHECK
from companion.engine.kit.known_cards import SEEN
from companion.service.live import session
from companion.service.live.parsing import opening
from companion.service.live.session import LiveGame, Refused, begin
from companion.store.base import Row
from companion.web.pages.table.places import PLACES

TESTS = Path(__file__).parent.parent
SCRIPTS = sorted([*TESTS.glob("scenarios/*/*.jsonl"), *TESTS.glob("playthroughs/*/*.jsonl")])
UNDO, REDO = {"action": "undo"}, {"action": "redo"}


def lines_of(script: Path) -> Iterator[dict[str, Any]]:
    """Yield the actions of a script, without broken lines and checks."""
    for line in script.read_text("utf-8").splitlines():
        with suppress(json.JSONDecodeError):
            thing = json.loads(line)
            if isinstance(thing, dict) and thing.get("action") != CHECK:
                yield thing


def as_it_stands(playing: LiveGame) -> None:
    """Assert that both running values are what the entries that stood come to."""
    course = playing.course
    assert playing.running(SEEN) == SEEN.over(course.standing)
    assert playing.running(PLACES) == PLACES.over(course.standing)


def say(playing: LiveGame, thing: dict[str, Any]) -> None:
    """Say it; what is refused changes nothing."""
    with suppress(Refused, Malformed):
        playing.record(Row(playing.decide(playing.shapes().read(thing))))
        as_it_stands(playing)


def played(script: Path) -> LiveGame | None:
    """Play the game of a script, looked at after every entry and taken back and restored on the way."""
    first, *others = lines_of(script)
    try:
        opened = opening(first)
        here = title(opened.game)
        playing = LiveGame(here, [Row(begin(here, opened))])
    except (Refused, Malformed):
        return None
    dice = Random(script.name)
    for thing in others:
        say(playing, thing)
        if dice.random() < 0.1:
            back = dice.randint(1, 5)
            for turn in [UNDO] * back + [REDO] * dice.choice((back, back, 0)):  # or the game goes on another way
                say(playing, turn)
    return playing


def test_it_is_right_after_every_entry_of_the_playthroughs() -> None:
    looked_at, known = 0, 0
    for script in SCRIPTS:
        playing = played(script)
        if playing is None:
            continue
        looked_at += playing.version
        while playing.can_undo:
            say(playing, UNDO)
        while playing.can_redo:
            say(playing, REDO)
        known += any(hand.seen for hand in playing.running(SEEN).values())
    assert len(SCRIPTS) > 100
    assert looked_at > 1_000
    assert known >= 3


SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}
SHOWN = {"action": "show", "player": "Ana", "to": "all", "cards": ["whisky", "hacha"]}
TURN = [
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "discard", "player": "Ana", "card": "hacha"},
    {"action": "respond", "player": "Beto", "card": None},
]
RENAMED = {"action": "rename", "player": "Ana", "to": "Eva"}


def sat() -> LiveGame:
    here = title("la-cosa")
    return LiveGame(here, [Row(begin(here, opening(SETUP)))])


def test_a_copy_goes_another_way_without_the_game() -> None:
    playing = sat()
    say(playing, SHOWN)
    other = playing.copied()
    say(other, {**SHOWN, "cards": ["sospecha"]})
    for thing in (*TURN, RENAMED):
        say(playing, thing)
    assert playing.running(SEEN)["Eva"].seen and "Ana" not in playing.running(SEEN)
    as_it_stands(playing)
    as_it_stands(other)


@pytest.mark.parametrize("most", [1, 3])
def test_it_is_right_where_little_is_kept(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_RUNNING", most)
    playing = sat()
    for thing in (SHOWN, *TURN, RENAMED, UNDO, UNDO, UNDO, UNDO, REDO, REDO, RENAMED, UNDO, UNDO):
        say(playing, thing)
    assert [*playing.running(SEEN)] == ["Ana"]
    for number in range(1, playing.version + 1):
        stood = [(playing.entries[k - 1], playing.table_at(k)) for k in playing.course.stood(number)]
        assert playing.running(SEEN, number) == SEEN.over(stood)
        assert playing.running(PLACES, number) == PLACES.over(stood)
