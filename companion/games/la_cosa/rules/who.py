"""Whether somebody may act now at all: the end, who they are, whose turn and which step it is (R §9)."""

from __future__ import annotations

from companion.games.common.acting import refuse
from companion.games.la_cosa.rules.common import given
from companion.referee.ruling import Moment, Violation


def victory_declared(m: Moment) -> Violation | None:
    """While a victory is declared nothing goes on but what settles it."""
    claim = m.table.claim
    return refuse("step.wrong", "declared", player=claim.player) if claim else None


def alone(m: Moment) -> Violation | None:
    """With one player left there is nothing to play."""
    seats = m.table.seats
    return refuse("step.wrong", "alone", player=seats[0]) if len(seats) == 1 else None


def cards_left(m: Moment) -> Violation | None:
    """There is a card to draw, in the pile or among the discards."""
    if m.table.piles["draw"] or m.table.piles["discard"]:
        return None
    return refuse("step.wrong", "no-cards", turn=m.table.turn)


def hand_empty(m: Moment) -> Violation | None:
    """A card is played or discarded from a hand that holds one (a corrected count can say that it does not)."""
    who = m.action.player
    gives = m.table.step != "panic" and (m.action.verb != "respond" or given(m))
    return refuse("step.wrong", "empty-hand", player=who) if gives and not m.table.hands[who] else None
