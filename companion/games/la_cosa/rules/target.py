"""Whether a card can be aimed at this player, and the axe take this obstacle (R §§4, 5, 9)."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.common.acting import refuse
from companion.games.la_cosa.cards import reach
from companion.games.la_cosa.looks import (
    door_between,
    door_stops,
    in_play_order,
    kept_from_exchanges,
    quarantined,
    thirds,
    without_effect,
)
from companion.games.la_cosa.rules.common import acts_as, given
from companion.referee.ruling import Check, Moment, Violation

NAMES_NOBODY = frozenset({"none", "self"})
"""Cards that are aimed at nobody else: a target given with them is ignored."""


def no_elimination(m: Moment) -> Violation | None:
    """A quarantined player eliminates nobody."""
    who = m.action.player
    if quarantined(m.table, who) and reach(m.decklist, given(m)).eliminates:
        return refuse("quarantine.no-elimination", player=who, card=given(m))
    return None


def no_seat_change(m: Moment) -> Violation | None:
    """A quarantined player does not play a change of seats."""
    who = m.action.player
    if m.table.step == "act" and quarantined(m.table, who) and reach(m.decklist, given(m)).moves:
        return refuse("quarantine.no-seat-change", player=who, card=given(m))
    return None


def _aimed(check: Callable[[Moment, str], Violation | None]) -> Check:
    """A check of the target, asked only where the card names somebody and somebody is named."""

    def asked_of_target(m: Moment) -> Violation | None:
        if reach(m.decklist, given(m)).target in NAMES_NOBODY or _does_nothing_unaimed(m):
            return None
        return check(m, m.action.text("target"))

    return asked_of_target


def _does_nothing_unaimed(m: Moment) -> bool:
    """A panic that can do nothing and is aimed at nobody; or ¿amigos? that this table's ruling leaves void."""
    if m.table.step != "panic":
        return False
    row, known = reach(m.decklist, given(m)), acts_as(m)
    if not without_effect(m.table, known, row, m.action.player):
        return False
    void = known == "no-podemos-ser-amigos" and kept_from_exchanges(m.table, m.action.player)
    return void or not m.action.text("target")


@_aimed
def target_missing(m: Moment, target: str) -> Violation | None:
    """The card needs somebody to be aimed at."""
    return None if target else refuse("target.missing", card=given(m))


@_aimed
def target_unknown(m: Moment, target: str) -> Violation | None:
    """The one aimed at is at the table."""
    return None if target in m.table.players else refuse("player.unknown", player=target)


@_aimed
def target_eliminated(m: Moment, target: str) -> Violation | None:
    """The one aimed at still plays."""
    return None if target in m.table.seats else refuse("player.eliminated", player=target)


@_aimed
def target_self(m: Moment, target: str) -> Violation | None:
    """Most cards are not aimed at oneself."""
    if target != m.action.player or reach(m.decklist, given(m)).target == "self-or-adjacent":
        return None
    if acts_as(m) == "cuarentena" and m.table.options.get("self_quarantine") is True:
        return None
    return refuse("target.self", card=given(m), player=target)


@_aimed
def target_not_adjacent(m: Moment, target: str) -> Violation | None:
    """Most cards reach the two neighbours only."""
    who = m.action.player
    near = reach(m.decklist, given(m)).target in ("adjacent", "self-or-adjacent")
    if not near or target == who or m.table.adjacent(who, target):
        return None
    left, right = m.table.step_from(who, 1), m.table.step_from(who, -1)
    return refuse("target.not-adjacent", card=given(m), player=who, target=target, left=left, right=right)


@_aimed
def target_not_third(m: Moment, target: str) -> Violation | None:
    """Uno, dos… reaches the third player to either side."""
    who = m.action.player
    if reach(m.decklist, given(m)).target != "third" or target in thirds(m.table, who):
        return None
    left, right = m.table.step_from(who, 3), m.table.step_from(who, -3)
    return refuse("target.not-third", card=given(m), target=target, left=left, right=right)


@_aimed
def target_quarantined(m: Moment, target: str) -> Violation | None:
    """Seat changes, Seducción and ¿amigos? are not aimed at somebody in quarantine."""
    if not reach(m.decklist, given(m)).not_quarantined or not quarantined(m.table, target):
        return None
    return refuse("target.quarantined", card=given(m), target=target)


@_aimed
def target_door(m: Moment, target: str) -> Violation | None:
    """A door stops what one of its two neighbours aims at the other."""
    who = m.action.player
    if not door_stops(m.table, reach(m.decklist, given(m)), who, target):
        return None
    if acts_as(m) == "hacha" and _names_door_between(m, who, target):
        return None
    return refuse("target.door", card=given(m), player=who, target=target)


def _names_door_between(m: Moment, who: str, target: str) -> bool:
    """Whether the axe is to take a door of the very gap between the two."""
    door = m.action.table("remove").get("door")
    return isinstance(door, list) and set(door) == {who, target}


def axe(m: Moment) -> Violation | None:
    """The axe takes an obstacle that affects its target."""
    if acts_as(m) != "hacha":
        return None
    target, remove = m.action.text("target"), m.action.table("remove")
    whose, door = remove.get("quarantine"), remove.get("door")
    if whose == target and quarantined(m.table, target) and door is None:
        return None
    pair = door if isinstance(door, list) else []
    if whose is None and target in pair and all(p in m.table.seats for p in pair) and door_between(m.table, *pair):
        return None
    return refuse("axe.nothing-there", target=target)


def shown_in_order(m: Moment) -> Violation | None:
    """Revelaciones: those who showed are at the table, in play order, the one with ¡Infectado! last."""
    if acts_as(m) != "revelaciones":
        return None
    shown, infected = m.action.names("shown"), m.action.text("infected")
    for player in (*shown, *((infected,) if infected else ())):
        if player not in m.table.players:
            return refuse("player.unknown", player=player)
        if player not in m.table.seats:
            return refuse("player.eliminated", player=player)
    order = [p for p in in_play_order(m.table, m.action.player) if p in shown]
    if list(shown) != order or (infected and infected != (shown[-1] if shown else "")):
        return refuse("step.wrong", "shown", turn=m.table.turn)
    return None
