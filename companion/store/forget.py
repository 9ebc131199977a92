"""Taking away for good what people do not want kept: the one exception to a log that only grows.

It happens in one transaction, all or nothing, and is itself written down: when, how many games went or were changed,
never what was in them. Afterwards the file is written anew, so that no freed page still holds what was taken away.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from companion.store import rows, sqlite_queries
from companion.store.base import Forgotten, Kept


def forget(connection: sqlite3.Connection, what: Mapping[str, Kept | None], at: str) -> None:
    """Replace these games by what is kept of them, or take them away; raises `UnknownGame`."""
    connection.executemany("insert into forgetting values (?)", [(game,) for game in what])
    for game, kept in what.items():
        sqlite_queries.heading(connection, game)
        connection.execute("delete from entry where game = ?", [game])
        if kept is None:
            connection.execute("delete from game where id = ?", [game])
        else:
            written = rows.write(kept.rows, rows.FIRST_SEAL)
            connection.executemany(
                "insert into entry values (?, ?, ?, ?, ?, ?, ?, ?)", [(game, *line) for line in written]
            )
            connection.execute(
                "update game set name = ?, glance = ?, origin = null, version = ? where id = ?",
                [kept.name, kept.glance, len(written), game],
            )
    connection.execute("delete from forgetting")
    removed = sum(kept is None for kept in what.values())
    connection.execute("insert into forgotten values (?, ?, ?)", [at, removed, len(what) - removed])


def scrub(connection: sqlite3.Connection) -> None:
    """Write the file anew without what was deleted, and empty the log beside it."""
    connection.execute("vacuum")
    connection.execute("pragma wal_checkpoint(truncate)").fetchone()
    if connection.execute("pragma journal_mode").fetchone()[0] == "persist":
        # What is overwritten at the next entry only would still hold it until then, and in part for longer.
        for mode in ("delete", "persist"):
            connection.execute(f"pragma journal_mode = {mode}").fetchone()


def audits(reader: sqlite3.Connection) -> list[Forgotten]:
    """When something was forgotten, oldest first. A file that could not be written in may still be of format 1."""
    known = reader.execute("select 1 from sqlite_master where type = 'table' and name = 'forgotten'").fetchone()
    found = reader.execute("select at, removed, changed from forgotten order by rowid").fetchall() if known else []
    return [Forgotten(*line) for line in found]
