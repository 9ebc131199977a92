"""Corrections: the table says otherwise. Each sets exactly what it names; the events must still add up to the deck's.

Naming `turn`, `step`, `seats` or `out` drops what is under way: votes, ties, blows, whoever had their move already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from companion.games.common.correcting import Impossible, impossible, names, set_options
from companion.games.la_criatura import looks, phases
from companion.games.la_criatura.cards import EVENT, WEAPON, how_many
from companion.games.la_criatura.deed import Deed
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Violation
from companion.table import facts as f
from companion.table.places import DISCARD, DRAW
from companion.table.state import Table

DROPS = frozenset({"turn", "step", "seats", "out"})
MOST_CLOCK = 10


def refused(m: Moment) -> Violation | None:
    """Why a correction describes no possible table, or None."""
    return impossible(correct, Deed(m.decklist, m.table), m.action)


def correct(deed: Deed, action: Action) -> None:
    """Carry a correction out; raises `Impossible`."""
    said = action.table("set")
    if not said:
        raise Impossible("nothing")
    drops = bool(DROPS & set(said))
    if drops:
        _drop_what_is_under_way(deed)
    for key, corrected in _CORRECT.items():
        if key in said:
            corrected(deed, said[key])
    if drops:
        _set_turn(deed, str(said.get("turn", "")), str(said.get("step", "")))
    _count(deed, said)


def _names(deed: Deed, value: object, variant: str) -> tuple[str, ...]:
    found = names(value)
    wrong = [p for p in found if p not in deed.table.players]
    if wrong or len(set(found)) != len(found):
        raise Impossible(variant, players=", ".join(map(str, wrong or found)))
    return found


def _drop_what_is_under_way(deed: Deed) -> None:
    phases.settle(deed)
    deed.note(looks.ACCUSED, None)
    deed.clear(looks.VOTES, looks.TIED, looks.DONE)


def _options(deed: Deed, value: object) -> None:
    set_options(deed, cast("Mapping[str, f.Setting]", value))


def _out(deed: Deed, value: object) -> None:
    names = _names(deed, value, "out")
    if set(names) >= set(deed.table.players):
        raise Impossible("nobody-left")
    for player in deed.table.eliminated:
        if player not in names:
            players = deed.table.players
            before = [p for p in players[: players.index(player)] if p in deed.table.seats]
            deed.do(f.PlayerBack(player, before[-1] if before else deed.table.seats[-1]))
    for player in names:
        if player in deed.table.seats:
            deed.give_up(player, deed.table.hands[player])
            deed.do(f.PlayerOut(player, "override"))


def _seats(deed: Deed, value: object) -> None:
    seats = _names(deed, value, "seats")
    if sorted(seats) != sorted(deed.table.seats):
        raise Impossible("seats", players=", ".join(deed.table.seats))
    deed.do(f.PlayersMoved(seats))


def _clock(deed: Deed, value: object) -> None:
    left = cast(int, value)
    if left > MOST_CLOCK:
        raise Impossible("clock", clock=left, most=MOST_CLOCK)
    deed.keep(*looks.CLOCK, left)


def _chief(deed: Deed, value: object) -> None:
    player = str(value)
    if player not in deed.table.seats:
        raise Impossible("player", player=player)
    if looks.is_sedated(deed.table, player):
        raise Impossible("text", "chief.sedated", player=player)
    deed.note(looks.CHIEF, player)


def _sedated(deed: Deed, value: object) -> None:
    names = _names(deed, value, "sedated")
    for player in deed.table.seats:
        since = looks.number(deed.table, (looks.SEDATED, player)) or looks.number(deed.table, looks.TURN)
        deed.keep(looks.SEDATED, player, since if player in names else None)


def _tokens(deed: Deed, value: object) -> None:
    for player, held in cast("Mapping[str, int]", value).items():
        _standing(deed, player)
        if held > looks.MOST_TOKENS:
            raise Impossible("text", "token.limit", player=player)
        deed.keep(looks.TOKENS, player, held or None)


def _two_weapons(deed: Deed, value: object) -> None:
    names = _names(deed, value, "out")
    for player in deed.table.seats:
        deed.keep(looks.TWO_WEAPONS, player, 1 if player in names else None)


def _weapons(deed: Deed, value: object) -> None:
    for player, held in cast("Mapping[str, int]", value).items():
        _standing(deed, player)
        if held + len(deed.table.fronts.get(player, ())) > looks.weapon_limit(deed.table, player):
            raise Impossible("text", "weapon.limit", player=player)
        deed.keep(looks.WEAPONS, player, held or None)


def _found(deed: Deed, value: object) -> None:
    deed.keep(*looks.FOUND, cast(int, value) or None)


def _standing(deed: Deed, player: str) -> None:
    if player not in deed.table.seats:
        raise Impossible("player", player=player)


_CORRECT: Mapping[str, Callable[[Deed, object], None]] = {
    "options": _options,
    "out": _out,
    "seats": _seats,
    "clock": _clock,
    "sedated": _sedated,
    "chief": _chief,
    "tokens": _tokens,
    "two_weapons": _two_weapons,
    "weapons": _weapons,
    "found": _found,
}


def _set_turn(deed: Deed, turn: str, step: str) -> None:
    """Whose move it is at which step; where one of them is not said, what fits the other."""
    table = deed.table
    at = step or (table.step if table.step in _FIRST else "combat" if table.step in ("respond", "landed") else "vote")
    if at not in ("first",) and not looks.chief(table):
        raise Impossible("no-chief")
    if looks.chief(table) not in ("", *table.seats) and at not in looks.IN_FLIGHT:
        raise Impossible("player", player=looks.chief(table))
    who = turn or _FIRST[at](table)
    if who not in table.seats:
        raise Impossible("player", player=who)
    if at in looks.IN_FLIGHT and not any(track == looks.ORDER for track, _ in table.tracks):
        deed.keep(*looks.CLOCK, 0)
        phases.begin_flight(deed)
    deed.step(at, who)


def _chiefs(table: Table) -> str:
    return looks.chief(table)


_FIRST: Mapping[str, Callable[[Table], str]] = {
    "first": lambda table: table.turn if table.turn in table.seats else table.seats[0],
    "events": lambda table: next(iter(looks.event_order(table)), looks.chief(table)),
    "vote": lambda table: next(iter(looks.vote_order(table)), looks.chief(table)),
    "move": _chiefs,
    "discard": lambda table: next(iter(looks.discard_order(table)), looks.chief(table)),
    "chief": _chiefs,
    "helicopter": lambda table: looks.from_the_chief(table)[0],
    "combat": lambda table: looks.from_the_chief(table)[0],
}
"""Whose move it is when a step begins."""


def _count(deed: Deed, said: Mapping[str, object]) -> None:
    """Hands and piles; together the events are the deck's, weapons never more than there are."""
    table = deed.table
    hands = {**table.hands}
    for player, held in cast("Mapping[str, int]", said.get("hands", {})).items():
        _standing(deed, player)
        if held > looks.HAND:
            raise Impossible("text", "hand.limit", player=player)
        hands[player] = held
    draw, discard = (cast(int, said.get(f"{pile}_pile", table.piles[pile])) for pile in ("draw", "discard"))
    size = how_many(deed.decklist, EVENT)
    if {"draw_pile", "hands"} & set(said) and "discard_pile" not in said:
        discard = size - draw - sum(hands.values())
    if discard < 0 or draw + discard + sum(hands.values()) != size:
        raise Impossible("sum", draw=draw, discard=max(discard, 0), hands=sum(hands.values()), size=size)
    armoury = str(looks.ARMOURY.name)
    weapons = cast(int, said.get("weapon_pile", table.piles[armoury]))
    if weapons + sum(looks.carried(table, p) for p in table.seats) > how_many(deed.decklist, WEAPON):
        raise Impossible("weapons", count=how_many(deed.decklist, WEAPON))
    piles = {str(DRAW.name): draw, str(DISCARD.name): discard, armoury: weapons}
    if hands != table.hands or any(table.piles[name] != count for name, count in piles.items()):
        deed.do(f.CountsSet(piles, hands))
