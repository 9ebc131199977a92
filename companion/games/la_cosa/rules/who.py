"""Whether somebody may act now at all: the end, who they are, whose turn and which step it is (R §9)."""

from __future__ import annotations

from companion.games.la_cosa.rules.common import given, refuse
from companion.referee.ruling import Check, Moment, Violation


def over(m: Moment) -> Violation | None:
    """After the end nothing is done any more."""
    return refuse("game.over") if m.table.ended else None


def actor_unknown(m: Moment) -> Violation | None:
    """The one who acts is at the table."""
    who = m.action.player
    if who in m.table.players:
        return None
    return refuse("player.unknown", "text" if who else "nobody", player=who)


def actor_eliminated(m: Moment) -> Violation | None:
    """The one who acts still plays."""
    who = m.action.player
    return None if who in m.table.seats else refuse("player.eliminated", player=who)


def victory_declared(m: Moment) -> Violation | None:
    """While a victory is declared nothing goes on but what settles it."""
    claim = m.table.claim
    return refuse("step.wrong", "declared", player=claim.player) if claim else None


def alone(m: Moment) -> Violation | None:
    """With one player left there is nothing to play."""
    seats = m.table.seats
    return refuse("step.wrong", "alone", player=seats[0]) if len(seats) == 1 else None


def turn_is_yours(m: Moment) -> Violation | None:
    """Draws, discards and plays are the turn player's."""
    who, turn = m.action.player, m.table.turn
    return None if who == turn else refuse("turn.not-yours", player=who, turn=turn)


def asked(m: Moment) -> Violation | None:
    """Only the one who is asked answers."""
    prompt = m.table.prompt
    if prompt is None:
        return refuse("step.wrong", "nothing-asked", turn=m.table.turn)
    who = m.action.player
    return None if who == prompt.to else refuse("respond.not-asked", player=who, asked=prompt.to)


def step_is(*steps: str) -> Check:
    def check(m: Moment) -> Violation | None:
        if m.table.step in steps:
            return None
        prompt = m.table.prompt
        return refuse("step.wrong", f"in-{m.table.step}", turn=m.table.turn, asked=prompt.to if prompt else "")

    return check


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
