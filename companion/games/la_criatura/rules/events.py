"""Which event may be played when, and by whom; what is not known of a card is not checked (RB, cartas de evento)."""

from __future__ import annotations

from companion.games.common.acting import refuse
from companion.games.la_criatura import looks
from companion.games.la_criatura.cards import AWAKE, EVENT, effect, marks
from companion.games.la_criatura.rules.common import PHASES
from companion.games.la_criatura.rules.who import named
from companion.referee.ruling import Moment, Violation


def too_late(m: Moment) -> Violation | None:
    """Once the combat has begun no event is played."""
    return refuse("event.too-late") if m.table.step in ("combat", "respond", "landed") else None


def card_unknown(m: Moment) -> Violation | None:
    """The card is an event of this box."""
    card = m.action.text("card")
    known = m.decklist.by_slug.get(card)
    if known is None:
        return refuse("card.unknown", "text" if card else "none", name=card)
    return None if known.back == EVENT else refuse("card.not-event", card=card)


def wrong_phase(m: Moment) -> Violation | None:
    """The phase is one that is printed on the card."""
    card = m.action.text("card")
    printed = marks(m.decklist, card, "phase")
    if not printed or PHASES.get(m.table.step) in printed:
        return None
    return refuse("event.phase", printed[0], card=card)


def not_theirs(m: Moment) -> Violation | None:
    """Cards for the chief, or for everybody else: that role is public. Of the others the app never asks."""
    card, who = m.action.text("card"), m.action.player
    printed = marks(m.decklist, card, "who")
    if not printed or "all" in printed:
        return None
    is_chief = who == looks.chief(m.table)
    if "chief" in printed and not is_chief and not {"infected", "creature", "not-chief"} & set(printed):
        return refuse("event.chief-only", card=card, player=who)
    if "not-chief" in printed and is_chief and not {"infected", "creature", "chief"} & set(printed):
        return refuse("event.not-chief", card=card, player=who)
    return None


def sedated(m: Moment) -> Violation | None:
    """Whoever is sedated plays events in their phase only, and for a token; Despierto in the last phase too."""
    who = m.action.player
    if not looks.is_sedated(m.table, who):
        return None
    awake = effect(m.decklist, m.action.text("card")) == AWAKE and m.table.step == "helicopter"
    if m.table.step != "events" and not awake:
        return refuse("event.sedated", "phase", player=who)
    return None if m.action.said.get("spend") is True else refuse("event.sedated", player=who)


def played_already(m: Moment) -> Violation | None:
    """One event a turn, and one more for each token."""
    who = m.action.player
    free = m.action.said.get("spend") is not True
    return refuse("event.limit", player=who) if free and looks.number(m.table, (looks.PLAYED, who)) else None


def hand_empty(m: Moment) -> Violation | None:
    """An event is played from a hand that holds one."""
    who = m.action.player
    return None if m.table.hands[who] else refuse("hand.empty", player=who)


def nobody_to_wake(m: Moment) -> Violation | None:
    """Despierto wakes somebody who is sedated."""
    if effect(m.decklist, m.action.text("card")) != AWAKE:
        return None
    whom = m.action.text("target") or m.action.player
    fault = named(m, whom)
    return fault or (None if looks.is_sedated(m.table, whom) else refuse("event.awake", player=whom))


def too_many_tokens(m: Moment) -> Violation | None:
    """Nobody holds more than two triumph tokens."""
    for who in m.action.names("gains"):
        fault = named(m, who)
        if fault:
            return fault
        spent = who == m.action.player and m.action.said.get("spend") is True
        given = m.action.names("gains").count(who)
        if looks.tokens(m.table, who) - spent + given > looks.MOST_TOKENS:
            return refuse("token.limit", player=who)
    return None
