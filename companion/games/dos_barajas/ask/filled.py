"""The action, from what was chosen and what was filled in. What makes no sense is left for the judge to refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.games.common.filled import Filled, Made, first, fix_options, fix_seats, number
from companion.games.dos_barajas.verbs import DICE
from companion.referee.actions import Malformed, whole
from companion.table.state import Table

MOST_CARDS = 8


def assemble(decklist: Decklist, table: Table, said: Mapping[str, object], filled: Filled) -> Made:
    """The action as JSON."""
    action: Made = {key: value for key, value in said.items() if key != "about"}
    verb = action.get("action")
    if verb == "override":
        about = str(said.get("about", ""))
        if about not in _FIXES:
            raise Malformed("malformed.missing", field="set")
        action["set"] = _FIXES[about](decklist, table, filled)
        action["reason"] = first(filled, "reason")
    elif verb == "end" and action.get("cause") != "abandoned":
        roles = {p: role for k, p in enumerate(table.players) if (role := first(filled, f"role.{k}"))}
        action["roles"] = roles
    elif verb == "show":
        action.update({"cards": _cards(filled, "card")} if action.get("to") == "all" else {})
    elif verb == "rename" and "to" in filled:
        action["to"] = first(filled, "to")
    elif verb in ("accuse", "supply", "attack", "leave", "take"):
        _fill(action, filled)
    return action


def _fill(action: Made, filled: Filled) -> None:
    """Trios, cards, dice: what the fields of this action hold."""
    for name in ("aces", "trios", "clubs"):
        if first(filled, name) not in ("", "0"):
            action[name] = number(filled, name)
    for name, prefix in (("cards", "card"), ("shown", "shown.card")):
        if cards := _cards(filled, prefix):
            action[name] = cards
    if first(filled, "as"):
        action["as"] = first(filled, "as")
    if action.get("action") == "attack":
        eyes = [whole(value) for value in filled.get("dice", ()) if value]
        if len(eyes) != DICE or None in eyes:
            raise Malformed("malformed.dice", field="dice", dice=DICE)
        action["dice"] = eyes


def _cards(filled: Filled, prefix: str) -> list[str]:
    return [card for k in range(MOST_CARDS) if (card := first(filled, f"{prefix}.{k}"))]


def _fix_turn(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"phase": first(filled, "phase"), "turn": first(filled, "turn")}


def _fix_hands(decklist: Decklist, table: Table, filled: Filled) -> Made:
    hands = {p: number(filled, f"hand.{k}") for k, p in enumerate(table.seats)}
    piles = {"draw_pile": "draw", "discard_pile": "discard", "middle": "middle"}
    return {"hands": hands, **{key: number(filled, name) for key, name in piles.items()}}


def _fix_first(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"first": first(filled, "first")}


def _fix_eliminated(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"eliminated": list(filled.get("eliminated", ()))}


def _fix_revealed(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"revealed": list(filled.get("revealed", ()))}


_FIXES: Mapping[str, Callable[[Decklist, Table, Filled], Made]] = {
    "turn": _fix_turn,
    "hands": _fix_hands,
    "first": _fix_first,
    "seats": fix_seats,
    "eliminated": _fix_eliminated,
    "revealed": _fix_revealed,
    "options": fix_options,
}
