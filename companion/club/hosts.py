"""The hosts of a club: each says again and again that it lives, and they share out the memories of the referees.

What a referee was shown lies in the memory of one process and nowhere else, so one host at a time may answer: the first
that is asked, until it ends. The others say that cards are shown elsewhere. Whoever takes over after it begins anew.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from threading import Event, Lock, Thread
from typing import NamedTuple

from companion.service.club import Host, Shared
from companion.store.base import EVERYTHING, StoreFault

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

    @cached_property
    def duties(self) -> Lease:
        """The referees' memories, of which one host at a time holds each."""
        return Lease(self._shared, self.me, lambda: frozenset(one.id for one in self.hosts))

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


# What they know together of a game's referee: who holds its memory, whether cards were shown, what the table decided

_NAME = "referee:"


class Duty(NamedTuple):
    """One game's referee. `holder`: the id of the host that remembers; `shown`: cards were shown to it, or to one
    before it; `shows_all`: the table has decided to show everything."""

    holder: str = ""
    shown: bool = False
    shows_all: bool = False


class Lease:
    """Leases of this host on the referees' memories. `living` holds the live hosts as last heard, for display alone."""

    def __init__(self, shared: Shared, me: Host, living: Callable[[], frozenset[str]]) -> None:
        self._shared, self._me, self._living = shared, me, living
        self._lock = Lock()
        self._known: dict[str, Duty] = {}
        self._heard = 0
        shared.watch_texts(self._forget_known)

    def take(self, game: str) -> bool:
        """Take the memory of a game's referee if no other live host has it; return True if this host has it now.

        Raise a `StoreFault` if the database cannot tell.
        """
        before = self._read(game)
        if before.holder != self._me.id and before.holder and self._shared.lives(before.holder):
            return False
        free = {"", self._me.id, before.holder}
        return self._changed(game, lambda now: now._replace(holder=self._me.id) if now.holder in free else now)

    def mark(self, game: str) -> bool:
        """Note that cards were shown here; False where another host has taken over meanwhile."""
        return self._changed(game, lambda now: now._replace(shown=True) if now.holder == self._me.id else now)

    def has_shown(self, game: str) -> bool:
        """Return True if cards were shown to a referee of this game, at any host."""
        return self._of(game).shown

    def is_elsewhere(self, game: str) -> bool:
        """Return True if another live host holds the memory, as far as was heard."""
        holder = self._of(game).holder
        return bool(holder) and holder != self._me.id and holder in self._living()

    def shows_all(self, game: str) -> bool:
        """Return True if the table shows every deal, draw and exchange."""
        return self._of(game).shows_all

    def decide(self, game: str, on: bool) -> None:
        """Show everything from now on, or only what is disputed; at every host."""
        self._changed(game, lambda now: now._replace(shows_all=on))

    def forget(self, game: str) -> None:
        """Drop everything about a table that was forgotten."""
        self._shared.change(_NAME + game, lambda text: "")

    def _changed(self, game: str, work: Callable[[Duty], Duty]) -> bool:
        """Put what `work` makes of it in its place; whether the memory is this host's then."""
        done: list[Duty] = []

        def turned(text: str) -> str:
            done[:] = [work(_loaded(text))]
            return json.dumps(done[0]._asdict())

        self._shared.change(_NAME + game, turned)
        with self._lock:
            self._heard += 1
            self._known[game] = done[0]
        return done[0].holder == self._me.id

    def _of(self, game: str) -> Duty:
        """As it was heard last; asked for where it was not, and what was known before where nobody answers."""
        with self._lock:
            known, heard = self._known.get(game), self._heard
        if known is not None and self._shared.hears:
            return known
        try:
            found = self._read(game)
        except StoreFault:
            return known or Duty()
        with self._lock:
            if heard == self._heard:
                self._known[game] = found
        return found

    def _read(self, game: str) -> Duty:
        return _loaded(self._shared.text(_NAME + game))

    def _forget_known(self, name: str) -> None:
        with self._lock:
            self._heard += 1
            if name == EVERYTHING:
                self._known.clear()
            elif name.startswith(_NAME):
                self._known.pop(name.removeprefix(_NAME), None)


def _loaded(text: str) -> Duty:
    return Duty(**json.loads(text)) if text else Duty()
