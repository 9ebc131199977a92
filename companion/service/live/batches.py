"""What was said by one tap: it comes as one, is taken back as one, and comes back as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.history import REDO, UNDO, Entry


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
