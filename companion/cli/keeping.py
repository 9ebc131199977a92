"""Copies of the games while a table is open: one at the start, one every hour."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from companion.store import hourly_copies
from companion.store.base import StoreFault


class Keeping:
    """Makes the copies in a thread of its own until it is closed; `tell` hears why one could not be made."""

    def __init__(self, database: Path, tell: Callable[[StoreFault], None], every: float = hourly_copies.EVERY) -> None:
        self._database, self._tell, self._every = database, tell, every
        self._closing = Event()
        self._thread = Thread(target=self._run, name="copies", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """No more copies; one that is being made is finished."""
        self._closing.set()
        self._thread.join(30)

    def _run(self) -> None:
        while True:
            try:
                hourly_copies.take(self._database)
            except StoreFault as fault:
                self._tell(fault)
            if self._closing.wait(self._every):
                return
