"""Votes, the chief's dice, discards (RB, secuencias de los turnos; sedación)."""

from __future__ import annotations

from companion.games.common.acting import refuse
from companion.games.la_criatura import looks
from companion.games.la_criatura.rules.common import option, wrong_dice
from companion.games.la_criatura.rules.who import named
from companion.referee.ruling import Moment, Violation


def sedated_votes(m: Moment) -> Violation | None:
    """Whoever is sedated does not vote."""
    who = m.action.player
    return refuse("vote.sedated", player=who) if looks.is_sedated(m.table, who) else None


def votes_count(m: Moment) -> Violation | None:
    """One vote each, two the chief; fewer only where the table lets people abstain."""
    who, votes = m.action.player, m.action.names("votes")
    has = 2 if who == looks.chief(m.table) else 1
    fits = len(votes) <= has if option(m, "abstention") is True else len(votes) == has
    return None if fits else refuse("vote.count", "chief" if has == 2 else "text", player=who)


def votes_for_nobody(m: Moment) -> Violation | None:
    """Votes are for people who stand."""
    return next((fault for fault in (named(m, who) for who in m.action.names("votes")) if fault), None)


def votes_for_oneself(m: Moment) -> Violation | None:
    """Nobody votes for themselves, unless the table lets them."""
    who = m.action.player
    own = who in m.action.names("votes") and option(m, "self_vote") is not True
    return refuse("vote.self", player=who) if own else None


def votes_apart(m: Moment) -> Violation | None:
    """The chief's two votes, where the table keeps them together."""
    apart = len(set(m.action.names("votes"))) > 1 and option(m, "chief_splits") is not True
    return refuse("vote.together", player=m.action.player) if apart else None


def tie_dice(m: Moment) -> Violation | None:
    """One die for everybody tied."""
    return wrong_dice(m, len(looks.tied(m.table)))


def creature_gone(m: Moment) -> Violation | None:
    """After the second find there is no Creature any more."""
    says_so = m.action.verb == "reveal" or m.action.said.get("creature") is True
    return refuse("creature.gone") if says_so and looks.is_gone(m.table) else None


def handed_in(m: Moment) -> Violation | None:
    """If it is said who handed in a card: on 5 or 6 nobody, else everybody but the sedated."""
    if m.action.said.get("handed") is None:
        return None
    handed = m.action.names("handed")
    fault = next((fault for fault in (named(m, who) for who in handed) if fault), None)
    if fault:
        return fault
    dice = m.action.said.get("dice")
    if isinstance(dice, list | tuple) and dice[0] > 4:
        return refuse("move.still") if handed else None
    sleeping = next((p for p in handed if looks.is_sedated(m.table, p)), None)
    if sleeping:
        return refuse("move.sedated", player=sleeping)
    missing = next((p for p in m.table.seats if p not in handed and not looks.is_sedated(m.table, p)), None)
    return refuse("move.missing", player=missing) if missing else None


def sedated_discards(m: Moment) -> Violation | None:
    """Whoever is sedated discards nothing."""
    who = m.action.player
    return refuse("discard.sedated", player=who) if looks.is_sedated(m.table, who) else None


def more_than_held(m: Moment) -> Violation | None:
    """Nobody discards more than they hold."""
    who = m.action.player
    held = m.table.hands[who]
    return refuse("discard.too-many", player=who, held=held) if m.action.number("count") > held else None


def wrong_chief(m: Moment) -> Violation | None:
    """If it is said who the new chief is: whom the die counts to, nobody sedated."""
    said, dice = m.action.text("player"), m.action.said.get("dice")
    if not said or not isinstance(dice, list | tuple):
        return None
    fault = named(m, said)
    if fault:
        return fault
    if looks.is_sedated(m.table, said):
        return refuse("chief.sedated", player=said)
    found = looks.counted(m.table, dice[0])
    return None if said == found else refuse("chief.count", eyes=dice[0], player=found, said=said)
