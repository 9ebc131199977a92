"""The twins of the games beside La Cosa against the companion: no difference, and everything they note reached."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.cli.running import lines
from tests.lab.harness.many_games import Series, play_all
from tests.lab.harness.report import document
from tests.lab.running import run
from tests.length import examples

GAMES = {
    "dos-barajas": (6, range(4, 10)),
    "la-criatura": (8, range(3, 11)),
    "the-thing": (5, range(4, 9)),
    "the-thing-coop": (3, range(1, 4)),
    "the-thing-outpost": (5, range(4, 9)),
}
"""Number of games of a short run, and numbers of players."""


def came_of(series: Series, jobs: int = 1) -> dict[str, Any]:
    return document(series, play_all(series, jobs))


@pytest.mark.short
@pytest.mark.parametrize("game", GAMES)
def test_some_games_of_every_size_agree(game: str) -> None:
    games, players = GAMES[game]
    found = came_of(Series(game, games, "short", tuple(players)))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == games
    assert len(found["reached"]) > 20


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_five_thousand_games_agree_and_reach_everything(game: str) -> None:
    found = came_of(Series(game, 5000, "long", tuple(GAMES[game][1])), jobs=2)
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []


def test_the_command_plays_another_game() -> None:
    result = run("simulate", "--game", "dos-barajas", "--players", "5", "--games", "3", "--option", "deck=48", "--json")
    assert result.exit_code == 0
    assert {key: lines(result)[0][key] for key in ("game", "games", "players", "differences")} == {
        "game": "dos-barajas", "games": 3, "players": [5], "differences": 0,
    }  # fmt: skip
    assert run("simulate", "--game", "dos-barajas", "--players", "12").exit_code == 1
    assert run("simulate", "--game", "dos-barajas", "--option", "deck=44").exit_code == 1


def test_the_same_seed_gives_the_same_numbers() -> None:
    series = Series("dos-barajas", examples(6), "again", (4, 6))
    once, again, other = (json.dumps(came_of(one)) for one in (series, series, replace(series, seed="other")))
    assert once == again != other
