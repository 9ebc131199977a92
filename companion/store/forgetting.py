"""Taking away for good what people do not want kept: the one exception to a log that only grows.

It happens in one transaction, all or nothing, and is itself written down: when, how many games went or were changed,
never what was in them. Afterwards the file is written anew, so that no freed page still holds what was taken away.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from importlib.resources import files

from companion.store import questions, rows
from companion.store.log import Forgotten, Kept

_TRIGGERS = ("entry_stays", "entry_remains")
_AUDIT = "create table if not exists forgotten (at text not null, removed integer not null, changed integer not null)"


def forget(connection: sqlite3.Connection, what: Mapping[str, Kept | None], at: str) -> None:
    """Replace these games by what is kept of them, or take them away; raises `UnknownGame`."""
    for trigger in _TRIGGERS:
        connection.execute(f"drop trigger if exists {trigger}")
    for game, kept in what.items():
        questions.heading(connection, game)
        connection.execute("delete from entry where game = ?", [game])
        if kept is None:
            connection.execute("delete from game where id = ?", [game])
        else:
            _write(connection, game, kept)
    _audited(connection, Forgotten(at, sum(kept is None for kept in what.values()), sum(map(bool, what.values()))))
    for statement in _triggers():
        connection.execute(statement)


def scrub(connection: sqlite3.Connection) -> None:
    """Write the file anew without what was deleted, and empty the log beside it."""
    connection.execute("vacuum")
    connection.execute("pragma wal_checkpoint(truncate)").fetchone()


def audits(reader: sqlite3.Connection) -> list[Forgotten]:
    """When something was forgotten, oldest first."""
    known = reader.execute("select 1 from sqlite_master where type = 'table' and name = 'forgotten'").fetchone()
    found = reader.execute("select at, removed, changed from forgotten order by rowid").fetchall() if known else []
    return [Forgotten(*line) for line in found]


def _write(connection: sqlite3.Connection, game: str, kept: Kept) -> None:
    written = rows.write(kept.rows, rows.FIRST_SEAL)
    connection.executemany("insert into entry values (?, ?, ?, ?, ?, ?, ?, ?)", [(game, *line) for line in written])
    connection.execute(
        "update game set name = ?, glance = ?, origin = null, version = ? where id = ?",
        [kept.name, kept.glance, len(written), game],
    )


def _audited(connection: sqlite3.Connection, said: Forgotten) -> None:
    connection.execute(_AUDIT)
    connection.execute("insert into forgotten values (?, ?, ?)", [said.at, said.removed, said.changed])


def _triggers() -> list[str]:
    """The statements of the schema that make the triggers."""
    schema = (files("companion.store") / "schema.sql").read_text("utf-8")
    return ["create trigger" + part for part in schema.split("create trigger")[1:]]
