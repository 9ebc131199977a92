"""La Criatura's twin against the companion: no difference, every phase, ending and rule reached."""

from __future__ import annotations

import pytest

from tests.lab.harness.many_games import Series, play_all
from tests.lab.harness.report import document

PLAYERS = tuple(range(3, 11))


@pytest.mark.short
def test_some_games_of_every_size_agree() -> None:
    series = Series("la-criatura", 8, "short", PLAYERS)
    found = document(series, play_all(series))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == 8


@pytest.mark.long
def test_five_thousand_games_agree_and_reach_everything() -> None:
    series = Series("la-criatura", 5000, "long", PLAYERS)
    found = document(series, play_all(series, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
    assert found["verdicts"]["round undetermined"] > 0
