"""The store on disk: one SQLite file, one thread that writes, readers that cannot."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, RLock
from time import monotonic
from typing import TypeVar

from companion.store import hourly_copies, rows, sqlite_queries
from companion.store import salvage as store_salvage
from companion.store import sqlite_connection as opening
from companion.store.atomic_file import must_take
from companion.store.base import (
    Damaged,
    Ends,
    Forgotten,
    GameInfo,
    Kept,
    Mark,
    Overtaken,
    Repeated,
    Row,
    Salvage,
    StoreFault,
    Unwritable,
    changed_at,
    follows,
)
from companion.store.sqlite_writer import Writer


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


TRIED_EVERY = 1.0
"""Seconds between two trials of whether the disk takes anything."""
T = TypeVar("T")


class SQLiteStore:
    """The log in a file."""

    def __init__(self, path: Path, writer: type[Writer] = Writer) -> None:
        """Open the file or begin it. A damaged one is kept aside, and what it still holds goes into a new one.

        `writer`: the class that writes; it has a thread of its own where the house has threads.
        """
        self._new_writer = writer
        self._path = path
        self._reading = RLock()
        self._reader: sqlite3.Connection | None = None
        self._salvages: list[Salvage] = []
        self._trying = Lock()
        self._tried_at = -TRIED_EVERY
        self._refusal: Unwritable | None = None
        self._writer = writer(path)
        try:
            fault = self._writer.start()
        except Damaged as damaged:
            self._begin_anew(damaged)
        else:
            if fault is not None and not path.exists():
                self._writer.close()
                raise fault
            if fault is None:
                self._take_up()

    @property
    def salvages(self) -> Sequence[Salvage]:
        """Reports on damaged files since the store was opened."""
        return tuple(self._salvages)

    def open(self, heading: GameInfo, rows: Sequence[Row]) -> None:
        """Begin a game with its first entries."""
        self._writer.do(lambda connection: open_game(connection, heading, rows))

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """Append entries, all or none."""
        self._writer.do(lambda connection: _append(connection, game, rows, glance))

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """Return the entries of a game after one, or all."""
        # What was read is taken apart when the next one may read.
        known, lines = self._read(lambda reader: sqlite_queries.lines_of(reader, game))
        return rows.read(game, lines, known.version)[after:]

    def headings(self) -> list[GameInfo]:
        """Every game, the one changed last first."""
        return self._read(sqlite_queries.headings)

    def number_of(self, game: str, action_id: str) -> int | None:
        """Return the number of the entry sent under this id."""
        return self._read(lambda reader: sqlite_queries.number_of(reader, game, action_id))

    def newest(self, most: int, after: Mark | None = None, archived: bool | None = None) -> list[GameInfo]:
        """Return part of the list of games."""
        return self._read(lambda reader: sqlite_queries.newest(reader, most, after, archived))

    def count(self, archived: bool | None = None) -> int:
        """Count the games."""
        return self._read(lambda reader: sqlite_queries.count(reader, archived))

    def heading(self, game: str) -> GameInfo:
        """One game's heading."""
        return self._read(lambda reader: sqlite_queries.heading(reader, game))

    def taken_in(self, origin: str) -> str:
        """Return the game taken in from this record."""
        return self._read(lambda reader: sqlite_queries.taken_in(reader, origin))

    def of_length(self, game: str, version: int) -> list[Ends]:
        """Return the ends of the games with this number of entries."""
        return self._read(lambda reader: sqlite_queries.of_length(reader, game, version))

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> GameInfo:
        """Name a game, put it away or back."""

        def renamed(connection: sqlite3.Connection) -> GameInfo:
            kept = sqlite_queries.heading(connection, game)
            connection.execute(
                "update game set name = ?, archived = ? where id = ?",
                [kept.name if name is None else name, int(kept.archived if archived is None else archived), game],
            )
            return sqlite_queries.heading(connection, game)

        return self._writer.do(renamed)

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        """Take games away for good, or replace what is kept of them; nothing of it stays in the file."""
        with self._reading:
            # A reader's snapshot would keep the log beside the file from being emptied.
            self._close_reader()
            self._writer.do(lambda connection: forget(connection, what, at), scrub)
            hourly_copies.clear(self._path)
            for torn in store_salvage.unread(self._path):
                store_salvage.finish(torn, self._path)  # a later start would bring back what is in it

    def forgotten(self) -> list[Forgotten]:
        """When something was forgotten."""
        return self._read(audits)

    def renew(self, fault: str) -> Salvage | None:
        """Keep the file aside, carry over what it still tells, and go on in a new one."""
        with self._reading:
            self._writer.close()
            self._close_reader()
            return self._begin_anew(Damaged("store.damaged-file", path=self._path, fault=fault))

    def watch(self, heard: Callable[[str, int], None]) -> bool:
        """Return False: the folder is held by this process alone."""
        return False

    def must_take(self) -> None:
        """Raise an `Unwritable` where the disk takes nothing. Tried at most once a second: any guest may ask."""
        with self._trying:
            if monotonic() - self._tried_at > TRIED_EVERY:
                self._refusal = None
                try:
                    must_take(self._path.parent)
                except Unwritable as fault:
                    self._refusal = fault
                self._tried_at = monotonic()
            if self._refusal is not None:
                raise Unwritable(self._refusal.key, **self._refusal.blanks)

    def close(self) -> None:
        """Write what is under way and let go of the file."""
        with self._reading:
            self._close_reader()
            self._writer.close()

    def _take_up(self) -> None:
        """Carry over the games of files that nobody has read to the end, then what only the copies know.

        Entries that went without a trace (the log beside the file was lost) are in a copy, as far as it knew.
        """
        for torn in store_salvage.unread(self._path):
            with suppress(StoreFault):
                fault = next(iter(store_salvage.faults(torn)), "—")
                self._salvages.append(store_salvage.carry_over(torn, self._path, self, fault))
        with suppress(StoreFault):
            helped = hourly_copies.fill(self, self._path)
            if helped:
                self._salvages.append(Salvage("", "").helped(helped))

    def _begin_anew(self, fault: Damaged) -> Salvage:
        kept = store_salvage.set_aside(self._path)
        self._writer = self._new_writer(self._path)
        unwritable = self._writer.start()
        if unwritable is not None:
            # No room for a new file: put the old one back, so that the next start finds it.
            store_salvage.put_back(kept, self._path)
            raise unwritable
        salvage = store_salvage.carry_over(kept, self._path, self, str(fault.blanks.get("fault", fault.key)))
        salvage = salvage.helped(hourly_copies.fill(self, self._path))
        self._salvages.append(salvage)
        return salvage

    def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        with self._reading, opening.named_faults(self._path):
            try:
                if self._reader is None:
                    self._reader = opening.reader(self._path)
                return question(self._reader)
            except sqlite3.Error:
                self._close_reader()
                raise

    def _close_reader(self) -> None:
        if self._reader is not None:
            with suppress(sqlite3.Error):
                self._reader.close()
            self._reader = None


def open_game(connection: sqlite3.Connection, heading: GameInfo, first: Sequence[Row]) -> None:
    """Write a new game with its first entries."""
    taken = connection.execute(
        "select 1 from game where id = ? or origin = ?", [heading.id, heading.origin or None]
    ).fetchone()
    if taken:
        raise Repeated(0)
    connection.execute(
        "insert into game (id, game, name, archived, origin, opened, changed, version, glance)"
        " values (?, ?, ?, ?, ?, ?, ?, 0, ?)",
        [heading.id, heading.game, heading.name, int(heading.archived), heading.origin or None,
         heading.opened, heading.changed or heading.opened, heading.glance],
    )  # fmt: skip
    if first:
        _append(connection, heading.id, first, heading.glance)


def _append(connection: sqlite3.Connection, game: str, added: Sequence[Row], glance: str) -> None:
    last = sqlite_queries.heading(connection, game).version
    for row in added:
        if row.action_id:
            again = connection.execute(
                "select number from entry where game = ? and action_id = ?", [game, row.action_id]
            ).fetchone()
            if again:
                raise Repeated(again[0])
    if not follows(added, last):
        raise Overtaken(last)
    seal = connection.execute("select seal from entry where game = ? and number = ?", [game, last]).fetchone()
    written = rows.write(added, seal[0] if seal else rows.FIRST_SEAL)
    connection.executemany("insert into entry values (?, ?, ?, ?, ?, ?, ?, ?)", [(game, *line) for line in written])
    end = written[-1]
    connection.execute(
        "update game set version = ?, changed = ?, glance = ? where id = ?",
        [end.number, changed_at(end.at), glance, game],
    )
