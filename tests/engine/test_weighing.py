"""A verdict that the solver had no time for: open, unless what was ruled out is enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.engine.hidden.line import line
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.weighing import Weighing
from companion.engine.solver import Clauses
from companion.games.la_cosa.referee import REFEREE
from companion.games.la_cosa.referee.story import told
from tests.engine.evening import FOUR, table_of

RULE = "hand.kept"


class Weighed:
    """Six cards for three people, the question whether any world is there given up, and a rule on one card."""

    def __init__(self) -> None:
        places = HiddenPlaces([f"copa.{k}" for k in range(6)])
        places.deal_any({"Ana": 1, "Beto": 1, "Ciro": 1})
        self.weighing = Weighing(places, (RULE,))
        self.shown, self.broken = places.clauses.new(), places.clauses.new()
        places.clauses.begin()
        places.clauses._left = 0

    def verdict(self) -> str:
        self.weighing.shown = self.weighing.at_least = [self.shown]
        return self.weighing.weigh([{RULE: self.broken}]).verdict


def says_nothing(one: Weighed) -> None:
    pass


def never_broken(one: Weighed) -> None:
    one.weighing.clauses.add(-one.shown, -one.broken)


def never_broken_by_the_book(one: Weighed) -> None:
    one.weighing.clauses.add(-one.weighing.places.book, -one.shown, -one.broken)


def always_broken(one: Weighed) -> None:
    one.weighing.clauses.add(-one.shown, one.broken)


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        (says_nothing, "undetermined"),
        (never_broken, "legal"),
        (never_broken_by_the_book, "undetermined"),
        (always_broken, "undetermined"),
    ],
)
def test_without_time_only_what_is_broken_nowhere_is_lawful(told: Callable[[Weighed], None], verdict: str) -> None:
    one = Weighed()
    told(one)
    assert one.verdict() == verdict
    assert one.weighing.clauses.given_up


def test_with_time_what_is_broken_everywhere_is_illegal() -> None:
    one = Weighed()
    always_broken(one)
    one.weighing.clauses.begin()
    assert one.verdict() == "illegal"


def test_a_game_told_anew_is_given_up_as_soon_as_one_that_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longer a game, the fewer conflicts it has: so its patience is counted when all of it is told, not before."""
    sizes = list[int]()
    begin = Clauses.begin
    monkeypatch.setattr(Clauses, "begin", lambda self: (sizes.append(self.size), begin(self)))
    table = table_of("la-cosa")
    for k in range(8):
        player, other = FOUR[k % 4], FOUR[(k + 1) % 4]
        table.do(f"draw {player} away", f"discard {player}", f"respond {other}")
    story = told(table.decklist, line(table.course, table.memory, REFEREE))
    assert sizes[-1] == story.worlds.clauses.size
