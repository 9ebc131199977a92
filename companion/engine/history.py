"""Undo as entries: a history only grows, and what was taken back stays in it.

An `Entry` is an action with the facts it brought about, or `undo`/`redo`, which take back or restore the last one
that stands. `Course` walks the entries, the only one to do so: which of them stand, what the table looks like, and the
tree they form, for each entry was added on top of the one that stood last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from companion.engine.facts import Fact
from companion.engine.state import Table, replay

UNDO = "undo"
REDO = "redo"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history: what was said (the set-up for number 1), what happened, when and by what device.

    `batch` is the number of the first entry that was said by the same tap; 0 for an entry said alone. A game that marks
    its batches says so by its first entry, which is a batch of its own; older games do not.
    """

    number: int
    action: Mapping[str, object]
    facts: tuple[Fact, ...]
    at: str = ""
    via: str = ""
    batch: int = 0

    @property
    def verb(self) -> str:
        """Verb of the action; empty for the set-up."""
        return str(self.action.get("action", ""))


@dataclass(slots=True)
class Course:
    """The entries so far, those of them that stand, and the table each of them left behind.

    `standing` holds (entry, table after it); the first is the set-up and is never taken back. `after` is the table
    after each entry and `tops` the number of the one that stood last then; `parents`: on top of which each was added,
    0 where on none.
    """

    entries: list[Entry] = field(default_factory=list)
    standing: list[tuple[Entry, Table]] = field(default_factory=list)
    undone: list[tuple[Entry, Table]] = field(default_factory=list)
    after: list[Table] = field(default_factory=list)
    tops: list[int] = field(default_factory=list)
    parents: dict[int, int] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """Number of entries; it never goes back."""
        return len(self.entries)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.standing[-1][1] if self.standing else Table()

    @property
    def can_undo(self) -> bool:
        """True if anything but the set-up stands."""
        return len(self.standing) > 1

    @property
    def can_redo(self) -> bool:
        """True if an entry that was taken back can be restored."""
        return bool(self.undone)

    def record(self, entry: Entry, table: Table | None = None) -> None:
        """Add one entry: facts change the table, `undo` and `redo` move the line between standing and undone.

        `table`: what the facts make of the table, where that is known already.
        """
        verb = entry.verb
        if verb == UNDO:
            self.undone.append(self.standing.pop())
        elif verb == REDO:
            self.standing.append(self.undone.pop())
        else:
            self.parents[entry.number] = self.tops[-1] if self.tops else 0
            self.standing.append((entry, table or replay(entry.facts, self.after[-1] if self.after else None)))
            self.undone.clear()
        last, after = self.standing[-1]
        self.tops.append(last.number)
        self.after.append(after)
        self.entries.append(entry)  # last: whoever reads without a lock finds a table for each entry

    def copied(self) -> Course:
        """Return an independent copy of the course."""
        return Course(
            self.entries.copy(),
            self.standing.copy(),
            self.undone.copy(),
            self.after.copy(),
            self.tops.copy(),
            self.parents.copy(),
        )

    def stands(self, first: int = 1) -> frozenset[int]:
        """Return the numbers of the entries that stand, from entry `first` on."""
        # They are in order: what is restored comes back above what stood when it was said.
        newest_first = (entry.number for entry, _ in reversed(self.standing))
        return frozenset(takewhile(lambda number: number >= first, newest_first))

    def stood(self, number: int) -> list[int]:
        """Return the numbers of the entries that stood after entry `number`, in order."""
        found, top = list[int](), self.tops[number - 1]
        while top:
            found.append(top)
            top = self.parents[top]
        return found[::-1]

    def turned(self, number: int) -> int | None:
        """Return the entry that an undo or redo took back or restored; None for any other entry."""
        verb = self.entries[number - 1].verb
        return self.tops[number - 2] if verb == UNDO else self.tops[number - 1] if verb == REDO else None


def in_one_batch(entries: Sequence[Entry]) -> list[Entry]:
    """Mark entries as made by one tap; a single one needs no mark."""
    return [replace(entry, batch=entries[0].number) for entry in entries] if len(entries) > 1 else [*entries]


def last_batch(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries of the last tap, in order; empty for a game without entries."""
    found: list[Entry] = [*entries[-1:]]
    for entry in reversed(entries[:-1]):
        if not (share_mark(entry, found[-1]) if entries[0].batch else share_moment(entry, found[-1])):
            break
        found.append(entry)
    return tuple(reversed(found))


def share_mark(one: Entry, other: Entry) -> bool:
    """Return True if one tap made both entries."""
    return one.batch == other.batch != 0


def share_moment(one: Entry, other: Entry) -> bool:
    """Return True if one tap seems to have made both entries, in games begun before batches were marked."""
    return bool(one.at) and (one.at, one.via) == (other.at, other.via)


def turned_last(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries of the last tap if all it did was undo or redo, else none."""
    last = last_batch(entries)
    return last if all(entry.verb in (UNDO, REDO) for entry in last) else ()
