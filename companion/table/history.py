"""Undo as entries: a history only grows, and what was taken back stays in it.

An `Entry` is an action with the facts it brought about, or `undo`/`redo`, which take back or restore the last one
that stands. `Course` walks the entries and knows at each moment which of them stand and what the table looks like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table.facts import Fact
from companion.table.state import Table, replay

UNDO = "undo"
REDO = "redo"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history: what was said (the set-up for number 1), what happened, when and by what device."""

    number: int
    action: Mapping[str, object]
    facts: tuple[Fact, ...]
    at: str = ""
    via: str = ""

    @property
    def verb(self) -> str:
        """What was said: the verb, or empty for the set-up."""
        return str(self.action.get("action", ""))


@dataclass(slots=True)
class Course:
    """The entries so far, those of them that stand, and the table each of them left behind.

    `standing` holds (entry, table after it); the first is the set-up and is never taken back.
    """

    entries: list[Entry] = field(default_factory=list)
    standing: list[tuple[Entry, Table]] = field(default_factory=list)
    undone: list[tuple[Entry, Table]] = field(default_factory=list)

    @property
    def version(self) -> int:
        """How many entries there are; it never goes back."""
        return len(self.entries)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.standing[-1][1] if self.standing else Table()

    @property
    def can_undo(self) -> bool:
        """Whether anything but the set-up stands."""
        return len(self.standing) > 1

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be restored."""
        return bool(self.undone)

    def record(self, entry: Entry) -> None:
        """Add one entry: facts change the table, `undo` and `redo` move the line between standing and undone."""
        self.entries.append(entry)
        if entry.verb == UNDO:
            self.undone.append(self.standing.pop())
        elif entry.verb == REDO:
            self.standing.append(self.undone.pop())
        else:
            self.standing.append((entry, replay(entry.facts, self.table)))
            self.undone.clear()

    def stands(self) -> frozenset[int]:
        """The numbers of the entries that stand."""
        return frozenset(entry.number for entry, _ in self.standing)

    def table_at(self, number: int) -> Table:
        """The table as it was after entry `number`, whatever was undone since."""
        course = Course()
        for entry in self.entries[:number]:
            course.record(entry)
        return course.table
