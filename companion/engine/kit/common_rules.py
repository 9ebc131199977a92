"""Whether somebody may act at all, and what they may name: the checks that are the same at every table."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.actions import whole
from companion.engine.deck import Decklist
from companion.engine.kit.setup import name_fault
from companion.engine.rules import Moment, Rule, Violation, refuse, refuse_as, rule


def refused_if(id: str, wrong: Callable[[Moment], object], *, named: bool = False, overrulable: bool = False) -> Rule:
    """Make a rule that refuses where something is wrong; `named`: its sentence names who acts."""

    @rule(id, overrulable=overrulable)
    def check(m: Moment) -> Violation | None:
        blanks = {"player": m.action.player} if named else {}
        return refuse(**blanks) if wrong(m) else None

    return check


@rule("game.over", of_actor=True)
def over(m: Moment) -> Violation | None:
    """After the end nothing is done any more."""
    return refuse() if m.table.ended else None


@rule("player.unknown", of_actor=True)
def actor_unknown(m: Moment) -> Violation | None:
    """Refuse an actor who is not at the table."""
    who = m.action.player
    if who in m.table.players:
        return None
    return refuse("text" if who else "nobody", player=who)


@rule("player.eliminated", of_actor=True)
def actor_eliminated(m: Moment) -> Violation | None:
    """Refuse an actor who has been eliminated."""
    who = m.action.player
    return None if who in m.table.seats else refuse(player=who)


def in_turn(id: str) -> Rule:
    """Make the rule that the actor is the turn player."""

    @rule(id, of_actor=True)
    def check(m: Moment) -> Violation | None:
        who, turn = m.action.player, m.table.turn
        return None if who == turn else refuse(player=who, turn=turn)

    return check


turn_is_yours = in_turn("turn.not-yours")


@rule("respond.not-asked")
def asked(m: Moment) -> Violation | None:
    """Only who is asked answers."""
    prompt, who = m.table.prompt, m.action.player
    if prompt is None:
        return refuse_as("step.wrong", "nothing-asked", turn=m.table.turn)
    return None if m.table.asked(who) else refuse(player=who, asked=prompt.to)


def at(*steps: str) -> Rule:
    """Make the rule that the table is at one of these steps."""

    @rule("step.wrong", of_actor=True)
    def step_is(m: Moment) -> Violation | None:
        if m.table.step in steps:
            return None
        prompt = m.table.prompt
        return refuse(f"in-{m.table.step}", turn=m.table.turn, asked=prompt.to if prompt else "")

    return step_is


@rule("target.missing")
def target_missing(m: Moment) -> Violation | None:
    """Refuse an action without a target."""
    return None if m.action.text("target") else refuse(player=m.action.player)


@rule("player.unknown")
def target_unknown(m: Moment) -> Violation | None:
    """Whoever is pointed at is at the table."""
    target = m.action.text("target")
    return None if target in m.table.players else refuse(player=target)


@rule("player.eliminated")
def target_eliminated(m: Moment) -> Violation | None:
    """Whoever is pointed at still plays."""
    target = m.action.text("target")
    return None if target in m.table.seats else refuse(player=target)


@rule("target.self")
def target_self(m: Moment) -> Violation | None:
    """Refuse an action that a player aims at themselves."""
    return refuse(player=m.action.player) if m.action.text("target") == m.action.player else None


@rule("player.unknown")
def shown_to_unknown(m: Moment) -> Violation | None:
    """Cards are shown to all or to somebody at the table."""
    to = m.action.text("to")
    return None if to in ("", "all", *m.table.players) else refuse(player=to)


def cards_unknown(field: str) -> Rule:
    """Make the rule that cards named in a field are cards of this decklist, by slug or by copy."""

    @rule("card.unknown")
    def check(m: Moment) -> Violation | None:
        unknown = next((card for card in m.action.names(field) if slug_of(m.decklist, card) is None), None)
        return None if unknown is None else refuse(name=unknown)

    return check


shown_card_unknown = cards_unknown("cards")
"""So are cards that were shown."""


@rule("setup.names")
def new_name_fault(m: Moment) -> Violation | None:
    """Refuse a new name that the set-up would refuse."""
    old, new = m.action.player, m.action.text("to")
    return name_fault((*(p for p in m.table.players if p != old), new))


def slug_of(decklist: Decklist, card: str) -> str | None:
    """Return the slug of a card named by slug or copy id; None if there is no such card."""
    slug, _, k = card.rpartition(".")
    if card in decklist.by_slug:
        return card
    known = decklist.by_slug.get(slug)
    return slug if known and 1 <= (whole(k) or 0) <= known.copies else None


# In the order in which moves ask them

OVER = (over,)
KNOWN = (*OVER, actor_unknown)
PLAYS = (*KNOWN, actor_eliminated)
TARGET = (target_missing, target_unknown, target_eliminated, target_self)
"""Somebody else who plays is pointed at."""
