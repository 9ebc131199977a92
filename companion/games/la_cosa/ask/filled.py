"""The action, from what was chosen and what was filled in. What makes no sense is left for the judge to refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.games.common.filled import Filled, Made, first, fix_options, fix_seats, number
from companion.games.la_cosa.cards import effect
from companion.games.la_cosa.corrections import HAND
from companion.games.la_cosa.looks import in_play_order, obstacles
from companion.referee.actions import Malformed, whole
from companion.table.state import Table


def assemble(decklist: Decklist, table: Table, said: Mapping[str, object], filled: Filled) -> Made:
    """The action as JSON."""
    action: Made = {key: value for key, value in said.items() if key != "about"}
    verb = action.get("action")
    if verb == "override":
        about = str(said.get("about", ""))
        if about not in _FIXES:
            raise Malformed("malformed.missing", field="set")
        said_so_far = said.get("set")
        known = dict(said_so_far) if isinstance(said_so_far, Mapping) else {}
        action["set"] = {**known, **_FIXES[about](decklist, table, filled)}
        action["reason"] = first(filled, "reason")
    elif verb == "end":
        _fill_roles(action, table, filled)
    elif verb == "show":
        cards = [card for k in range(5) if (card := first(filled, f"card.{k}"))]
        action.update({"cards": cards} if action.get("to") == "all" else {})
    elif verb == "rename" and "to" in filled:
        action["to"] = first(filled, "to")
    elif verb in ("play", "respond"):
        _fill_play(decklist, table, action, filled)
    return action


def _fill_play(decklist: Decklist, table: Table, action: Made, filled: Filled) -> None:
    card = action.get("card")
    if card and first(filled, "skipped") not in ("", "0"):
        action["skipped"] = number(filled, "skipped")
    if isinstance(card, str) and effect(decklist, card) == "revelaciones" and table.turn in table.seats:
        infected = first(filled, "infected")
        showed = {*filled.get("shown", ()), *((infected,) if infected else ())}
        action["shown"] = [p for p in in_play_order(table, table.turn) if p in showed]
        action["infected"] = infected or None


def _fill_roles(action: Made, table: Table, filled: Filled) -> None:
    if action.get("cause") != "abandoned":
        action["roles"] = {p: first(filled, f"role.{k}") for k, p in enumerate(table.players)}
        action["last_infected"] = first(filled, "last_infected") or None
        infections = {p: by for k, p in enumerate(table.players) if (by := first(filled, f"by.{k}"))}
        if infections:
            action["infections"] = infections


def _fix_turn(decklist: Decklist, table: Table, filled: Filled) -> Made:
    """Whose turn; with a counted draw pile, the rest of the deck is in the discards."""
    turn, step = first(filled, "turn"), first(filled, "step")
    said: Made = {"turn": turn, "step": step}
    return {**said, **_piles(decklist, table, filled, step)} if first(filled, "draw_pile") else said


def _fix_lost(decklist: Decklist, table: Table, filled: Filled) -> Made:
    """After turns that nobody noted: the player is known already, now the pile that was counted."""
    return {"step": "draw", **_piles(decklist, table, filled, "draw")}


def _piles(decklist: Decklist, table: Table, filled: Filled, step: str) -> Made:
    """The draw pile as counted; what is neither there nor in a hand nor on the table is in the discards."""
    draw = number(filled, "draw_pile")
    hands = HAND * len(table.seats) + (step == "act")
    size = decklist.size(len(table.players))
    return {"draw_pile": draw, "discard_pile": max(0, size - draw - hands - obstacles(table))}


def _fix_direction(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"direction": first(filled, "direction")}


def _fix_doors(decklist: Decklist, table: Table, filled: Filled) -> Made:
    seats = table.seats
    chosen = [filled[name][0] for name in sorted(filled) if name.startswith("door.") and filled[name]]
    gaps = [k for k in map(whole, chosen) if k is not None and k < len(seats)]
    return {"doors": [[seats[k], seats[(k + 1) % len(seats)]] for k in gaps]}


def _fix_quarantine(decklist: Decklist, table: Table, filled: Filled) -> Made:
    rounds = {p: whole(first(filled, f"rounds.{k}")) for k, p in enumerate(table.seats)}
    return {"quarantine": {p: left for p, left in rounds.items() if left is not None}}


def _fix_eliminated(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"eliminated": list(filled.get("eliminated", ()))}


def _fix_hands(decklist: Decklist, table: Table, filled: Filled) -> Made:
    hands = {p: number(filled, f"hand.{k}") for k, p in enumerate(table.seats)}
    piles = {"draw_pile": number(filled, "draw_pile"), "discard_pile": number(filled, "discard_pile")}
    return {"hands": hands, **piles}


_FIXES: Mapping[str, Callable[[Decklist, Table, Filled], Made]] = {
    "lost": _fix_lost,
    "turn": _fix_turn,
    "direction": _fix_direction,
    "seats": fix_seats,
    "doors": _fix_doors,
    "quarantine": _fix_quarantine,
    "eliminated": _fix_eliminated,
    "hands": _fix_hands,
    "options": fix_options,
}
