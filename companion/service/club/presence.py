"""One host of a club among the others: it says again and again that it lives, and knows who else does."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread

from companion.store.base import StoreFault
from companion.store.shared import Host, Shared

BEAT = 1.5
"""Seconds between two of its words; after `LIVES` seconds without one the others take it for gone."""


class Presence:
    """Presence of this host among the others. `hosts` holds all live ones, itself included, as last heard."""

    def __init__(self, shared: Shared, url: str, https: str = "") -> None:
        self.me = Host(secrets.token_hex(8), url, https)
        self.hosts: Sequence[Host] = (self.me,)
        self._shared = shared
        self._closing = Event()
        self._thread: Thread | None = None

    def begin(self, also: Callable[[bool], None] = lambda is_heard: None) -> None:
        """Say it at once, then every so often; each time `also` is told whether it was heard. Raises a `StoreFault` the
        first time."""
        self.hosts = self._shared.beat(self.me)
        self._thread = Thread(target=self._go_on, args=[also], name="presence", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave, so that the others know at once."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(1)  # a database that hangs keeps it longer, and nobody waits for that
        with suppress(StoreFault):
            self._shared.leave(self.me.id)

    def _go_on(self, also: Callable[[bool], None]) -> None:
        while not self._closing.wait(BEAT):
            try:
                self.hosts = self._shared.beat(self.me)
                also(True)
            except StoreFault:
                also(False)
