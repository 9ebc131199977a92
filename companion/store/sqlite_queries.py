"""What is asked of the file, for whoever reads it."""

from __future__ import annotations

import sqlite3

from companion.store import rows
from companion.store.base import Ends, GameInfo, Mark, Row, UnknownGame

_HEADING = "id, game, name, archived, coalesce(origin, ''), opened, changed, version, glance"


def headings(reader: sqlite3.Connection) -> list[GameInfo]:
    """Every game, the one changed last first."""
    found = reader.execute(f"select {_HEADING} from game order by changed desc, id desc").fetchall()
    return [_heading(line) for line in found]


def number_of(reader: sqlite3.Connection, game: str, action_id: str) -> int | None:
    """The entry of a game that was sent under an id."""
    asked = "select number from entry where game = ? and action_id = ?"
    found = reader.execute(asked, [game, action_id]).fetchone()
    return int(found[0]) if found else None


def newest(reader: sqlite3.Connection, most: int, after: Mark | None, archived: bool | None) -> list[GameInfo]:
    """So many games of that list, from a place on."""
    asked = (
        f"select {_HEADING} from game where (? is null or archived = ?) and (? is null or (changed, id) < (?, ?))"
        " order by changed desc, id desc limit ?"
    )
    place = [after and after.changed, after and after.changed, after and after.id]
    return [_heading(line) for line in reader.execute(asked, [archived, archived, *place, most])]


def count(reader: sqlite3.Connection, archived: bool | None) -> int:
    """How many games there are."""
    asked = "select count(*) from game where ? is null or archived = ?"
    return int(reader.execute(asked, [archived, archived]).fetchone()[0])


def heading(reader: sqlite3.Connection, game: str) -> GameInfo:
    """One game's heading; raises `UnknownGame`."""
    found = reader.execute(f"select {_HEADING} from game where id = ?", [game]).fetchone()
    if found is None:
        raise UnknownGame(game)
    return _heading(found)


def taken_in(reader: sqlite3.Connection, origin: str) -> str:
    """The game that was taken in from a record, or empty."""
    found = reader.execute("select id from game where origin = ?", [origin]).fetchone() if origin else None
    return str(found[0]) if found else ""


def of_length(reader: sqlite3.Connection, game: str, version: int) -> list[Ends]:
    """The ends of the games that have so many entries."""
    asked = (
        "select id, first.action, last.action from game"
        " join entry first on first.game = id and first.number = 1"
        " join entry last on last.game = id and last.number = version"
        " where game.game = ? and version = ?"
    )
    return [rows.ends(one, first, last, version) for one, first, last in reader.execute(asked, [game, version])]


def rows_of(reader: sqlite3.Connection, game: str) -> list[Row]:
    """The entries of a game; raises `UnknownGame`, and `Damaged` where they are not as they were written."""
    known, lines = lines_of(reader, game)
    return rows.read(game, lines, known.version)


def lines_of(reader: sqlite3.Connection, game: str) -> tuple[GameInfo, list[rows.Written]]:
    """The entries of a game as they lie in the file, with its heading; raises `UnknownGame`."""
    known = heading(reader, game)
    lines = reader.execute(
        "select number, action, facts, at, via, action_id, seal from entry where game = ? order by number", [game]
    ).fetchall()
    return known, [*map(rows.Written._make, lines)]


def _heading(line: tuple[str, str, str, int, str, str, str, int, str]) -> GameInfo:
    ident, game, name, archived, origin, opened, changed, version, glance = line
    return GameInfo(ident, game, name, bool(archived), origin, opened, changed, version, glance)
