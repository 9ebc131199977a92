"""A verdict that the solver had no time for: open, unless what was ruled out is enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.engine.hidden.line import line
from companion.engine.hidden.places import HiddenPlaces
from companion.engine.hidden.weighing import Weighing, lie
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


def one_pile(*copies: str, **sizes: int) -> HiddenPlaces:
    places = HiddenPlaces(copies, small=0)
    places.deal_any(sizes)
    return places


def test_cards_that_it_had_no_time_for_are_not_said_to_lie_there() -> None:
    places = one_pile("oro.1", "oro.2", "copa.1", "copa.2", Ana=1, Beto=1)
    places.saw("Beto", ["oro.2"], whole=True)
    assert lie(places, "Ana", ["copa.1"], whole=True)
    places.saw("Ana", ["copa"], whole=False)
    places.clauses._left = 0
    assert lie(places, "Ana", ["copa.1"], whole=True) is None


def test_a_pile_of_discards_that_all_were_seen_holds_nothing_else() -> None:
    places = one_pile("oro.1", "oro.2", "copa.1", "copa.2", Ana=1, Beto=1)
    for _ in range(2):
        places.draw("Ana")
    for _ in range(2):
        places.throw("Ana", "oro")
    places.draw("Beto")
    assert lie(places, "Beto", ["copa", "oro"], whole=True)
    assert lie(places, "Beto", ["copa", "copa"], whole=True) is False


def test_a_card_named_without_its_copy_is_no_more_than_one_of_those_that_are_known() -> None:
    places = one_pile(*(f"evento.{k}" for k in range(1, 7)), Ana=2)
    places.saw("Ana", ["evento.1", "evento.2"], whole=True)
    places.draw("Ana")
    assert lie(places, "Ana", ["evento", "evento.2", "evento.3"], whole=True)
    assert lie(places, "Ana", ["evento", "evento", "evento.3"], whole=True)
    assert lie(places, "Ana", ["evento", "evento.3", "evento.4"], whole=True) is False


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


def test_where_all_clubs_were_seen_none_is_drawn_from_a_new_pile_and_no_search_is_needed() -> None:
    cards = [f"{name}.{k}" for name in ("copa", "basto") for k in range(20)]
    places = HiddenPlaces(cards, marked=lambda card: "basto" in card)
    places.deal_any({"Ana": 20, "Beto": 15})
    places.saw("Ana", [f"basto.{k}" for k in range(19)], whole=False)
    for _ in range(5):
        places.put_low(places.draw_past(1, 0)[0])
        places.put_low(places.take(places.hands["Beto"]))
    places.shuffle_all()
    places.saw("Beto", ["basto.19"], whole=False)
    assert not places.clauses.has_at_once([places.as_marked(places.draw_past(1, 0)[0])])
