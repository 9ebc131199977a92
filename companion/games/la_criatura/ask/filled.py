"""The action, from what was chosen and what was filled in. What makes no sense is left for the judge to refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.games.common.filled import Filled, Made, first, fix_options, fix_seats, number
from companion.games.la_criatura import looks
from companion.referee.actions import Malformed, whole
from companion.table.state import Table


def assemble(decklist: Decklist, table: Table, said: Mapping[str, object], filled: Filled) -> Made:
    """The action as JSON."""
    action: Made = {key: value for key, value in said.items() if key != "about"}
    verb = action.get("action")
    if verb == "override" and "set" not in action:
        about = str(said.get("about", ""))
        if about not in _FIXES:
            raise Malformed("malformed.missing", field="set")
        action["set"] = _FIXES[about](decklist, table, filled)
        action["reason"] = first(filled, "reason")
    elif verb == "tie":
        action["dice"] = [number(filled, f"die.{k}") for k in range(len(looks.tied(table)))]
    elif verb in ("move", "elect") or (verb == "attack" and action.get("triumph") is not True):
        action["dice"] = _dice(filled)
    elif verb == "respond" and action.get("card"):
        action["dice"] = _dice(filled)
        if "from" in filled:
            action["from"] = number(filled, "from")
    elif verb == "reveal":
        action["infected"] = list(filled.get("infected", ()))
    elif verb == "end" and action.get("cause") == "landed":
        action["roles"] = {p: first(filled, f"role.{k}") for k, p in enumerate(table.players)}
    elif verb == "show" and action.get("to") == "all":
        action["cards"] = [card for k in range(9) if (card := first(filled, f"card.{k}"))]
    elif verb == "rename" and "to" in filled:
        action["to"] = first(filled, "to")
    if verb == "attack" and "bonus" in filled:
        action["bonus"] = number(filled, "bonus")
    return action


def _dice(filled: Filled) -> list[int]:
    return [whole(eyes) or 0 for eyes in filled.get("dice", ())]


def _fix_turn(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"turn": first(filled, "turn"), "step": first(filled, "step")}


def _fix_clock(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"clock": number(filled, "clock")}


def _fix_chief(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"chief": first(filled, "chief")}


def _fix_sedated(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"sedated": list(filled.get("sedated", ())), "found": number(filled, "found")}


def _fix_tokens(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"tokens": {p: number(filled, f"token.{k}") for k, p in enumerate(table.seats)}}


def _fix_weapons(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {
        "two_weapons": list(filled.get("two_weapons", ())),
        "weapons": {p: number(filled, f"weapon.{k}") for k, p in enumerate(table.seats)},
        "weapon_pile": number(filled, "weapon_pile"),
    }


def _fix_hands(decklist: Decklist, table: Table, filled: Filled) -> Made:
    hands = {p: number(filled, f"hand.{k}") for k, p in enumerate(table.seats)}
    return {"hands": hands, "draw_pile": number(filled, "draw_pile")}


def _fix_out(decklist: Decklist, table: Table, filled: Filled) -> Made:
    return {"out": list(filled.get("out", ()))}


_FIXES: Mapping[str, Callable[[Decklist, Table, Filled], Made]] = {
    "turn": _fix_turn,
    "clock": _fix_clock,
    "chief": _fix_chief,
    "sedated": _fix_sedated,
    "tokens": _fix_tokens,
    "weapons": _fix_weapons,
    "hands": _fix_hands,
    "seats": fix_seats,
    "out": _fix_out,
    "options": fix_options,
}
