"""Bugs planted in the rules: a short case finds each, and no random game is needed."""

from __future__ import annotations

import pytest

from companion.decks.catalog import Title, title
from tests.games.every import cases_of
from tests.games.test_rules import differs
from tests.planted import Bug, for_finder, plant
from tests.planted.in_rules import BUGS


def red(here: Title, file: str) -> list[str]:
    """The cases of a file that come out otherwise."""
    return [name for name, case in cases_of(here.game.slug) if name.startswith(file) and differs(case, here)]


@pytest.mark.parametrize("bug", for_finder("cases", BUGS))
def test_a_short_case_finds_it(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    assert red(title("la-cosa"), bug.detail) == []
    assert red(plant(monkeypatch, bug), bug.detail)
