"""What an undo says when it begins an edit of the past: which entry was edited, and how many entries belong to it.

The note stands in the action itself, so that it is in the log, in every record and in every playthrough file. It is
told, never trusted: one that does not fit the entries around it is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.engine.actions import fields_of, list_of, number
from companion.engine.history import UNDO, Entry, last_batch

MANY = 1_000_000
_COUNT = number(0, MANY)
NOTE = fields_of(entry=_COUNT, undone=_COUNT, new=_COUNT, again=_COUNT, out=list_of(_COUNT))
"""The shape of the field `edit` of an undo."""


class Noted(NamedTuple):
    """An edit that was accepted: `first` to `last` are its entries; `entry` was edited, those in `out` left out."""

    first: int
    undone: int
    again: int
    entry: int
    new: int
    out: tuple[int, ...]

    @property
    def last(self) -> int:
        """The last entry of the edit."""
        return self.first + self.undone + self.again - 1

    @property
    def how(self) -> str:
        """Kind of the edit: entry changed, removed, or something put before it."""
        if self.again - self.new + len(self.out) == self.undone:
            return "insert"
        return "change" if self.new else "remove"


def noted(entries: Sequence[Entry], number: int) -> Noted | None:
    """Return the edit that begins with this entry, or None."""
    said = entries[number - 1].action.get("edit") if entries[number - 1].verb == UNDO else None
    if not isinstance(said, Mapping):
        return None
    counts = [said.get(key) for key in ("undone", "again", "entry", "new")]
    out = said.get("out", ())
    if not all(type(count) is int for count in counts) or not isinstance(out, list | tuple):
        return None
    undone, again, entry, new = (int(str(count)) for count in counts)
    found = Noted(number, undone, again, entry, new, tuple(k for k in out if type(k) is int))
    if not (1 < found.entry < found.first and found.undone > 0 and found.last <= len(entries)):
        return None
    # The undos it counts, then the entries it counts.
    turned = [entry.verb == UNDO for entry in entries[found.first - 1 : found.last]]
    return found if all(turned[: found.undone]) and not any(turned[found.undone :]) else None


def edits(entries: Sequence[Entry]) -> tuple[Noted, ...]:
    """Every edit of a game, in order."""
    return tuple(found for k in range(1, len(entries) + 1) if (found := noted(entries, k)) is not None)


def edit_at_the_end(entries: Sequence[Entry]) -> Noted | None:
    """Return the edit if it was the last thing to happen, else None."""
    for entry in reversed(last_batch(entries)):
        found = noted(entries, entry.number)
        if found is not None:
            return found if found.last == len(entries) else None
    return None
