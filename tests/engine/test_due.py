"""The course of an evening in whole games and in every scenario: players in the game are asked; it comes to an end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.service.referee import checks
from companion.service.referee.checks import Pace
from companion.store.memory import MemoryStore

HERE = Path(__file__).parents[1]
GAMES = sorted((HERE / "playthroughs/la-cosa").glob("*.jsonl"))
SCENARIOS = sorted((HERE / "scenarios/la-cosa").glob("*.jsonl"))
MOST_PASSED_OVER = 2
"""Hands, then what is offered; after that nothing is due until something happens."""


def readable(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file that can be said; some scenarios hold garbage on purpose."""
    for line in file.read_text("utf-8").splitlines():
        with suppress(ValueError):
            said = json.loads(line)
            if isinstance(said, dict) and ("playthrough" in said or isinstance(said.get("action"), str)):
                yield said


def asked_for(file: Path) -> set[str]:
    """Return what an evening asks for in the course of a file in which all requests are passed over but the checks."""
    lines = [*readable(file)]
    tables = GameService(MemoryStore(), title)
    try:
        game = tables.open(lines[0]).id
    except (Refused, Malformed):
        return set()
    asked, playing, seen = tables.sealed.refereed, tables.playing(game), set[str]()
    asked.decide(game, True)
    for line in lines[1:]:
        for _ in range(MOST_PASSED_OVER):
            due = asked.due(playing, game)
            if due is not None:
                seen.add(due.what)
                assert due.people and {*due.people} <= {*playing.course.table.seats}
                asked.pass_over(playing, game)
        assert asked.due(playing, game) is None
        try:
            if line["action"] == "check":
                found = checks.answer(tables, game, line)
                assert {one.verdict for one in found.told.values()} <= {"legal", "illegal", "undetermined"}
            else:
                tables.say(game, line)
        except (Refused, Malformed):
            continue
    return seen


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_whole_games(file: Path) -> None:
    """Where La Cosa lay in the pile the referee judges nothing, and asks for nothing."""
    is_silent = next(readable(file)).get("options", {}).get("thing_starts") == "in-the-pile"
    assert asked_for(file) == (set() if is_silent else {"deal", "hand", "exchange", "round"})


def test_every_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "PACE", Pace(lambda: 0.0, lambda seconds: None))
    seen = [asked_for(file) for file in SCENARIOS if '"players"' in file.read_text("utf-8")]
    assert len(seen) > 60
    assert set().union(*seen) == {"deal", "hand", "exchange"}
