"""The referees of the two other card games against all worlds: never wrong, and they shrug where worlds part alone."""

from __future__ import annotations

import pytest

from companion.games.la_criatura.referee.story import Tale as CreatureTale
from tests.lab.harness.many_games import Series, play_all
from tests.lab.test_exact import shrugs

GAMES = {"dos-barajas": (4, 5, 6), "la-criatura": (3, 5, 6)}
SHORT = {"dos-barajas": "exact 1", "la-criatura": "exact"}


@pytest.mark.parametrize("game", GAMES)
def test_no_verdict_is_wrong_by_all_worlds_and_none_is_a_shrug(game: str) -> None:
    found = play_all(Series(game, 3, SHORT[game], GAMES[game], exact=1))
    assert found.differing == 0, found.differences[:1]
    shrugged, decided = shrugs(found)
    assert shrugged == 0 and decided > 30
    assert found.verdicts["hand proven illegal: illegal"] > 5 < found.verdicts["hand proven legal: legal"]


@pytest.mark.long  # the same of many more games, and of tables of every size
@pytest.mark.parametrize("game", GAMES)
def test_no_verdict_is_wrong_by_all_worlds_of_many_games(game: str) -> None:
    people = range(4, 10) if game == "dos-barajas" else range(3, 11)
    found = play_all(Series(game, 240, "long exact", tuple(people), exact=1), jobs=2)
    print(f"{game}: {shrugs(found)} shrugs, {dict(found.verdicts)}")
    assert found.differing == 0, found.differences[:1]
    shrugged, decided = shrugs(found)
    assert shrugged * 1000 <= decided


def test_a_referee_that_forgets_what_it_saw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CreatureTale, "saw", lambda self, sight: None)
    assert any(play_all(Series("la-criatura", 1, f"sight {k}", (4,), exact=1)).differing for k in range(20))
