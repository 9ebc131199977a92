"""What a game is given: who sits down, and what has happened so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.engine.facts import Setting
from companion.engine.history import Entry
from companion.engine.state import Table


@dataclass(frozen=True, slots=True)
class Setup:
    """The first line of a playthrough: who plays, who starts, what the table decided."""

    players: tuple[str, ...]
    first: str
    options: Mapping[str, Setting] = field(default_factory=dict)
    deck: str = ""


Past = tuple[Entry, Table]
"""An entry that stands, and the table after it."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, eq=False)
class Running(Generic[Value]):
    """A value that follows from the entries that stand, worked out one entry after the other.

    `first`: its value before any entry; `add`: its value after one more. Values never change, so that an earlier one
    may be kept and gone on from.
    """

    first: Value
    add: Callable[[Value, Entry, Table], Value]

    def over(self, past: Iterable[Past]) -> Value:
        """Return the value after all of these entries."""
        value = self.first
        for entry, table in past:
            value = self.add(value, entry, table)
        return value
