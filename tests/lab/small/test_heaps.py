"""Cards in places are never said to lie where no world has them, nor to be missing where one has."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.lab.small.heaps import told_otherwise


@pytest.mark.parametrize("games", [20, pytest.param(300, marks=pytest.mark.long)])
def test_no_world_is_lost(games: int) -> None:
    found = sum(map(told_otherwise, range(games)), Counter[str]())
    assert {kind for kind in found if kind != "open"} == set()
    assert found["open"] < games
