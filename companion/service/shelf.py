"""The games in memory: the ones played last, as many as fit."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from companion.service.playing import Playing

MOST_ENTRIES = 20_000
"""Over all games in memory; an entry with its table takes one to two kilobytes."""


class Shelf:
    """Games by id; the one not asked for longest goes first when there are too many entries."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._most = most
        self._lock = Lock()
        self._games: OrderedDict[str, Playing] = OrderedDict()

    def get(self, game: str) -> Playing | None:
        """The game, if it is in memory."""
        with self._lock:
            found = self._games.get(game)
            if found is not None:
                self._games.move_to_end(game)
            return found

    def put(self, game: str, playing: Playing) -> Playing:
        """Keep a game in memory; gives back the one that is kept (two threads may have read it at once)."""
        with self._lock:
            kept = self._games.setdefault(game, playing)
            self._games.move_to_end(game)
            total = sum(one.version for one in self._games.values())
            while total > self._most and len(self._games) > 1:
                total -= self._games.popitem(last=False)[1].version
            return kept

    def drop(self, game: str) -> None:
        """Forget a game: it is read from the store when it is asked for again."""
        with self._lock:
            self._games.pop(game, None)

    def everything(self) -> list[tuple[str, Playing]]:
        """Every game in memory."""
        with self._lock:
            return list(self._games.items())
