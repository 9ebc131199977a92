"""Whether somebody may act now at all: the end, who they are, whose move it is."""

from __future__ import annotations

from companion.games.common.acting import refuse
from companion.games.la_criatura import looks
from companion.referee.ruling import Check, Moment, Violation


def actor_out(m: Moment) -> Violation | None:
    """The one who acts still stands."""
    who = m.action.player
    return None if who in m.table.seats else refuse("player.out", player=who)


def first_turn(m: Moment) -> Violation | None:
    """In the first turn nobody plays an event and nobody votes (RB, primer turno)."""
    return refuse("turn.first") if m.table.step == "first" else None


def is_their_move(rule: str) -> Check:
    """It is the turn of who acts."""

    def check(m: Moment) -> Violation | None:
        who, turn = m.action.player, m.table.turn
        return None if who == turn else refuse(rule, player=who, turn=turn)

    return check


def no_token(m: Moment) -> Violation | None:
    """A triumph token that is spent lies before its player."""
    spends = m.action.verb == "arm" or m.action.said.get("spend") is True or m.action.said.get("triumph") is True
    who = m.action.player
    return refuse("token.none", player=who) if spends and not looks.tokens(m.table, who) else None


def named(m: Moment, who: str) -> Violation | None:
    """Somebody named is at the table and stands."""
    if who not in m.table.players:
        return refuse("player.unknown", "text" if who else "nobody", player=who)
    return None if who in m.table.seats else refuse("player.out", player=who)
