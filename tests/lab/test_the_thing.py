"""The twins of the board game, its cooperative mode and the Norwegian base against the companion: no difference, every
phase, moment, ending and rule reached."""

from __future__ import annotations

import pytest

from tests.lab.harness.many_games import Series, play_all
from tests.lab.harness.report import document

GAMES = ("the-thing", "the-thing-coop", "the-thing-outpost")
PLAYERS = {game: (1, 2, 3) if game == "the-thing-coop" else (4, 5, 6, 7, 8) for game in GAMES}
A_FEW = {"the-thing": 5, "the-thing-coop": 3, "the-thing-outpost": 5}


@pytest.mark.short
@pytest.mark.parametrize("game", GAMES)
def test_some_games_of_every_size_agree(game: str) -> None:
    series = Series(game, A_FEW[game], "short", PLAYERS[game])
    found = document(series, play_all(series))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == A_FEW[game]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_five_thousand_games_agree_and_reach_everything(game: str) -> None:
    series = Series(game, 5000, "long", PLAYERS[game])
    found = document(series, play_all(series, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
