"""Whether somebody may act at all, and what they may name: the checks that are the same at every table."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.common.opening import name_fault
from companion.referee.actions import whole
from companion.referee.ruling import Check, Moment, Violation


def refuse(rule: str, variant: str = "text", **blanks: object) -> Violation:
    """A violation of a rule, with the sentence that fits and the facts for it."""
    return Violation(rule, blanks, variant)


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


def turn_is_yours(m: Moment) -> Violation | None:
    """What is done in turn is done by whoever's turn it is."""
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
    """The table is at one of these steps."""

    def check(m: Moment) -> Violation | None:
        if m.table.step in steps:
            return None
        prompt = m.table.prompt
        return refuse("step.wrong", f"in-{m.table.step}", turn=m.table.turn, asked=prompt.to if prompt else "")

    return check


def shown_to_unknown(m: Moment) -> Violation | None:
    """Cards are shown to all or to somebody at the table."""
    to = m.action.text("to")
    return None if to in ("", "all", *m.table.players) else refuse("player.unknown", player=to)


def shown_card_unknown(m: Moment) -> Violation | None:
    """Cards that were shown are cards of this decklist, by slug or by copy."""
    unknown = next((card for card in m.action.names("cards") if slug_of(m.decklist, card) is None), None)
    return None if unknown is None else refuse("card.unknown", name=unknown)


def new_name_fault(m: Moment) -> Violation | None:
    """The new name is as good as one at the set-up."""
    old, new = m.action.player, m.action.text("to")
    return name_fault((*(p for p in m.table.players if p != old), new))


def slug_of(decklist: Decklist, card: str) -> str | None:
    """The slug of a card said by slug or by copy id, None if there is no such card."""
    slug, _, k = card.rpartition(".")
    if card in decklist.by_slug:
        return card
    known = decklist.by_slug.get(slug)
    return slug if known and 1 <= (whole(k) or 0) <= known.copies else None
