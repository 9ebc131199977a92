"""Whether somebody may act at all, and what they may name: the checks that are the same at every table."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.actions import whole
from companion.engine.deck import Decklist
from companion.engine.kit.moves import of_actor, rules
from companion.engine.kit.setup import name_fault
from companion.engine.rules import Check, Moment, Rule, Violation


def refuse(rule: str, variant: str = "text", **blanks: object) -> Violation:
    """Return a violation of a rule with the variant of its sentence and the blanks for it."""
    return Violation(rule, blanks, variant)


def refused_if(rule: str, wrong: Callable[[Moment], object], *, named: bool = False) -> Check:
    """Refused where something is wrong; `named`: the sentence names who acts."""

    def check(m: Moment) -> Violation | None:
        blanks = {"player": m.action.player} if named else {}
        return refuse(rule, **blanks) if wrong(m) else None

    return check


def over(m: Moment) -> Violation | None:
    """After the end nothing is done any more."""
    return refuse("game.over") if m.table.ended else None


def actor_unknown(m: Moment) -> Violation | None:
    """Refuse an actor who is not at the table."""
    who = m.action.player
    if who in m.table.players:
        return None
    return refuse("player.unknown", "text" if who else "nobody", player=who)


def actor_eliminated(m: Moment) -> Violation | None:
    """Refuse an actor who has been eliminated."""
    who = m.action.player
    return None if who in m.table.seats else refuse("player.eliminated", player=who)


def in_turn(rule: str) -> Check:
    """Make the check that the actor is the turn player."""

    def check(m: Moment) -> Violation | None:
        who, turn = m.action.player, m.table.turn
        return None if who == turn else refuse(rule, player=who, turn=turn)

    return check


turn_is_yours = in_turn("turn.not-yours")


def asked(m: Moment) -> Violation | None:
    """Only who is asked answers."""
    prompt, who = m.table.prompt, m.action.player
    if prompt is None:
        return refuse("step.wrong", "nothing-asked", turn=m.table.turn)
    return None if m.table.asked(who) else refuse("respond.not-asked", player=who, asked=prompt.to)


def step_is(*steps: str) -> Check:
    """Make the check that the table is at one of these steps."""

    def check(m: Moment) -> Violation | None:
        if m.table.step in steps:
            return None
        prompt = m.table.prompt
        return refuse("step.wrong", f"in-{m.table.step}", turn=m.table.turn, asked=prompt.to if prompt else "")

    return check


def target_missing(m: Moment) -> Violation | None:
    """Refuse an action without a target."""
    return None if m.action.text("target") else refuse("target.missing", player=m.action.player)


def target_unknown(m: Moment) -> Violation | None:
    """Whoever is pointed at is at the table."""
    target = m.action.text("target")
    return None if target in m.table.players else refuse("player.unknown", player=target)


def target_eliminated(m: Moment) -> Violation | None:
    """Whoever is pointed at still plays."""
    target = m.action.text("target")
    return None if target in m.table.seats else refuse("player.eliminated", player=target)


def target_self(m: Moment) -> Violation | None:
    """Refuse an action that a player aims at themselves."""
    return refuse("target.self", player=m.action.player) if m.action.text("target") == m.action.player else None


def shown_to_unknown(m: Moment) -> Violation | None:
    """Cards are shown to all or to somebody at the table."""
    to = m.action.text("to")
    return None if to in ("", "all", *m.table.players) else refuse("player.unknown", player=to)


def cards_unknown(field: str) -> Check:
    """Cards that are named in a field are cards of this decklist, by slug or by copy."""

    def check(m: Moment) -> Violation | None:
        unknown = next((card for card in m.action.names(field) if slug_of(m.decklist, card) is None), None)
        return None if unknown is None else refuse("card.unknown", name=unknown)

    return check


shown_card_unknown = cards_unknown("cards")
"""So are cards that were shown."""


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


# As rules of a move, in the order in which they are asked

OVER = of_actor(("game.over", over))
KNOWN = (*OVER, *of_actor(("player.unknown", actor_unknown)))
PLAYS = (*KNOWN, *of_actor(("player.eliminated", actor_eliminated)))
MINE = of_actor(("turn.not-yours", turn_is_yours))
TARGET = rules(
    ("target.missing", target_missing),
    ("player.unknown", target_unknown),
    ("player.eliminated", target_eliminated),
    ("target.self", target_self),
)
"""Somebody else who plays is pointed at."""


def at(*steps: str) -> tuple[Rule, ...]:
    """Return the rule that the table is at one of these steps."""
    return of_actor(("step.wrong", step_is(*steps)))
