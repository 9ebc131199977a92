"""Bugs planted one at a time, to see that a test finds each: where, what, and which finds it.

One table in three files, by what is spoiled: `in_rules.py`, `in_referee.py`, `in_doors.py`. One module of tests for
each kind of finder reads it: `tests/games/test_planted.py` (cases of the rules and of the referees),
`tests/lab/test_planted.py` (twins), `tests/lab/test_referee_sees.py` (the twin's hidden cards),
`tests/lab/judge/test_planted.py` (the judge by another hand), `tests/web/test_doors.py` (a model of who may do what),
`tests/lab/bench/test_attack.py`. A rule that is dropped needs no row: each of every game is dropped in turn, by
`tests/games/test_rules.py` and by the twin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, NamedTuple

import pytest

from companion.decks.catalog import Title, title
from tests.planting import plant as patch


class Bug(NamedTuple):
    """One mistake in the product."""

    where: str
    """`module:name`, `module:Class.method`, `module:TABLE[key]`; or the slug of a game, whose title is spoiled."""
    what: str
    wrong: Callable[[Any], Any]
    """Make what is wrong out of what is right."""
    found_by: str
    """The kind of finder, and what it needs to know."""
    is_long: bool = False
    """True if it takes so long to find that only the long run looks for it."""

    @property
    def finder(self) -> str:
        """Kind of finder."""
        return self.found_by.partition(" ")[0]

    @property
    def detail(self) -> str:
        """Detail that the finder needs."""
        return self.found_by.partition(" ")[2]


def always(value: Any) -> Callable[[Any], Any]:
    """Plant a function that always returns `value`; with None it does nothing."""
    return lambda right: lambda *given, **named: value


def instead(other: Any) -> Callable[[Any], Any]:
    """Plant another value."""
    return lambda right: other


def for_finder(finder: str, bugs: Iterable[Bug]) -> list[Any]:
    """Return the rows of a kind of finder, as parameters of a test."""
    return [
        pytest.param(bug, id=bug.what, marks=[pytest.mark.long] * bug.is_long) for bug in bugs if bug.finder == finder
    ]


def plant(monkeypatch: pytest.MonkeyPatch, bug: Bug, game: str = "la-cosa") -> Title:
    """Plant a bug for the length of a test; return the title to be played with it."""
    module, _, name = bug.where.partition(":")
    if not name:
        return bug.wrong(title(bug.where))
    place: Any = import_module(module)
    *steps, last = name.split(".")
    for step in steps:
        place = getattr(place, step)
    if entry := re.fullmatch(r"(\w+)\[(.+)\]", last):
        place, last = getattr(place, entry[1]), entry[2]
    right = place[last] if isinstance(place, dict) else getattr(place, last)
    patch(monkeypatch, (place, last, bug.wrong(right)))
    return title(game)
