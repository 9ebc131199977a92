"""The twin of the two decks against the companion: no difference, everything reached."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.cli.running import lines
from tests.lab.harness.many_games import Series, play_all
from tests.lab.harness.report import document
from tests.lab.running import run
from tests.length import examples

EVERY = (4, 5, 6, 7, 8, 9)


@pytest.mark.short
def test_some_games_without_a_difference() -> None:
    found = document(series := Series("dos-barajas", 12, "short", EVERY), play_all(series))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["games"] == 12 and found["verdicts"]["hand legal"] > 50
    assert {"phase combat", "phase take", "accused a human"} <= set(found["reached"])


@pytest.mark.long
def test_five_thousand_games_reach_everything() -> None:
    found = document(series := Series("dos-barajas", 5000, "long", EVERY), play_all(series, jobs=2))
    assert (found["differences"], found["unreached"]) == (0, []), found["shortest"][:1]


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
    other = replace(series, seed="other")
    once, again, else_ = (json.dumps(document(one, play_all(one)), sort_keys=True) for one in (series, series, other))
    assert once == again != else_
