"""Games that other hosts play too, in the same database: what they write is taken in, and told to who looks on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from threading import Lock
from typing import TypeVar, cast

from companion.engine.actions import Malformed
from companion.service.live.asking import Asking
from companion.service.live.cache import GameCache
from companion.service.live.hub import Hub
from companion.service.live.session import LiveGame
from companion.store.base import EVERYTHING, FORGOTTEN, Row, Store, StoreFault, UnknownGame, Unwritable

MOST_TOLD = 20
"""Entries of a game that was not in memory which its devices are told of anew; they pass over what they know."""

MOST_KNOWN = 2000
"""Answers of the store that are kept for when it is away."""
T = TypeVar("T")

Publish = Callable[[str, LiveGame, Sequence[Row]], None]


class Sync:
    """Keeps the games in memory in step with the store. `is_on`: others may write in it too; else nothing is done."""

    def __init__(
        self,
        store: Store,
        shelf: GameCache,
        hub: Hub,
        load: Callable[[str], LiveGame],
        publish: Publish,
        forgotten: Callable[[str], None],
    ) -> None:
        self._store, self._shelf, self._hub = store, shelf, hub
        self._load, self._publish, self._forgotten = load, publish, forgotten
        self.is_on = False
        self.is_away = False
        """Whether the store did not answer when it was asked last: what is read then is as old as it says."""
        self._is_behind = False
        self._asking = Asking(self._mark, lambda: self.is_away)
        self._lock = Lock()
        self._forgotten_so_far = 0
        self._known: OrderedDict[Hashable, tuple[object, Callable[[], object]]] = OrderedDict()
        """What the store answered last to each question, and how it is asked again."""
        self.is_on = store.watch(self._heard)

    def note_away(self, is_away: bool) -> None:
        """Record whether the store is reachable, and tell the watchers; when it is back, also what was written
        meanwhile."""
        if is_away or not self._is_behind:
            self._mark(is_away)
            return
        with suppress(Unwritable):
            self._heard(EVERYTHING)
            self._is_behind = False
            self._mark(False)

    def _mark(self, is_away: bool) -> None:
        self._is_behind = self._is_behind or is_away
        if is_away != self.is_away:
            self.is_away = is_away
            self._hub.wake()

    def caught_up(self, game: str, playing: LiveGame, is_looked_at: bool) -> LiveGame:
        """Return the game with what others have written in it since; raise `UnknownGame` where they took it away.

        While the store is away, or takes its time with somebody who only looks, the game is as it was heard last: it
        can be read, and nothing can be written in it.
        """
        if self.is_on and is_looked_at:
            self._asking.soon(lambda: self._catch_up(game, playing))
        elif self.is_on:
            try:
                self._catch_up(game, playing)
                self._mark(False)
            except Unwritable:
                self._mark(True)
        return playing

    def else_known(self, about: Hashable, ask: Callable[[], T]) -> T:
        """Return the store's answer, or its last one to the same question while it is away."""
        if not self.is_on:
            return ask()
        with self._lock:
            known = self._known.get(about)
        if known is None:  # there is nothing to be shown meanwhile
            try:
                found = self._learn(about, ask)
            except Unwritable:
                self._mark(True)
                raise
            self._mark(False)
            return found
        answer = self._asking.soon(lambda: self._learn(about, ask))
        return cast(T, answer.found if answer.is_there else known[0])

    def _learn(self, about: Hashable, ask: Callable[[], T]) -> T:
        """Ask, and keep the answer for when the store is away, unless something was forgotten meanwhile."""
        forgotten = self._forgotten_so_far
        found = ask()
        with self._lock:
            if forgotten == self._forgotten_so_far:
                self._known[about] = (found, ask)
                self._known.move_to_end(about)
                while len(self._known) > MOST_KNOWN:
                    self._known.popitem(last=False)
        return found

    def close(self) -> None:
        """Ask nothing more."""
        self._asking.close()

    def forget_known(self) -> None:
        """Something was forgotten: no answer of before is given any more."""
        with self._lock:
            self._known.clear()
            self._forgotten_so_far += 1

    def _ask_again(self) -> None:
        """Something may have been forgotten while nobody listened: what is known is asked again."""
        with self._lock:
            asked = [(about, ask) for about, (_, ask) in self._known.items()]
        for about, ask in asked:
            try:
                found = ask()
            except UnknownGame:
                self.forget_known()
                return
            with self._lock:
                if about in self._known:
                    self._known[about] = (found, ask)

    def _catch_up(self, game: str, playing: LiveGame, newest: int = 0) -> None:
        """Take in what is new. `newest`: the number of the newest entry as told, 0 where it is to be asked."""
        known = playing.version
        try:
            if (newest or self._store.heading(game).version) <= known:
                return
            rows = self._store.rows(game, known)
        except UnknownGame:
            self._shelf.drop(game)
            raise
        # Asked without the lock: whoever looks on does not wait for the store.
        with playing.lock:
            fresh = rows[playing.version - known :]
            for row in fresh:
                playing.record(row)
            self._publish(game, playing, fresh)

    def _heard(self, game: str, newest: int = 0) -> None:
        """Act on what another host has written. Raises `Unwritable` where the store is away: it is told again."""
        if game == EVERYTHING:
            for one in self._hub.games():
                self._renew(one)
            self._ask_again()
        elif game.startswith(FORGOTTEN):
            self.forget_known()
            self._shelf.drop(game.removeprefix(FORGOTTEN))
            self._forgotten(game.removeprefix(FORGOTTEN))
        elif self._hub.watching(game):
            self._renew(game, newest)

    def _renew(self, game: str, newest: int = 0) -> None:
        try:
            self._renewed(game, newest)
        except Unwritable:
            raise
        except (StoreFault, Malformed):
            # It was taken away, or cannot be read: so whoever asks for it is told, and the other games go on.
            return

    def _renewed(self, game: str, newest: int) -> None:
        playing = self._shelf.get(game)
        if playing is not None:
            with playing.writing:  # what this host is just writing itself is not asked for
                self._catch_up(game, playing, newest)
            return
        playing = self._load(game)
        with playing.lock:
            self._publish(game, playing, playing.rows()[-MOST_TOLD:])
