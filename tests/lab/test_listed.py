"""The referees of the two other card games against a list of every world: never wrong, no shrug where all agree.

The judge of `tests/lab/harness/exact_others.py` tells the games; where it else asks a solver, the worlds are
listed one by one (`listed.py`), on the full decks. What takes too many, as most of a game of two decks, is left out.
"""

from __future__ import annotations

import pytest

from companion.games.la_criatura.referee.story import Tale as CreatureTale
from tests.lab import listed
from tests.lab.harness import exact_others
from tests.lab.harness.many_games import Series, Tally, play_all
from tests.lab.test_exact import shrugs

GAMES = {"la-criatura": ((3, 4), 250), "dos-barajas": ((4,), 40)}
"""Numbers of players, and number of games."""


@pytest.fixture(autouse=True)
def by_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """List worlds instead of asking a solver."""
    monkeypatch.setattr(exact_others, "Copies", listed.Listed)


def played(game: str, games: int, seed: str = "listed") -> Tally:
    """Play games whose verdicts are held against the list of worlds where it exists."""
    return play_all(Series(game, games, seed, GAMES[game][0], exact=1))


def test_a_referee_that_forgets_what_it_saw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CreatureTale, "saw", lambda self, sight: None)
    found = (played("la-criatura", 1, f"forgets {k}") for k in range(12))
    assert any(one.differing or shrugs(one)[0] for one in found)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_verdict_is_wrong_by_the_list_and_none_is_a_shrug(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed, "MOST", 20_000)
    found = played(game, GAMES[game][1], "long list")
    shrugged, decided = shrugs(found)
    print(f"{game}: {shrugged} of {decided} shrugs, {dict(found.verdicts)}")
    assert found.differing == 0, found.differences[:1]
    assert shrugged == 0
    assert decided > 10
    assert found.verdicts["hand proven illegal: illegal"] > 3 < found.verdicts["hand proven legal: legal"]
