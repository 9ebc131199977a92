"""Bugs planted in the rules and in the referees: a short case finds each, and no random game is needed."""

from __future__ import annotations

import pytest

from companion.decks.catalog import Title, title
from tests.games.every import cases_of, referee_cases
from tests.games.test_hidden_cards import contradictions
from tests.games.test_rules import differs
from tests.planted import Bug, for_finder, in_rules, plant, written


def red(here: Title, file: str) -> list[str]:
    """Return the cases of a file that come out otherwise."""
    return [name for name, case in cases_of(here.game.slug) if name.startswith(file) and differs(case, here)]


@pytest.mark.parametrize("bug", for_finder("cases", in_rules.BUGS))
def test_a_short_case_finds_it(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    assert red(title("la-cosa"), bug.detail) == []
    assert red(plant(monkeypatch, bug), bug.detail)


@pytest.mark.mutants
@pytest.mark.parametrize("bug", for_finder("referee", written("referee.txt")))
def test_a_case_of_the_referee_finds_it(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    """The right referee contradicts none (`test_hidden_cards.py`)."""
    game, _, accusing = bug.detail.partition(" ")
    cases = referee_cases(game).values()
    plant(monkeypatch, bug)
    found = (one for case in cases for one in contradictions(case))
    assert any(": illegal" in one or not accusing for one in found)
