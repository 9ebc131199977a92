"""The store of a club: one PostgreSQL for several hosts, each of which hears at once what another has written.

The same rows and seals as in the file. A game's row is locked while an entry is added, so that its number is the lock
here too; the answer comes after the commit (`synchronous_commit = on`). Every commit tells which game it was about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, LifoQueue
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

import psycopg

from companion.store import chain
from companion.store import postgres_work as work
from companion.store.log import (
    EVERYTHING,
    Forgotten,
    Heading,
    Kept,
    Repeated,
    Row,
    Salvage,
    StoreFault,
    Unwritable,
)

_SETTINGS = (
    "-c synchronous_commit=on -c lock_timeout=5s -c statement_timeout=20s -c idle_in_transaction_session_timeout=30s"
)
_IDLE = 1.0
"""Seconds after which a connection is asked whether it still lives before it is used."""

T = TypeVar("T")


class PostgresStore:
    """The log in a database that others write too."""

    def __init__(self, url: str) -> None:
        """Connects, and makes the tables where they are missing. Raises a `StoreFault` where it cannot be had."""
        self._url = url
        self._idle: LifoQueue[tuple[work.Line, float]] = LifoQueue()
        self._closing = Event()
        self._listener: Thread | None = None
        self._do(work.prepare)

    @property
    def salvages(self) -> Sequence[Salvage]:
        """There is no file that could be damaged."""
        return ()

    def open(self, heading: Heading, rows: Sequence[Row]) -> None:
        """A new game with its first entries."""
        try:
            self._do(lambda line: work.open_game(line, heading, rows))
        except psycopg.errors.UniqueViolation:
            raise Repeated(0) from None

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """These entries, all or none."""
        self._do(lambda line: work.append(line, game, rows, glance))

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """The entries of a game after one, or all."""
        return self._ask(lambda line: work.rows_of(line, game, after))

    def headings(self) -> list[Heading]:
        """Every game, the one changed last first."""
        asked = f"select {work.HEADING} from game order by changed desc, id desc"
        return self._ask(lambda line: [Heading(*found) for found in line.execute(asked).fetchall()])

    def heading(self, game: str) -> Heading:
        """One game's heading."""
        return self._ask(lambda line: work.heading_of(line, game))

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> Heading:
        """Name a game, put it away or back."""
        return self._do(lambda line: work.label(line, game, name, archived))

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        """Take games away for good, or replace what is kept of them."""
        self._do(lambda line: work.forget(line, what, at))
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
            chain.followed(one.id, one.name, self._ask(lambda line, one=one: work.lines_of(line, one.id)), one.version)  # type: ignore[misc]
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

    def _do(self, piece: Callable[[work.Line], T]) -> T:
        """In one transaction: all of it is written, or nothing."""
        with self._line() as line, line.transaction():
            return piece(line)

    def _ask(self, question: Callable[[work.Line], T]) -> T:
        """Without a transaction: one way there and back for each statement."""
        with self._line() as line:
            return question(line)

    @contextmanager
    def _line(self) -> Iterator[work.Line]:
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

    def _connection(self) -> work.Line:
        if self._closing.is_set():
            raise Unwritable("store.closed")
        with suppress(Empty):
            while True:
                line, since = self._idle.get_nowait()
                if monotonic() - since < _IDLE or _lives(line):
                    return line
                line.close()
        return self._connected()

    def _connected(self) -> work.Line:
        return psycopg.connect(
            self._url, autocommit=True, connect_timeout=5, options=_SETTINGS, application_name="companion"
        )

    def _listen(self, heard: Callable[[str], None]) -> None:
        while not self._closing.is_set():
            with suppress(psycopg.Error), self._connected() as line:
                line.execute(f"listen {work.CHANNEL}")
                heard(EVERYTHING)
                while not self._closing.is_set():
                    for notice in line.notifies(timeout=0.3):
                        heard(notice.payload)
            self._closing.wait(1)


def _lives(line: work.Line) -> bool:
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
