"""The store of a club: one PostgreSQL for several hosts, each of which hears at once what another has written.

The same rows and seals as in the file. A game's row is locked while an entry is added, so that its number is the lock
here too; the answer comes after the commit (`synchronous_commit = on`). Every commit tells which game it was about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from queue import Empty, LifoQueue
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg import Connection

from companion.store import chain, rows
from companion.store.log import (
    EVERYTHING,
    FORGOTTEN,
    Damaged,
    Forgotten,
    Heading,
    Kept,
    Overtaken,
    Repeated,
    Row,
    Salvage,
    StoreFault,
    UnknownGame,
    Unwritable,
    follows,
)

FORMAT = 1
CHANNEL = "companion"
_SETTINGS = (
    "-c synchronous_commit=on -c lock_timeout=5s -c statement_timeout=20s -c idle_in_transaction_session_timeout=30s"
)
_HEADING = "id, game, name, archived, coalesce(origin, ''), opened, changed, version, glance"
_ROW = "number, action, facts, at, via, action_id, seal"
_IDLE = 1.0
"""Seconds after which a connection is asked whether it still lives before it is used."""

Line = Connection[tuple[Any, ...]]
T = TypeVar("T")


class PostgresStore:
    """The log in a database that others write too."""

    def __init__(self, url: str) -> None:
        """Connects, and makes the tables where they are missing. Raises a `StoreFault` where it cannot be had."""
        self._url = url
        self._idle: LifoQueue[tuple[Line, float]] = LifoQueue()
        self._closing = Event()
        self._listener: Thread | None = None
        self._do(_prepare)

    @property
    def salvages(self) -> Sequence[Salvage]:
        """There is no file that could be damaged."""
        return ()

    def open(self, heading: Heading, rows: Sequence[Row]) -> None:
        """A new game with its first entries."""
        try:
            self._do(lambda line: _open(line, heading, rows))
        except psycopg.errors.UniqueViolation:
            raise Repeated(0) from None

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """These entries, all or none."""
        self._do(lambda line: _append(line, game, rows, glance))

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """The entries of a game after one, or all."""
        return self._ask(lambda line: _rows(line, game, after))

    def headings(self) -> list[Heading]:
        """Every game, the one changed last first."""
        asked = f"select {_HEADING} from game order by changed desc, id desc"
        return self._ask(lambda line: [Heading(*found) for found in line.execute(asked).fetchall()])

    def heading(self, game: str) -> Heading:
        """One game's heading."""
        return self._ask(lambda line: _heading(line, game))

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> Heading:
        """Name a game, put it away or back."""
        return self._do(lambda line: _label(line, game, name, archived))

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        """Take games away for good, or replace what is kept of them."""
        self._do(lambda line: _forget(line, what, at))
        with suppress(StoreFault), self._line() as line:
            # What was deleted leaves the database's files; where this may not be done, its own cleaning does so later.
            line.execute("vacuum entry")

    def forgotten(self) -> list[Forgotten]:
        """When something was forgotten."""
        asked = "select at, removed, changed from forgotten order by number"
        return self._ask(lambda line: [Forgotten(*found) for found in line.execute(asked).fetchall()])

    def renew(self, fault: str) -> Salvage | None:
        """There is no file to keep aside: whoever keeps the database has copies of it."""
        return None

    def watch(self, heard: Callable[[str], None]) -> bool:
        """Call `heard` with the id of every game that anybody has written in."""
        self._listener = Thread(target=self._listen, args=[heard], name="listener", daemon=True)
        self._listener.start()
        return True

    def chains(self) -> list[chain.Chain]:
        """The chain of seals of every game."""
        return [
            chain.followed(one.id, one.name, self._ask(lambda line, one=one: _lines(line, one.id)), one.version)  # type: ignore[misc]
            for one in self.headings()
        ]

    def close(self) -> None:
        """Let go of every connection."""
        self._closing.set()
        if self._listener is not None:
            self._listener.join(5)
        with suppress(Empty):
            while True:
                self._idle.get_nowait()[0].close()

    # -- connections ----------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[Line], T]) -> T:
        """In one transaction: all of it is written, or nothing."""
        with self._line() as line, line.transaction():
            return work(line)

    def _ask(self, question: Callable[[Line], T]) -> T:
        """Without a transaction: one way there and back for each statement."""
        with self._line() as line:
            return question(line)

    @contextmanager
    def _line(self) -> Iterator[Line]:
        with _named():
            line = self._connection()
            try:
                yield line
            except psycopg.OperationalError:
                line.close()
                raise
            finally:
                if not line.closed and not self._closing.is_set():
                    self._idle.put((line, monotonic()))
                else:
                    line.close()

    def _connection(self) -> Line:
        if self._closing.is_set():
            raise Unwritable("store.closed")
        with suppress(Empty):
            while True:
                line, since = self._idle.get_nowait()
                if monotonic() - since < _IDLE or _lives(line):
                    return line
                line.close()
        return self._connected()

    def _connected(self) -> Line:
        return psycopg.connect(
            self._url, autocommit=True, connect_timeout=5, options=_SETTINGS, application_name="companion"
        )

    def _listen(self, heard: Callable[[str], None]) -> None:
        while not self._closing.is_set():
            with suppress(psycopg.Error), self._connected() as line:
                line.execute(f"listen {CHANNEL}")
                heard(EVERYTHING)
                while not self._closing.is_set():
                    for notice in line.notifies(timeout=0.3):
                        heard(notice.payload)
            self._closing.wait(1)


def _lives(line: Line) -> bool:
    try:
        line.execute("select 1")
    except psycopg.Error:
        return False
    return True


@contextmanager
def _named() -> Iterator[None]:
    """Turns what PostgreSQL raises into the store's own faults."""
    try:
        yield
    except psycopg.errors.DiskFull as fault:
        raise Unwritable("store.full", path="PostgreSQL", fault=fault) from fault
    except psycopg.errors.ReadOnlySqlTransaction as fault:
        raise Unwritable("store.read-only", path="PostgreSQL", fault=fault) from fault
    except psycopg.errors.UniqueViolation:
        raise
    except psycopg.Error as fault:
        raise Unwritable("store.database", fault=str(fault).strip().splitlines()[0] if str(fault) else "?") from fault


# -- pieces of work ---------------------------------------------------------------------------------------------------


def _prepare(line: Line) -> None:
    # Several may start at once; the first makes the tables.
    line.execute("select pg_advisory_xact_lock(1753181)")
    known = line.execute("select to_regclass('companion_format')").fetchone()
    if known is not None and known[0] is not None:
        found = line.execute("select max(format) from companion_format").fetchone()
        if found is not None and (found[0] or 0) > FORMAT:
            raise StoreFault("store.newer-file", path="PostgreSQL")
        return
    line.execute((files("companion.store") / "postgres.sql").read_bytes())


def _open(line: Line, heading: Heading, first: Sequence[Row]) -> None:
    taken = "select 1 from game where id = %s or origin = %s"
    if line.execute(taken, [heading.id, heading.origin or None]).fetchone():
        raise Repeated(0)
    line.execute(
        "insert into game (id, game, name, archived, origin, opened, changed, version, glance)"
        " values (%s, %s, %s, %s, %s, %s, %s, 0, %s)",
        [heading.id, heading.game, heading.name, heading.archived, heading.origin or None,
         heading.opened, heading.changed or heading.opened, heading.glance],
    )  # fmt: skip
    if first:
        _append(line, heading.id, first, heading.glance)


def _append(line: Line, game: str, added: Sequence[Row], glance: str) -> None:
    locked = line.execute("select version from game where id = %s for update", [game]).fetchone()
    if locked is None:
        raise UnknownGame(game)
    last: int = locked[0]
    known = [row.action_id for row in added if row.action_id]
    asked = "select number from entry where game = %s and action_id = any(%s) order by number"
    again = line.execute(asked, [game, known]).fetchone() if known else None
    if again:
        raise Repeated(again[0])
    if not follows(added, last):
        raise Overtaken(last)
    found = line.execute("select seal from entry where game = %s and number = %s", [game, last]).fetchone()
    written = rows.write(added, found[0] if found else rows.FIRST_SEAL)
    end = written[-1]
    # Together on one way there and back.
    with line.pipeline():
        _insert(line, game, written)
        line.execute(
            "update game set version = %s, changed = %s, glance = %s where id = %s", [end.number, end.at, glance, game]
        )
        _tell(line, game)


def _insert(line: Line, game: str, written: Sequence[rows.Written]) -> None:
    with line.cursor() as cursor:
        cursor.executemany(
            "insert into entry values (%s, %s, %s, %s, %s, %s, %s, %s)", [(game, *one) for one in written]
        )


def _tell(line: Line, game: str) -> None:
    line.execute("select pg_notify(%s, %s)", [CHANNEL, game])


def _lines(line: Line, game: str, after: int = 0) -> list[rows.Written]:
    asked = f"select {_ROW} from entry where game = %s and number >= %s order by number"
    return [rows.Written(*found) for found in line.execute(asked, [game, after]).fetchall()]


def _rows(line: Line, game: str, after: int) -> list[Row]:
    # The heading first: what another host writes meanwhile can only make it longer.
    known = _heading(line, game)
    found = _lines(line, game, after)
    if not after:
        return rows.read(game, found, known.version)
    if not found:
        raise Damaged("store.damaged-row", game=game, number=after)
    return rows.read(game, found[1:], known.version, found[0])


def _heading(line: Line, game: str) -> Heading:
    found = line.execute(f"select {_HEADING} from game where id = %s", [game]).fetchone()
    if found is None:
        raise UnknownGame(game)
    return Heading(*found)


def _label(line: Line, game: str, name: str | None, archived: bool | None) -> Heading:
    line.execute(
        "update game set name = coalesce(%s, name), archived = coalesce(%s, archived) where id = %s",
        [name, archived, game],
    )
    return _heading(line, game)


def _forget(line: Line, what: Mapping[str, Kept | None], at: str) -> None:
    line.execute("set local companion.forgets = 'yes'")
    for game, kept in what.items():
        _heading(line, game)
        line.execute("delete from entry where game = %s", [game])
        if kept is None:
            line.execute("delete from game where id = %s", [game])
        else:
            _replace(line, game, kept)
        _tell(line, FORGOTTEN + game)
    removed = sum(kept is None for kept in what.values())
    line.execute("insert into forgotten (at, removed, changed) values (%s, %s, %s)", [at, removed, len(what) - removed])


def _replace(line: Line, game: str, kept: Kept) -> None:
    written = rows.write(kept.rows, rows.FIRST_SEAL)
    _insert(line, game, written)
    line.execute(
        "update game set name = %s, glance = %s, origin = null, version = %s where id = %s",
        [kept.name, kept.glance, len(written), game],
    )
