"""Whether the chain of seals holds: from a game's first entry on, each seal over the one before and its own row."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.store import rows, sqlite_queries
from companion.store import sqlite_connection as opening

_LINES = "select number, action, facts, at, via, action_id, seal from entry where game = ? order by number"


class Chain(NamedTuple):
    """The chain of one game. `broken_at`: the first entry that is not as it was written, None where it holds."""

    game: str
    name: str
    entries: int
    broken_at: int | None
    seal: str

    @property
    def holds(self) -> bool:
        """True if every entry is there as it was written."""
        return self.broken_at is None


def followed(game: str, name: str, lines: Iterable[rows.Written], expected: int = 0) -> Chain:
    """Follow the chain of a game that should have so many entries; `seal` is the last one that fits."""
    seal, number = rows.FIRST_SEAL, 0
    for line in lines:
        number += 1
        try:
            fits = rows.sealed(seal, line.number, line.action, line.facts, line.at, line.via, line.action_id or "")
        except (TypeError, UnicodeError):
            fits = None
        if line.number != number or line.seal != fits:
            return Chain(game, name, expected, number, seal)
        seal = line.seal
    return Chain(game, name, max(number, expected), number + 1 if number < expected else None, seal)


def of_file(path: Path) -> list[Chain]:
    """Return the chains of all games of a file, also while a server writes it.

    Raise a `StoreFault`, also for a file with parts that are not ours: it would not keep what is written into it.
    """
    with opening.named_faults(path), closing(opening.reader(path)) as reader:
        opening.must_be_ours(reader, path)
        return [
            followed(
                heading.id, heading.name, map(rows.Written._make, reader.execute(_LINES, [heading.id])), heading.version
            )
            for heading in sqlite_queries.headings(reader)
        ]
