"""What was filled in on a form, as the fields of an action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards.decklist import Decklist
from companion.referee.actions import Malformed
from companion.table.facts import Setting
from companion.table.state import Table

Filled = Mapping[str, Sequence[str]]
Made = dict[str, object]


def first(filled: Filled, name: str) -> str:
    """The one text of a field, trimmed; empty where there is none."""
    values = filled.get(name) or [""]
    return values[0].strip()


def number(filled: Filled, name: str) -> int:
    """The whole number of a field; raises `Malformed`."""
    try:
        return int(first(filled, name))
    except ValueError:
        raise Malformed("malformed.number", field=name) from None


def fix_seats(decklist: Decklist, table: Table, filled: Filled) -> Made:
    """The correction of who sits where."""
    return {"seats": [first(filled, f"seat.{k}") for k in range(len(table.seats))]}


def fix_options(decklist: Decklist, table: Table, filled: Filled) -> Made:
    """The correction of the house questions: those answered otherwise than they are now."""
    chosen: dict[str, Setting] = {}
    for option in decklist.options:
        said = first(filled, f"option.{option.name}")
        match = next((value for value in option.values if str(value).lower() == said), None)
        if match is not None and match != table.options.get(option.name, option.default):
            chosen[option.name] = match
    return {"options": chosen} if chosen else {}
