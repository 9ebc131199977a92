"""Games that other hosts play too, in the same database: what they write is taken in, and told to who looks on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from threading import Lock
from typing import TypeVar, cast

from companion.engine.actions import Malformed
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
        self._lock = Lock()
        self._known: OrderedDict[Hashable, tuple[object, Callable[[], object]]] = OrderedDict()
        """What the store answered last to each question, and how it is asked again."""
        self.is_on = store.watch(self._heard)

    def note_away(self, is_away: bool) -> None:
        """Somebody who asks the store all the time has found it away, or there: whoever looks on is told of it, and
        when it is back of all that was written meanwhile."""
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

    def caught_up(self, game: str, playing: LiveGame) -> LiveGame:
        """The game with what others have written in it since; raises `UnknownGame` where they took it away.

        While the store is away it is as it was heard last: it can be read, and nothing can be written in it.
        """
        if self.is_on:
            try:
                self._catch_up(game, playing)
                self._mark(False)
            except Unwritable:
                self._mark(True)
        return playing

    def else_known(self, about: Hashable, ask: Callable[[], T]) -> T:
        """What the store answers, or what it answered last to the same question while it is away."""
        if not self.is_on:
            return ask()
        try:
            found = ask()
        except Unwritable:
            self._mark(True)
            with self._lock:
                if about not in self._known:
                    raise
                return cast(T, self._known[about][0])
        self._mark(False)
        with self._lock:
            self._known[about] = (found, ask)
            self._known.move_to_end(about)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found

    def forget_known(self) -> None:
        """Something was forgotten: no answer of before is given any more."""
        with self._lock:
            self._known.clear()

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
        with playing.lock:
            try:
                if (newest or self._store.heading(game).version) <= playing.version:
                    return
                rows = self._store.rows(game, playing.version)
            except UnknownGame:
                self._shelf.drop(game)
                raise
            for row in rows:
                playing.record(row)
            self._publish(game, playing, rows)

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
            self._catch_up(game, playing, newest)
            return
        playing = self._load(game)
        with playing.lock:
            self._publish(game, playing, playing.rows()[-MOST_TOLD:])
