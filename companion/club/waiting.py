"""Waiting for a database that does not answer, and for those who cannot act yet on what was heard of other hosts.

A server that was stopped in the middle (a frozen machine, stopped processes) keeps its sockets: its system still
confirms every byte, so neither TCP nor PostgreSQL's own limits ever end the wait. Only whoever asks can, so that every
question has a deadline of ours, and a line on which no answer comes in time is cut.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from threading import Condition, Thread
from time import monotonic
from typing import Protocol

from companion.store.base import Unwritable


class Cuttable(Protocol):
    """A connection, as far as it is cut."""

    def fileno(self) -> int: ...


class Deadlines:
    """The questions under way. One thread looks at them, and only while there are any."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._due: dict[object, tuple[float, Cuttable]] = {}
        self._thread: Thread | None = None
        self._is_closed = False

    @contextmanager
    def within(self, line: Cuttable, seconds: float) -> Iterator[None]:
        """Cut a line unless what is asked on it is answered within so many seconds: whoever waits gets an error."""
        key = object()
        with self._changed:
            if self._is_closed:
                _cut(line)
            self._due[key] = (monotonic() + seconds, line)
            if self._thread is None:
                self._thread = Thread(target=self._watch, name="deadlines", daemon=True)
                self._thread.start()
            elif len(self._due) == 1:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._due.pop(key, None)

    def close(self) -> None:
        """Cut everything that is under way, and what still comes: nobody waits any longer."""
        with self._changed:
            self._is_closed = True
            for _, line in self._due.values():
                _cut(line)
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._is_closed:
                now = monotonic()
                for key, (until, line) in [*self._due.items()]:
                    if until <= now:
                        _cut(line)
                        del self._due[key]
                # A question that comes meanwhile has at least as long; one with less is looked at this often anyway.
                self._changed.wait(LOOKS if self._due else None)


LOOKS = 0.2
"""Seconds between two looks at the questions under way."""


def _cut(line: Cuttable) -> None:
    # Shut down, not closed: the thread that waits on it hears of it, and closes it. An error: that it has already.
    with suppress(Exception), closing(socket.fromfd(line.fileno(), socket.AF_INET, socket.SOCK_STREAM)) as end:
        end.shutdown(socket.SHUT_RDWR)


# What was heard is told again, until it can be acted on

FIRST_AGAIN = 0.2
"""Seconds after which it is tried again what could not be done; twice as long each further time."""
LAST_AGAIN = 3.0
"""Seconds between two tries at most: the database may be away for hours."""

Heard = Callable[..., None]
"""Does what is to be done where something was heard. Raises `Unwritable` where that cannot be done now."""
_log = logging.getLogger("companion.store")


class Telling:
    """Queue of changes owed to each watcher. Used by one thread, the one that listens."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._owed: dict[tuple[Heard, tuple[str | int, ...]], None] = {}
        self._wait, self._due = FIRST_AGAIN, 0.0

    @property
    def is_behind(self) -> bool:
        """True if a change was heard that could not be acted on yet."""
        return bool(self._owed)

    def tell(self, heard: Heard, *what: str | int) -> None:
        """Tell it now, and again later where it could not be done."""
        if self._does(heard, what):
            self._owed.pop((heard, what), None)
        elif not self._owed:
            self._owed[heard, what] = None
            self._wait = FIRST_AGAIN
            self._due = self._clock() + self._wait
        else:
            self._owed[heard, what] = None

    def again(self) -> None:
        """Tell what is owed, in the order in which it was heard, where it is time to; at the first that fails, wait."""
        if not self._owed or self._clock() < self._due:
            return
        for heard, what in tuple(self._owed):
            if not self._does(heard, what):
                self._wait = min(2 * self._wait, LAST_AGAIN)
                self._due = self._clock() + self._wait
                return
            del self._owed[heard, what]
        self._wait = FIRST_AGAIN

    def _does(self, heard: Heard, what: tuple[str | int, ...]) -> bool:
        """Return True if a change is done with: it was told, or trying again is of no use."""
        try:
            heard(*what)
        except Unwritable:
            return False
        except Exception:
            # One that fails for another reason fails always, and the others have to be told all the same.
            _log.exception("what was heard of another host could not be acted on: %s", what[0])
        return True
