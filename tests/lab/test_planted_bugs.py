"""Bugs planted in what the rules bring about: the twin finds each of them within a few games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.places import DISCARD
from companion.engine.state import Table
from companion.lab.harness.aggregate import Series
from companion.lab.harness.runner import play
from companion.lab.twin.la_cosa.deck import option_sets
from tests.games.dropped import spoiled

Bug = Callable[[Table, Action, f.Fact], f.Fact | None]
"""A fact as the bug leaves it; None if it is forgotten."""


def _turn_goes_the_other_way(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    if isinstance(fact, f.TurnBegan) and table.turn in table.seats and len(table.seats) > 2:
        return f.TurnBegan(table.step_from(table.turn, -1 if table.clockwise else 1))
    return fact


def _direction_stays(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    return None if isinstance(fact, f.DirectionTurned) else fact


def _nobody_moves(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    return None if isinstance(fact, f.PlayersMoved) and action.text("card") == "es-aqui-la-fiesta" else fact


def _quarantine_lasts(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    counted = isinstance(fact, f.TrackSet) and fact.value == 1 and action.verb == "respond"
    return None if counted else fact


def _discards_stay_in_hand(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    lost = isinstance(fact, f.CardsMoved) and fact.target == DISCARD and action.verb == "discard"
    return None if lost else fact


def _never_shuffles(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    return None if isinstance(fact, f.StackShuffled) else fact


def _second_exchange_forgotten(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    if isinstance(fact, f.Asked) and table.prompt and table.prompt.about == "no-podemos-ser-amigos":
        return None
    return fact


def _missed_asks_the_same(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    if isinstance(fact, f.Asked) and action.text("card") == "fallaste" and table.prompt:
        return f.Asked(fact.about, fact.by, table.prompt.to)
    return fact


def _the_dead_win(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    if isinstance(fact, f.Ended) and fact.winners:
        return replace(fact, winners=(*fact.winners, *table.eliminated))
    return fact


def _the_last_infected_wins(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    last = action.text("last_infected")
    return replace(fact, winners=(*fact.winners, last)) if isinstance(fact, f.Ended) and last else fact


def _panic_stays_on_the_table(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    panic = table.step == "panic" and action.text("card") == "ups"
    return None if panic and isinstance(fact, f.CardsMoved) else fact


def _claim_unheard(table: Table, action: Action, fact: f.Fact) -> f.Fact | None:
    return None if isinstance(fact, f.Claimed) else fact


BUGS: tuple[Bug, ...] = (
    _turn_goes_the_other_way, _direction_stays, _nobody_moves, _quarantine_lasts, _discards_stay_in_hand,
    _never_shuffles, _second_exchange_forgotten, _missed_asks_the_same, _the_dead_win, _the_last_infected_wins,
    _panic_stays_on_the_table, _claim_unheard,
)  # fmt: skip


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__.strip("_"))
def test_a_planted_bug_is_found(bug: Bug) -> None:
    rules = title("la-cosa")

    def carry_out(box: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
        done = (bug(table, action, fact) for fact in rules.game.carry_out(box, table, action))
        return tuple(fact for fact in done if fact is not None)

    series = Series(250, "bugs", tuple(range(4, 13)), tuple(option_sets(0)), slips=0.3)
    found = next(
        (
            d
            for plan in series.plans()
            for d in play(spoiled(rules.game, carry_out=carry_out), rules.decklist, plan).differences
        ),
        None,
    )
    assert found is not None
    assert found.playthrough
