"""Each clause of a referee is missed by the judge when it is wrong, or stands in the list with the reason why not."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.lab.judge.clauses import MODULES, sites
from tests.lab.judge.missed import CASE, LIVES, SEED, SMALL, Found, called, listed, tried
from tests.lab.judge.product import Product
from tests.lab.judge.tapes import Tape, recorded

GAMES = 30
"""Games played for a bug that is not listed."""
LEAST_FOUND = 0.4
"""Least share of the bugs that the judge or a case sees."""
SAMPLE = 40
"""Bugs for each one that is planted in the run without slow tests."""


@cache
def tape(game: str, number: int) -> Tape:
    """Play a game once."""
    return recorded(game, SEED, number, Product)


@pytest.mark.parametrize("game", MODULES)
def test_what_lives_has_its_reason(game: str) -> None:
    found = listed(game)
    assert [name for name, one in found.items() if one.how == LIVES and len(one.where) < 10] == []
    seen = Counter(one.how == LIVES for one in found.values())
    assert seen[False] > LEAST_FOUND * seen.total()


@pytest.mark.parametrize("game", MODULES)
def test_some_bugs_in_clauses_are_found_again(game: str) -> None:
    there = {site.name: site for site in sites(game)}
    found = listed(game)
    names = [name for name, one in found.items() if one.how not in (CASE, LIVES, SMALL) and name in there][::SAMPLE]
    assert names
    for name in names:
        assert tried(game, there[name], [tape(game, int(listed(game)[name].where))]).how not in (CASE, LIVES), name


@pytest.mark.long
@pytest.mark.parametrize("game", MODULES)
def test_a_bug_in_each_clause_is_found(game: str) -> None:
    found = listed(game)
    living = {name for name, one in found.items() if one.how == LIVES}
    used = called(game, (tape(game, number) for number in range(GAMES)))
    missed = []
    for site in [one for one in sites(game) if one.function in used]:
        hint = found.get(site.name, Found(LIVES, ""))
        games = (tape(game, number) for number in ([int(hint.where)] if hint.where.isdigit() else range(GAMES)))
        if site.name not in living and tried(game, site, games).how == LIVES:
            missed.append(site.name)
    assert missed == []
