"""Reads the file of another process that may be writing it: never writes, never checkpoints, holds nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store import sqlite_connection as opening
from companion.store import sqlite_queries
from companion.store.base import GameInfo, Row, Unwritable


class Onlooker:
    """The log of a folder, read only. A connection a question: nothing is kept open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise Unwritable("store.no-file", path=path)

    def headings(self) -> list[GameInfo]:
        """Every game, the one changed last first."""
        with opening.named_faults(self.path), closing(self._reader()) as reader:
            return sqlite_queries.headings(reader)

    def rows(self, game: str) -> list[Row]:
        """Return the entries of a game."""
        with opening.named_faults(self.path), closing(self._reader()) as reader:
            return sqlite_queries.rows_of(reader, game)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _reader(self) -> sqlite3.Connection:
        return opening.reader(self.path)
