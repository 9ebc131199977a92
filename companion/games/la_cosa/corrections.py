"""Corrections: the table says otherwise (contract §3.1, `override`).

Each sets exactly what it names. What cards doors, quarantines and eliminations gain or lose comes from and goes to
the discards, unless a pile is named too; then the sum must be the deck's. Naming `turn`, `step`, `seats` or
`eliminated` drops what is under way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from companion.games.common.correcting import Impossible, impossible, names, set_options
from companion.games.la_cosa.cards import copies_acting_as
from companion.games.la_cosa.deed import Deed
from companion.games.la_cosa.looks import ROUNDS, obstacles
from companion.games.la_cosa.turn import settle
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Violation
from companion.table import facts as f
from companion.table.state import Table

HAND = 4
DROPS = frozenset({"turn", "step", "seats", "eliminated"})
"""Naming one of these drops what is under way."""

MOST_ROUNDS = 4


def refused(m: Moment) -> Violation | None:
    """Why a correction describes no possible table, or None."""
    return impossible(correct, Deed(m.decklist, m.table), m.action)


def correct(deed: Deed, action: Action) -> None:
    """Carry a correction out; raises `Impossible`."""
    said = action.table("set")
    if not said:
        raise Impossible("nothing")
    before = deed.table
    drops = bool(DROPS & set(said))
    if drops:
        _drop_what_is_under_way(deed)
    if "options" in said:
        set_options(deed, cast("Mapping[str, f.Setting]", said["options"]))
    turn = _set_eliminated(deed, before, names(said["eliminated"])) if "eliminated" in said else before.turn
    if "seats" in said:
        _set_seats(deed, names(said["seats"]))
    if "direction" in said:
        deed.do(f.DirectionTurned(said["direction"] == "clockwise"))
    if drops:
        _set_turn(deed, str(said.get("turn", turn)), str(said.get("step", "draw")))
    if "doors" in said or "quarantine" in said:
        _set_obstacles(deed, said)
    _count(deed, before, said, drops)


def _drop_what_is_under_way(deed: Deed) -> None:
    settle(deed)
    for note in tuple(deed.table.notes):
        deed.do(f.Noted(note, None))
    if deed.table.claim:
        deed.do(f.Claimed(deed.table.claim.player, ""))


def _set_eliminated(deed: Deed, before: Table, names: tuple[str, ...]) -> str:
    """Who is out, exactly these. Gives back whose turn it is then, should nothing else say so."""
    unknown = [p for p in names if p not in before.players]
    if unknown or len(set(names)) != len(names):
        raise Impossible("eliminated", players=", ".join(unknown or names))
    if set(names) >= set(before.players):
        raise Impossible("nobody-left")
    turn = before.turn
    order = [turn, *_after(before, turn)] if turn in before.seats else list(before.seats)
    for player in reversed(before.eliminated):
        if player not in names:
            _bring_back(deed, before, player)
    for player in names:
        if player in deed.table.seats:
            deed.lift_quarantine(player)
            if deed.table.hands[player]:
                deed.give_up(player, count=deed.table.hands[player])
            deed.do(f.PlayerOut(player, "override"))
    return next((p for p in order if p in deed.table.seats), deed.table.seats[0])


def _after(table: Table, player: str) -> list[str]:
    """Everybody after a living player, in play order."""
    start = table.seats.index(player)
    around = [*table.seats[start + 1 :], *table.seats[:start]]
    return around if table.clockwise else around[::-1]


def _bring_back(deed: Deed, before: Table, player: str) -> None:
    """Somebody taken for eliminated sits down after whom they sat after, or after the nearest before them."""
    sat_after = dict(before.out)
    after = sat_after[player]
    while after not in deed.table.seats and after in sat_after and after != player:
        after = sat_after[after]
    if after not in deed.table.seats:
        after = deed.table.seats[-1]
    deed.do(f.PlayerBack(player, after))


def _set_seats(deed: Deed, seats: tuple[str, ...]) -> None:
    """The same living players in another order; the gap after the k-th name is the k-th of the old ring, counted from
    the seat where the first name sat."""
    table = deed.table
    if sorted(seats) != sorted(table.seats):
        raise Impossible("seats", players=", ".join(table.seats))
    start = table.seats.index(seats[0])
    gaps = table.gaps[start:] + table.gaps[:start]
    deed.do(f.PlayersMoved(seats), f.ObstaclesSet(gaps, table.fronts))


def _set_turn(deed: Deed, turn: str, step: str) -> None:
    if turn not in deed.table.seats:
        raise Impossible("turn", player=turn)
    deed.do(f.TurnBegan(turn), f.StepBegan(step))


def _set_obstacles(deed: Deed, said: Mapping[str, object]) -> None:
    gaps, fronts = deed.table.gaps, deed.table.fronts
    if "doors" in said:
        gaps = _doors(deed, cast("Sequence[Sequence[str]]", said["doors"]))
    if "quarantine" in said:
        rounds = cast("Mapping[str, int]", said["quarantine"])
        fronts = _quarantines(deed, rounds)
        for player in deed.table.seats:
            if deed.table.track(ROUNDS, player) != rounds.get(player):
                deed.do(f.TrackSet(ROUNDS, player, rounds.get(player)))
    deed.do(f.ObstaclesSet(gaps, fronts))


def _obstacle_card(deed: Deed, known: str, wanted: int) -> str:
    """The card laid for a corrected obstacle; there must be enough of them in the deck."""
    copies = copies_acting_as(deed.decklist, known, len(deed.table.players))
    if wanted > copies:
        raise Impossible("too-many", card=known, copies=copies)
    return known


def _doors(deed: Deed, pairs: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    table = deed.table
    card = _obstacle_card(deed, "puerta-atrancada", len(pairs))
    gaps: list[tuple[str, ...]] = [() for _ in table.seats]
    for a, b in pairs:
        if a not in table.seats or b not in table.seats or not table.adjacent(a, b):
            raise Impossible("door", a=a, b=b)
        number = min(table.gaps_between(a, b), key=lambda k: (len(gaps[k]), not table.gaps[k]))
        gaps[number] = (*gaps[number], card)
    return tuple(gaps)


def _quarantines(deed: Deed, rounds: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    card = _obstacle_card(deed, "cuarentena", len(rounds))
    for player, left in rounds.items():
        if player not in deed.table.seats:
            raise Impossible("quarantine", player=player)
        if not 1 <= left <= MOST_ROUNDS:
            raise Impossible("rounds", player=player, rounds=left)
    return {player: deed.table.fronts.get(player, (card,)) for player in rounds}


def _count(deed: Deed, before: Table, said: Mapping[str, object], drops: bool) -> None:
    """Hands and piles after the correction; their sum with the obstacles is the deck's."""
    table = deed.table
    hands = dict(table.hands)
    draw = before.piles["draw"]
    if drops:
        full = {p: HAND + (p == table.turn and table.step == "act") for p in table.seats}
        if table.step == "act" and before.hands.get(table.turn, 0) <= HAND and draw:
            draw -= 1
        hands = full
    size = deed.decklist.size(len(table.players))
    lying = obstacles(table) + table.piles["play"]
    discard = size - draw - sum(hands.values()) - lying
    named = cast("Mapping[str, int]", said.get("hands", {}))
    for player, held in named.items():
        if player not in hands:
            raise Impossible("hands", player=player)
        hands[player] = held
    if "draw_pile" in said or "discard_pile" in said:
        draw = cast(int, said.get("draw_pile", before.piles["draw"]))
        discard = cast(int, said.get("discard_pile", before.piles["discard"]))
    held = sum(hands.values())
    if discard < 0 or draw + discard + held + lying != size:
        raise Impossible("sum", draw=draw, discard=max(discard, 0), hands=held, lying=lying, size=size)
    deed.do(f.CountsSet({"draw": draw, "discard": discard}, hands))
