"""Deadlines of our own for questions to a database: a line on which no answer comes in time is cut.

A server that was stopped in the middle (a frozen machine, stopped processes) keeps its sockets: its system still
confirms every byte, so neither TCP nor PostgreSQL's own limits ever end the wait. Only whoever asks can.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Condition, Thread
from time import monotonic
from typing import Protocol


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
