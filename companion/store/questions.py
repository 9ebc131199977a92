"""What is asked of the file, for whoever reads it."""

from __future__ import annotations

import sqlite3

from companion.store import rows
from companion.store.log import Heading, Row, UnknownGame

_HEADING = "id, game, name, archived, coalesce(origin, ''), opened, changed, version, glance"


def headings(reader: sqlite3.Connection) -> list[Heading]:
    """Every game, the one changed last first."""
    found = reader.execute(f"select {_HEADING} from game order by changed desc, id desc").fetchall()
    return [_heading(line) for line in found]


def heading(reader: sqlite3.Connection, game: str) -> Heading:
    """One game's heading; raises `UnknownGame`."""
    found = reader.execute(f"select {_HEADING} from game where id = ?", [game]).fetchone()
    if found is None:
        raise UnknownGame(game)
    return _heading(found)


def rows_of(reader: sqlite3.Connection, game: str) -> list[Row]:
    """The entries of a game; raises `UnknownGame`, and `Damaged` where they are not as they were written."""
    known = heading(reader, game)
    lines = reader.execute(
        "select number, action, facts, at, via, action_id, seal from entry where game = ? order by number", [game]
    ).fetchall()
    return rows.read(game, map(rows.Written._make, lines), known.version)


def _heading(line: tuple[str, str, str, int, str, str, str, int, str]) -> Heading:
    ident, game, name, archived, origin, opened, changed, version, glance = line
    return Heading(ident, game, name, bool(archived), origin, opened, changed, version, glance)
