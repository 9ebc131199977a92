"""Games that other hosts play too, in the same database: what they write is taken in, and told to who looks on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.referee.actions import Malformed
from companion.service.hub import Hub
from companion.service.playing import Playing
from companion.service.shelf import Shelf
from companion.store.log import EVERYTHING, FORGOTTEN, Row, Store, StoreFault, UnknownGame

MOST_TOLD = 20
"""Entries of a game that was not in memory which its devices are told of anew; they pass over what they know."""

Publish = Callable[[str, Playing, Sequence[Row]], None]


class Sharing:
    """Keeps the games in memory in step with the store. `is_on`: others may write in it too; else nothing is done."""

    def __init__(self, store: Store, shelf: Shelf, hub: Hub, load: Callable[[str], Playing], publish: Publish) -> None:
        self._store, self._shelf, self._hub = store, shelf, hub
        self._load, self._publish = load, publish
        self.is_on = False
        self.is_on = store.watch(self._heard)

    def caught_up(self, game: str, playing: Playing) -> Playing:
        """The game with what others have written in it since; raises `UnknownGame` where they took it away."""
        if self.is_on:
            self._catch_up(game, playing)
        return playing

    def _catch_up(self, game: str, playing: Playing) -> None:
        with playing.lock:
            try:
                newest = self._store.heading(game).version
            except UnknownGame:
                self._shelf.drop(game)
                raise
            if newest > playing.version:
                rows = self._store.rows(game, playing.version)
                for row in rows:
                    playing.record(row)
                self._publish(game, playing, rows)

    def _heard(self, game: str) -> None:
        with suppress(StoreFault, Malformed):
            if game == EVERYTHING:
                for one in self._hub.games():
                    self._renew(one)
            elif game.startswith(FORGOTTEN):
                self._shelf.drop(game.removeprefix(FORGOTTEN))
            elif self._hub.watching(game):
                self._renew(game)

    def _renew(self, game: str) -> None:
        playing = self._shelf.get(game)
        if playing is not None:
            self._catch_up(game, playing)
            return
        playing = self._load(game)
        with playing.lock:
            self._publish(game, playing, playing.rows()[-MOST_TOLD:])
