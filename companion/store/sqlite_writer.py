"""The one thread that writes: it gathers what is waiting, commits it in one go, and only then answers.

Many tables pay for one flush of the disk together, and two connections never write or checkpoint at the same moment
(SQLite before 3.51.3 can corrupt a file there).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

from companion.store import sqlite_connection as opening
from companion.store.base import Damaged, StoreFault, Unwritable

MOST_AT_ONCE = 64
T = TypeVar("T")


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    answer: Future[Any]
    afterwards: Callable[[sqlite3.Connection], None] | None = None


class Writer:
    """Runs pieces of writing one after the other, each whole or not at all, on the only writing connection."""

    journal = "wal"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] = (0, 0)
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        # Nothing may come into the queue after the end was put there: it would never be answered.
        self._door = Lock()
        self._is_closed = False

    def start(self) -> StoreFault | None:
        """Open the file and begin; gives back what keeps it from writing just now, if anything does."""
        fault: StoreFault | None = None
        try:
            self._open()
        except Unwritable as unwritable:
            fault = unwritable
        self._thread.start()
        return fault

    def do(
        self, work: Callable[[sqlite3.Connection], T], afterwards: Callable[[sqlite3.Connection], None] | None = None
    ) -> T:
        """Have this written; comes back after the commit, or raises what went wrong (and nothing is written).

        `afterwards` is done once it is written, outside of any transaction, before the answer.
        """
        answer: Future[T] = Future()
        with self._door:
            if self._is_closed:
                raise Unwritable("store.closed", path=self._path)
            self._jobs.put(_Job(work, answer, afterwards))
        return answer.result()

    def close(self) -> None:
        """Finish what is waiting and let go of the file."""
        with self._door:
            self._is_closed = True
            self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._drop()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, more = self._gather(job)
            self._commit(batch)
            if not more:
                return

    def _gather(self, first: _Job) -> tuple[list[_Job], bool]:
        batch = [first]
        with suppress(Empty):
            while len(batch) < MOST_AT_ONCE:
                job = self._jobs.get_nowait()
                if job is None:
                    return batch, False
                batch.append(job)
        return batch, True

    def _commit(self, batch: list[_Job]) -> None:
        outcomes: list[object] = []
        try:
            connection = self._ready()
            connection.execute("begin immediate")
            for job in batch:
                outcomes.append(_whole_or_nothing(connection, job))
            connection.execute("commit")
            for job, outcome in zip(batch, outcomes, strict=True):
                if job.afterwards is not None and not isinstance(outcome, BaseException):
                    job.afterwards(connection)
        except sqlite3.Error as fault:
            self._drop()
            outcomes = _failed(batch, outcomes, opening.named(fault, self._path))
        except StoreFault as fault:
            outcomes = _failed(batch, outcomes, fault)
        except BaseException:
            self._drop()
            outcomes = _failed(batch, outcomes, Unwritable("store.disk", path=self._path, fault="?"))
        for job, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                job.answer.set_exception(outcome)
            else:
                job.answer.set_result(outcome)

    def _ready(self) -> sqlite3.Connection:
        if self._connection is None:
            self._open()
        elif self._identity() != self._file:
            # Somebody moved or deleted the file: what is written now would be in nobody's reach.
            self._drop()
            raise Damaged("store.file-gone", path=self._path)
        assert self._connection is not None
        return self._connection

    def _open(self) -> None:
        self._connection = opening.writer(self._path, self.journal)
        self._file = self._identity()

    def _identity(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (-1, -1)
        return found.st_dev, found.st_ino

    def _drop(self) -> None:
        """Close the connection; the next write opens a fresh one, so that writing resumes when the disk allows."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.rollback()
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


class WriterHere(Writer):
    """Writer without a thread, for places that have none: the caller writes."""

    journal = "persist"
    """The log is overwritten where it lies: a browser that keeps the files asks another process for each change of a
    length, and at a tap that takes as long as a flush."""

    def start(self) -> StoreFault | None:
        """Open the file; gives back what keeps it from writing just now, if anything does."""
        try:
            self._open()
        except Unwritable as unwritable:
            return unwritable
        return None

    def do(
        self, work: Callable[[sqlite3.Connection], T], afterwards: Callable[[sqlite3.Connection], None] | None = None
    ) -> T:
        """Write it; comes back after the commit."""
        answer: Future[T] = Future()
        with self._door:
            if self._is_closed:
                raise Unwritable("store.closed", path=self._path)
            self._commit([_Job(work, answer, afterwards)])
        return answer.result()


def _whole_or_nothing(connection: sqlite3.Connection, job: _Job) -> object:
    connection.execute("savepoint job")
    try:
        outcome: object = job.work(connection)
    except (sqlite3.IntegrityError, StoreFault) as fault:
        connection.execute("rollback to job")
        outcome = fault if isinstance(fault, StoreFault) else Damaged("store.damaged-file", path="", fault=fault)
    connection.execute("release job")
    return outcome


def _failed(batch: list[_Job], outcomes: list[object], fault: StoreFault) -> list[object]:
    """Report to everybody that nothing of the batch was written, except to those with a reason of their own."""
    known = outcomes + [None] * (len(batch) - len(outcomes))
    return [outcome if isinstance(outcome, StoreFault) else fault for outcome in known]
