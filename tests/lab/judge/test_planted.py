"""The judge by another hand finds what is wrong with a referee, within a few games."""

from __future__ import annotations

import pytest

from tests.lab.judge.agreement import Agreement, one_game
from tests.lab.judge.product import Product
from tests.planted import Bug, for_finder, plant, written

GAMES = 200


@pytest.mark.parametrize("bug", for_finder("agreement", written("referee.txt")))
def test_it_is_found_within_some_games(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, bug)
    found = Agreement()
    for number in range(GAMES):
        one_game("put back", number, Product, found)
        if any(one.is_false for one in found.differences):
            return
    pytest.fail(f"not found in {GAMES} games")
