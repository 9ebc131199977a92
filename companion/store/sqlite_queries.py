"""What is asked of the file, for whoever reads it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store import rows
from companion.store import sqlite_connection as opening
from companion.store.base import Ends, GameInfo, Mark, Row, UnknownGame, Unwritable

_HEADING = "id, game, name, archived, coalesce(origin, ''), opened, changed, version, glance"


def headings(reader: sqlite3.Connection) -> list[GameInfo]:
    """Every game, the one changed last first."""
    found = reader.execute(f"select {_HEADING} from game order by changed desc, id desc").fetchall()
    return [_heading(line) for line in found]


def number_of(reader: sqlite3.Connection, game: str, action_id: str) -> int | None:
    """Return the number of the entry sent under an id."""
    asked = "select number from entry where game = ? and action_id = ?"
    found = reader.execute(asked, [game, action_id]).fetchone()
    return int(found[0]) if found else None


def newest(reader: sqlite3.Connection, most: int, after: Mark | None, archived: bool | None) -> list[GameInfo]:
    """Return games from a place on in the list."""
    asked = (
        f"select {_HEADING} from game where (? is null or archived = ?) and (? is null or (changed, id) < (?, ?))"
        " order by changed desc, id desc limit ?"
    )
    place = [after and after.changed, after and after.changed, after and after.id]
    return [_heading(line) for line in reader.execute(asked, [archived, archived, *place, most])]


def count(reader: sqlite3.Connection, archived: bool | None) -> int:
    """Count the games."""
    asked = "select count(*) from game where ? is null or archived = ?"
    return int(reader.execute(asked, [archived, archived]).fetchone()[0])


def heading(reader: sqlite3.Connection, game: str) -> GameInfo:
    """One game's heading; raises `UnknownGame`."""
    found = reader.execute(f"select {_HEADING} from game where id = ?", [game]).fetchone()
    if found is None:
        raise UnknownGame(game)
    return _heading(found)


def taken_in(reader: sqlite3.Connection, origin: str) -> str:
    """Return the game taken in from a record, or empty."""
    found = reader.execute("select id from game where origin = ?", [origin]).fetchone() if origin else None
    return str(found[0]) if found else ""


def of_length(reader: sqlite3.Connection, game: str, version: int) -> list[Ends]:
    """Return the ends of the games with this number of entries."""
    asked = (
        "select id, first.action, last.action from game"
        " join entry first on first.game = id and first.number = 1"
        " join entry last on last.game = id and last.number = version"
        " where game.game = ? and version = ?"
    )
    return [rows.ends(one, first, last, version) for one, first, last in reader.execute(asked, [game, version])]


def rows_of(reader: sqlite3.Connection, game: str) -> list[Row]:
    """Return the entries of a game. Raise `UnknownGame`, or `Damaged` if they are not as they were written."""
    known, lines = lines_of(reader, game)
    return rows.read(game, lines, known.version)


def lines_of(reader: sqlite3.Connection, game: str) -> tuple[GameInfo, list[rows.Written]]:
    """Return a game's heading and its entries as they lie in the file. Raise `UnknownGame`."""
    known = heading(reader, game)
    lines = reader.execute(
        "select number, action, facts, at, via, action_id, seal from entry where game = ? order by number", [game]
    ).fetchall()
    return known, [*map(rows.Written._make, lines)]


def _heading(line: tuple[str, str, str, int, str, str, str, int, str]) -> GameInfo:
    ident, game, name, archived, origin, opened, changed, version, glance = line
    return GameInfo(ident, game, name, bool(archived), origin, opened, changed, version, glance)


class Onlooker:
    """The log of a folder, read only. A connection a question: nothing is kept open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise Unwritable("store.no-file", path=path)

    def headings(self) -> list[GameInfo]:
        """Every game, the one changed last first."""
        with opening.named_faults(self.path), closing(self._reader()) as reader:
            return headings(reader)

    def rows(self, game: str) -> list[Row]:
        """Return the entries of a game."""
        with opening.named_faults(self.path), closing(self._reader()) as reader:
            return rows_of(reader, game)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _reader(self) -> sqlite3.Connection:
        return opening.reader(self.path)
