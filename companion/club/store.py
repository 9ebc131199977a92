"""The store of a club: one PostgreSQL for several hosts, each of which hears at once what another has written.

The same rows and seals as in the file. A game's row is locked while an entry is added, so that its number is the lock
here too; the answer comes after the commit (`synchronous_commit = on`). Every commit tells which game it was about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, LifoQueue
from threading import BoundedSemaphore, Event, Lock, Thread
from time import monotonic
from typing import TypeVar

import psycopg

from companion.club import queries
from companion.club.hosts import Presence
from companion.club.waiting import Deadlines, Telling
from companion.service.club import Host, Standing
from companion.store import seals
from companion.store.base import (
    EVERYTHING,
    Ends,
    Forgotten,
    GameInfo,
    Kept,
    Mark,
    Repeated,
    Row,
    Salvage,
    StoreFault,
    Unwritable,
)

_SETTINGS = (
    "-c synchronous_commit=on -c lock_timeout=4s -c statement_timeout=20s -c idle_in_transaction_session_timeout=30s"
)
MOST_LINES = 12
"""Connections a host has at most besides the one it listens on: whoever finds none free waits `WAIT`."""
WAIT = 4.0
ANSWER, QUICK, LONG = 5.0, 2.0, 120.0
"""Seconds within which a question is answered, or the line is cut: one of a table, one that a host asks all the time,
and one that goes through everything."""
CONNECT = 3
"""Seconds to connect."""
REST = 0.5
"""Seconds for which nobody tries to connect after it did not work: they would all wait for the same deadline."""
_IDLE = 1.0
"""Seconds after which a connection is asked whether it still lives before it is used."""

LISTENS = 0.3
"""Seconds between two looks of the listener at what else it has to do."""
PULSE = 1.5
"""Seconds between two questions on the line that listens, whether it still stands."""

T = TypeVar("T")


class PostgresStore:
    """The log in a database that others write too."""

    def __init__(self, url: str) -> None:
        """Connect and make missing tables. Raise a `StoreFault` if the database cannot be reached."""
        self._url = url
        self._idle: LifoQueue[tuple[queries.Line, float]] = LifoQueue()
        self._free = BoundedSemaphore(MOST_LINES)
        self._deadlines = Deadlines()
        self._failed: tuple[float, str] | None = None
        """When it was away last, and why. Until it is found there again nobody waits for it but one who tries."""
        self._trying = Lock()
        self._broken = 0.0
        """When a line last turned out to be dead: those that rested then may be dead as well."""
        self._closing = Event()
        self._listener: Thread | None = None
        self._hears = Event()
        self._missed = Event()
        """Somebody watches since the line was taken up, and has heard nothing yet."""
        self._heard: list[Callable[[str, int], None]] = []
        self._heard_texts: list[Callable[[str], None]] = []
        self._telling = Telling()
        self._told: tuple[int, str] | None = None
        """Whose news was heard last, and of which game: what follows from the same is the same once more."""
        self._do(queries.prepare, LONG)
        self._ahead = self._ask(queries.time_of) - monotonic()

    @property
    def salvages(self) -> Sequence[Salvage]:
        """There is no file that could be damaged."""
        return ()

    def open(self, heading: GameInfo, rows: Sequence[Row]) -> None:
        """Begin a game with its first entries."""
        try:
            self._do(lambda line: queries.open_game(line, heading, rows))
        except psycopg.errors.UniqueViolation:
            raise Repeated(0) from None

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """Append entries, all or none."""
        self._do(lambda line: queries.append(line, game, rows, glance))

    def rows(self, game: str, after: int = 0) -> list[Row]:
        """Return the entries of a game after one, or all."""
        return self._ask(lambda line: queries.rows_of(line, game, after))

    def headings(self) -> list[GameInfo]:
        """Every game, the one changed last first."""
        asked = f"select {queries.HEADING} from game order by changed desc, id desc"
        return self._ask(lambda line: [GameInfo(*found) for found in line.execute(asked).fetchall()])

    def number_of(self, game: str, action_id: str) -> int | None:
        """Return the number of the entry sent under this id."""
        return self._ask(lambda line: queries.number_of(line, game, action_id))

    def newest(self, most: int, after: Mark | None = None, archived: bool | None = None) -> list[GameInfo]:
        """Return part of the list of games."""
        return self._ask(lambda line: queries.newest(line, most, after, archived))

    def count(self, archived: bool | None = None) -> int:
        """Count the games."""
        return self._ask(lambda line: queries.count(line, archived))

    def heading(self, game: str) -> GameInfo:
        """One game's heading."""
        return self._ask(lambda line: queries.heading_of(line, game))

    def taken_in(self, origin: str) -> str:
        """Return the game taken in from this record."""
        return self._ask(lambda line: queries.taken_in(line, origin))

    def of_length(self, game: str, version: int) -> list[Ends]:
        """Return the ends of the games with this number of entries."""
        return self._ask(lambda line: queries.of_length(line, game, version))

    def label(self, game: str, name: str | None = None, archived: bool | None = None) -> GameInfo:
        """Name a game, put it away or back."""
        return self._do(lambda line: queries.label(line, game, name, archived))

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        """Take games away for good, or replace what is kept of them."""
        self._do(lambda line: queries.forget(line, what, at), LONG)
        with suppress(StoreFault), self._line(LONG) as line:
            # What was deleted leaves the database's files; where this may not be done, its own cleaning does so later.
            line.execute("vacuum entry")

    def forgotten(self) -> list[Forgotten]:
        """When something was forgotten."""
        asked = "select at, removed, changed from forgotten order by number"
        return self._ask(lambda line: [Forgotten(*found) for found in line.execute(asked).fetchall()])

    def renew(self, fault: str) -> Salvage | None:
        """There is no file to keep aside: whoever keeps the database has copies of it."""
        return None

    def watch(self, heard: Callable[[str, int], None]) -> bool:
        """Call `heard` with the id of every game that anybody has written in, and the number of its newest entry."""
        self._heard.append(heard)
        self._begin_to_listen()
        return True

    def must_take(self) -> None:
        """Raise an `Unwritable` where the database does not answer, or lets nobody write."""
        with self._line() as line:
            found = line.execute("show transaction_read_only").fetchone()
        if found == ("on",):
            raise Unwritable("store.read-only", path="PostgreSQL")

    def chains(self) -> list[seals.Chain]:
        """Return the chain of seals of every game."""
        return [
            seals.followed(one.id, one.name, self._ask(partial(queries.lines_of, game=one.id), LONG), one.version)
            for one in self.headings()
        ]

    def close(self) -> None:
        """Let go of every connection."""
        self._closing.set()
        self._deadlines.close()
        if self._listener is not None:
            self._listener.join(1)  # it may be trying to connect, which takes longer
        with suppress(Empty):
            while True:
                self._idle.get_nowait()[0].close()

    # -- what the hosts have in common besides the log ----------------------------------------------------------------

    def text(self, name: str) -> str:
        """Return the text under a name."""
        return self._ask(lambda line: queries.text(line, name))

    def change(self, name: str, work: Callable[[str], str]) -> None:
        """Put what `work` makes of a text in its place; no other host gets to it meanwhile."""
        self._do(lambda line: queries.change(line, name, work))

    def watch_texts(self, heard: Callable[[str], None]) -> None:
        """Call `heard` with the name of every text that anybody has changed."""
        self._heard_texts.append(heard)
        self._begin_to_listen()

    @property
    def hears(self) -> bool:
        """True if the line that tells of changes stands, and everything it told was acted on."""
        return self._hears.is_set() and not self._telling.is_behind

    def now(self) -> float:
        """Seconds since 1970 by the database's clock, as far as it was heard last."""
        return monotonic() + self._ahead

    def beat(self, host: Host) -> list[Host]:
        """Say that this host lives; all that do."""
        known, there = self._do(lambda line: queries.beat(line, host), QUICK)
        self._ahead = known - monotonic()
        return there

    def lives(self, ident: str) -> bool:
        """Return True if a host has reported lately."""
        return self._ask(lambda line: queries.lives(line, ident))

    def leave(self, ident: str) -> None:
        """Record that a host ends."""
        self._do(lambda line: queries.leave(line, ident), QUICK / 2)

    def member(self, url: str, https: str = "") -> Presence:
        """Return this host as one of the club's, found at these addresses; it begins when it is told to."""
        return Presence(self, url, https)

    # -- connections ----------------------------------------------------------------------------------------------

    def _do(self, piece: Callable[[queries.Line], T], seconds: float = ANSWER) -> T:
        """In one transaction: all of it is written, or nothing."""
        with self._line(seconds) as line, line.transaction():
            return piece(line)

    def _ask(self, question: Callable[[queries.Line], T], seconds: float = ANSWER) -> T:
        """Without a transaction: one way there and back for each statement."""
        with self._line(seconds) as line:
            return question(line)

    @contextmanager
    def _line(self, seconds: float = ANSWER) -> Iterator[queries.Line]:
        """Lend a connection, and cut it if a query on it takes longer than `seconds`."""
        with _named():
            self._must_be_there()
        if not self._free.acquire(timeout=WAIT):
            raise Unwritable("store.crowded")
        try:
            with _named():
                line = self._connection(min(QUICK, seconds))
                began = monotonic()
                try:
                    with self._deadlines.within(line, seconds):
                        yield line
                except psycopg.OperationalError as fault:
                    line.close()
                    self._broken = monotonic()
                    self._note_silence(began + seconds, fault)
                    raise
                finally:
                    if not line.closed and not self._closing.is_set():
                        self._idle.put((line, monotonic()))
                    else:
                        line.close()
        finally:
            self._free.release()

    def _must_be_there(self) -> None:
        """Raise the error of before while it is away. Whoever listens tries again all the time: nobody else waits."""
        failed = self._failed
        if failed is not None and (self._listener is not None or monotonic() - failed[0] < REST):
            raise psycopg.OperationalError(failed[1])

    def _connection(self, seconds: float) -> queries.Line:
        if self._closing.is_set():
            raise Unwritable("store.closed")
        self._must_be_there()
        with suppress(Empty):
            while True:
                line, since = self._idle.get_nowait()
                if max(self._broken, monotonic() - _IDLE) < since or self._lives(line, seconds):
                    return line
                line.close()
                self._must_be_there()
        return self._connected()

    def _lives(self, line: queries.Line, seconds: float) -> bool:
        """Return whether a line that has rested still lives. One that is dead may have been cut on the way; one that
        does not answer is of a database that does not."""
        until = monotonic() + seconds
        try:
            with self._deadlines.within(line, seconds):
                line.execute("select 1")
        except psycopg.Error as fault:
            self._note_silence(until, fault)
            return False
        return True

    def _note_silence(self, until: float, fault: Exception) -> None:
        """Whoever got no answer until then need not be followed by everybody else. A line that breaks is one line."""
        if monotonic() >= until:
            self._failed = (monotonic(), str(fault))

    def _connected(self) -> queries.Line:
        failed = self._failed
        if not self._trying.acquire(blocking=failed is None):
            raise psycopg.OperationalError(failed[1] if failed is not None else "?")
        try:
            if failed is None and self._failed is not None:  # found away by whom this one waited for
                raise psycopg.OperationalError(self._failed[1])
            line = self._connect()
            self._failed = None
            return line
        finally:
            self._trying.release()

    def _connect(self) -> queries.Line:
        try:
            # A line on which nothing comes back is given up after some seconds, whatever happened at the other end.
            return psycopg.connect(
                self._url, autocommit=True, options=_SETTINGS, application_name="companion", connect_timeout=CONNECT,
                tcp_user_timeout=5000, keepalives_idle=5, keepalives_interval=2, keepalives_count=2,
            )  # fmt: skip
        except psycopg.OperationalError as fault:
            self._failed = (monotonic(), str(fault))
            raise

    def _begin_to_listen(self) -> None:
        if self._listener is None:
            self._listener = Thread(target=self._listen, name="listener", daemon=True)
            self._listener.start()
        else:
            self._missed.set()

    def _listen(self) -> None:
        while not self._closing.is_set():
            with suppress(psycopg.Error), self._connected() as line:
                for channel in (queries.CHANNEL, queries.NEWS):
                    with self._deadlines.within(line, QUICK):
                        line.execute(f"listen {channel}")
                self._tell(EVERYTHING)
                self._hears.set()
                asked = monotonic()
                while not self._closing.is_set():
                    if monotonic() - asked > PULSE:
                        # A database that was stopped in the middle says nothing, and its line looks as if it stood.
                        if not self._lives(line, QUICK):
                            break
                        asked, self._failed = monotonic(), None
                    if self._missed.is_set():
                        self._missed.clear()
                        self._tell(EVERYTHING)
                    for notice in line.notifies(timeout=LISTENS):
                        self._hear(notice)
                    self._telling.again()
            self._hears.clear()
            self._broken = monotonic()
            self._closing.wait(1)

    def _hear(self, notice: psycopg.Notify) -> None:
        told, self._told = self._told, None
        if notice.channel == queries.NEWS:
            game, _, number = notice.payload.rpartition(" ")
            self._told = (notice.pid, game)
            self._tell(game, int(number) if number.isascii() and number.isdecimal() else 0)
        elif told != (notice.pid, notice.payload):
            self._tell(notice.payload)

    def _tell(self, payload: str, number: int = 0) -> None:
        """Games to those who watch games, texts to those who watch texts, and that anything may have changed to all."""
        is_text = payload.startswith(queries.TEXT)
        for heard in () if is_text else tuple(self._heard):
            self._telling.tell(heard, payload, number)
        for heard_text in tuple(self._heard_texts) if is_text or payload == EVERYTHING else ():
            self._telling.tell(heard_text, payload.removeprefix(queries.TEXT))


def hosts_at(url: str) -> list[Standing]:
    """Return the hosts of the club at this database. Only reads; none if no host has begun there yet."""
    with _named(), suppress(psycopg.errors.UndefinedTable), psycopg.connect(url, connect_timeout=5) as line:
        return queries.standing(line)
    return []


@contextmanager
def _named() -> Iterator[None]:
    """Turn what PostgreSQL raises into the store's own faults."""
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
