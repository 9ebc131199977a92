"""Corrections: the table says otherwise (`override`). Each sets what it names; the rest of the main deck lies in the
discards, unless they are named too: then the sum has to be right. Naming `turn`, `phase`, `seats`, `first` or
`eliminated` drops what is under way (a combat, a count of roles).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.games.common.correcting import Impossible, impossible, names, set_options
from companion.games.dos_barajas import combat, looks
from companion.games.dos_barajas.cards import main_size
from companion.games.dos_barajas.deed import Deed
from companion.games.dos_barajas.looks import THING
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Violation
from companion.table import facts as f
from companion.table.state import Table

DROPS = frozenset({"turn", "phase", "seats", "first", "eliminated"})
COUNTED = ("draw_pile", "discard_pile", "middle", "hands")
UNKNOWN = "unknown"
"""What somebody is who was taken for a revealed Thing and is not."""


def refused(m: Moment) -> Violation | None:
    """Why a correction describes no possible table, or None."""
    return impossible(correct, Deed(m.decklist, m.table), m.action)


def correct(deed: Deed, action: Action) -> None:
    """Carry a correction out; raises `Impossible`."""
    said = action.table("set")
    if not said:
        raise Impossible("nothing")
    if "options" in said:
        set_options(deed, cast("Mapping[str, f.Setting]", said["options"]))
    if "eliminated" in said:
        _set_eliminated(deed, names(said["eliminated"]))
    if "seats" in said:
        _set_seats(deed, names(said["seats"]))
    if "revealed" in said:
        _set_revealed(deed, names(said["revealed"]))
    if "first" in said:
        deed.do(f.Noted(looks.FIRST, _living(deed, str(said["first"]))))
    if "round" in said:
        deed.keep(looks.ROUND, cast(int, said["round"]))
    if DROPS & set(said):
        _begin_again(deed, said)
    _count(deed, said)


def _living(deed: Deed, player: str) -> str:
    if player not in deed.table.seats:
        raise Impossible("living", player=player)
    return player


def _set_eliminated(deed: Deed, names: tuple[str, ...]) -> None:
    """Who is out, exactly these. Those who come back have no cards until they are counted."""
    table = deed.table
    unknown = [p for p in names if p not in table.players]
    if unknown or len(set(names)) != len(names):
        raise Impossible("eliminated", players=", ".join(unknown or names))
    if set(names) >= set(table.players):
        raise Impossible("nobody-left")
    for player in reversed(table.eliminated):
        if player not in names:
            deed.do(f.PlayerBack(player, _sat_after(deed.table, dict(table.out), player)))
    for player in names:
        if player in deed.table.seats:
            deed.leave(player, "override")


def _sat_after(table: Table, sat_after: Mapping[str, str], player: str) -> str:
    """After whom somebody sits down again: whom they sat after, or the nearest before them who is there."""
    after = sat_after[player]
    while after not in table.seats and after in sat_after and after != player:
        after = sat_after[after]
    return after if after in table.seats else table.seats[-1]


def _set_seats(deed: Deed, seats: tuple[str, ...]) -> None:
    if sorted(seats) != sorted(deed.table.seats):
        raise Impossible("seats", players=", ".join(deed.table.seats))
    deed.do(f.PlayersMoved(seats))


def _set_revealed(deed: Deed, names: tuple[str, ...]) -> None:
    """Who of the living is known to be a Thing, exactly these."""
    for player in names:
        deed.known_as(_living(deed, player), THING)
    for player in looks.revealed(deed.table):
        if player not in names:
            deed.known_as(player, UNKNOWN)


def _begin_again(deed: Deed, said: Mapping[str, object]) -> None:
    """A phase begins where the table says it is; a combat under way is dropped."""
    step = str(said.get("phase", deed.table.step if deed.table.step in looks.PHASES else looks.ACCUSE))
    combat.close(deed)
    deed.keep(looks.AFTER, None)
    if deed.table.claim:
        deed.do(f.Claimed("", ""))
    turn = str(said.get("turn", deed.table.turn))
    if "turn" in said:
        _living(deed, turn)
    deed.begin(step, turn if turn in deed.table.seats else "")


def _count(deed: Deed, said: Mapping[str, object]) -> None:
    """Hands and piles after the correction; their sum is the main deck."""
    table = deed.table
    if not any(key in said for key in (*COUNTED, "eliminated", "options")):
        return
    hands = dict(table.hands)
    for player, held in cast("Mapping[str, int]", said.get("hands", {})).items():
        if player not in hands:
            raise Impossible("living", player=player)
        hands[player] = held
    piles = {
        "draw": cast(int, said.get("draw_pile", table.piles["draw"])),
        "middle": cast(int, said.get("middle", looks.middle(table))),
    }
    size = main_size(deed.decklist, table.options)
    rest = size - sum(hands.values()) - sum(piles.values())
    discard = cast(int, said.get("discard_pile", rest))
    if discard < 0 or discard != rest:
        counted: dict[str, object] = {**piles, "hands": sum(hands.values()), "discard": max(discard, 0), "size": size}
        raise Impossible("sum", "override.invalid", **counted)
    deed.do(f.CountsSet({**piles, "discard": discard}, hands))
