"""What is held in memory of a game: all of it, or folded to the table it has come to, with the way to the rest.

A folded game takes no more room after five thousand entries than after five, and can be played on as it is: the rest is
read from the store when somebody looks back, takes something back or asks for the log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.game import Running
from companion.engine.history import REDO, UNDO, Course, Entry
from companion.engine.lessons import Taught
from companion.engine.state import Table, replay
from companion.engine.words import Wording
from companion.store.base import Row
from companion.store.rows import Written

MOST_TABLES = 40
"""Tables of a folded game that is being played on: devices that have just missed something ask for them."""


class Source(NamedTuple):
    """Reader of what a folded game left in the store: all its rows, and the number of the entry sent under an id."""

    rows: Callable[[], Sequence[Row]]
    number_of: Callable[[str], int | None]


@dataclass(slots=True)
class Whole:
    """Every entry and every table. `moved`: the undo or redo that turned an entry last."""

    course: Course = field(default_factory=Course)
    moved: dict[int, int] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    written: list[Written] = field(default_factory=list)
    told: dict[tuple[int, Wording], str] = field(default_factory=dict)
    """What was told of entries lately, by their numbers and in whose words."""
    taught: dict[int, Taught] = field(default_factory=dict)
    """How far the lessons of a first evening had come after an entry, by its number; empty on any other."""
    running: dict[Running[Any], dict[int, Any]] = field(default_factory=dict)
    """What follows from the entries that stand, after those that somebody asked about, by their numbers."""

    @property
    def version(self) -> int:
        """Number of entries."""
        return len(self.course.entries)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.course.table

    @property
    def can_undo(self) -> bool:
        """True if anything but the set-up stands."""
        return self.course.can_undo

    @property
    def can_redo(self) -> bool:
        """True if an entry that was taken back can be restored."""
        return self.course.can_redo

    def record(self, row: Row, table: Table | None = None) -> None:
        """One more entry; `table`: what it left behind, where that is known."""
        entry = row.entry
        self.course.record(entry, table)
        if turns(entry):
            about = self.course.turned(entry.number)
            if about is not None:
                self.moved[about] = entry.number
        if row.action_id:
            self.ids[row.action_id] = entry.number

    def copied(self) -> Whole:
        """Return an independent copy."""
        return Whole(
            self.course.copied(),
            self.moved.copy(),
            self.ids.copy(),
            self.written.copy(),
            self.told.copy(),
            self.taught.copy(),
            {running: values.copy() for running, values in self.running.items()},
        )

    def folded(self, source: Source) -> Folded:
        """Return the game folded; all its entries must be in the store."""
        return Folded(source, (self.version, [self.table]), self.can_undo, self.can_redo)


@dataclass(slots=True)
class Folded:
    """The tables of the newest entries, and what can be said without the rest.

    `kept`: the number of the first of these entries, and the table after each. It is replaced as one, so that whoever
    reads without the lock finds tables that belong to their numbers.
    """

    source: Source
    kept: tuple[int, list[Table]]
    can_undo: bool
    can_redo: bool
    ids: dict[str, int] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """Number of entries."""
        first, after = self.kept
        return first + len(after) - 1

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.kept[1][-1]

    def record(self, row: Row, table: Table | None = None) -> None:
        """One more entry, none that takes back or restores; `table`: what it left behind, where that is known."""
        first, after = self.kept
        after.append(table or replay(row.entry.facts, self.table))
        self.can_undo, self.can_redo = True, False
        if row.action_id:
            self.ids[row.action_id] = row.entry.number
        if len(after) > MOST_TABLES:
            # What was recorded is in the store, and so are its ids.
            half = len(after) // 2
            self.kept = first + half, after[half:]
            self.ids.clear()

    def number_of(self, action_id: str) -> int | None:
        """Return the number of the entry sent under this id, if there is one."""
        return self.ids.get(action_id) or self.source.number_of(action_id)


def turns(entry: Entry) -> bool:
    """Return True if an entry undoes or restores another, which a folded game cannot apply."""
    return entry.verb in (UNDO, REDO)
