"""Who is told when a game changes. Threads publish; each subscriber has a short queue of its own.

A subscriber that does not keep up is cut off: it comes back with the number of the last change it saw, and the log
tells it the rest. Nobody waits for a sleeping phone.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from functools import cached_property
from threading import Lock

LONGEST_QUEUE = 256


class Change:
    """A game has a new version. `work_out` gives its state, which is written out when the first device asks for it."""

    def __init__(self, version: int, work_out: Callable[[], object]) -> None:
        self.version = version
        self._work_out = work_out

    @cached_property
    def state(self) -> str:
        """The state, as JSON."""
        return json.dumps(self._work_out(), ensure_ascii=False, separators=(",", ":"))


class Subscription:
    """One device that watches one game. `wake` is called, from any thread, when there is something to take."""

    def __init__(self, game: str, wake: Callable[[], None]) -> None:
        self.game = game
        self.is_cut = False
        self._wake = wake
        self._waiting: deque[Change] = deque()

    def take(self) -> list[Change]:
        """Return the changes since the last call."""
        taken: list[Change] = []
        while self._waiting:
            taken.append(self._waiting.popleft())
        return taken

    def give(self, change: Change) -> None:
        """Put a change into the queue, or cut the subscriber off when it is full."""
        if len(self._waiting) >= LONGEST_QUEUE:
            self.cut()
        elif not self.is_cut:
            self._waiting.append(change)
            self._wake()

    def cut(self) -> None:
        """End the subscription: nothing more will come."""
        self.is_cut = True
        self._waiting.clear()
        self._wake()

    def wake(self) -> None:
        """There is something else to look at than a change."""
        self._wake()


class Hub:
    """The subscribers of every game."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._by_game: dict[str, set[Subscription]] = {}
        self._closed = False
        self.looks = 0
        """How often what a table looks like has changed although nothing happened at it."""

    def subscribe(self, game: str, wake: Callable[[], None]) -> Subscription:
        """Be told of every change of a game from now on."""
        subscription = Subscription(game, wake)
        with self._lock:
            if self._closed:
                subscription.is_cut = True
            self._by_game.setdefault(game, set()).add(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """Be told no more."""
        with self._lock:
            watching = self._by_game.get(subscription.game, set())
            watching.discard(subscription)
            if not watching:
                self._by_game.pop(subscription.game, None)

    def watching(self, game: str) -> int:
        """Count the devices that watch a game."""
        with self._lock:
            return len(self._by_game.get(game, ()))

    def games(self) -> list[str]:
        """Return the games that are watched."""
        with self._lock:
            return [*self._by_game]

    def publish(self, game: str, change: Change) -> None:
        """Tell everybody who watches the game."""
        with self._lock:
            watching = tuple(self._by_game.get(game, ()))
        for subscription in watching:
            subscription.give(change)

    def wake(self) -> None:
        """Have everybody look at what is not a change of a game."""
        for subscription in self._everybody():
            subscription.wake()

    def look_again(self) -> None:
        """Tables look otherwise although nothing has happened at them: people have other figures."""
        with self._lock:
            self.looks += 1
        self.wake()

    def close(self) -> None:
        """Cut everybody off: the service ends."""
        with self._lock:
            self._closed = True
        for subscription in self._everybody():
            subscription.cut()

    def _everybody(self) -> list[Subscription]:
        with self._lock:
            return [one for watching in self._by_game.values() for one in watching]
