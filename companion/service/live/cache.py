"""The games in memory: the ones asked for last whole, as many as fit, and behind them many more folded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import RLock

from companion.service.live.folding import Source
from companion.service.live.session import LiveGame

MOST_ENTRIES = 20_000
"""Over all games that are whole in memory; an entry with its table takes three to four kilobytes."""
MOST_FOLDED = 4_000
"""Games of which only the table is in memory, five to ten kilobytes each."""


class GameCache:
    """Games by id. With too many entries the one not asked for longest is folded; of too many folded ones one goes.

    `source` says where the rest of a folded game is.
    """

    def __init__(
        self, source: Callable[[str], Source], most_entries: int = MOST_ENTRIES, most_folded: int = MOST_FOLDED
    ) -> None:
        self._source, self._most_entries, self._most_folded = source, most_entries, most_folded
        self._lock = RLock()
        self._whole: OrderedDict[str, LiveGame] = OrderedDict()
        self._folded: OrderedDict[str, LiveGame] = OrderedDict()
        self._counted: dict[str, int] = {}
        self._total = 0

    def get(self, game: str) -> LiveGame | None:
        """Return the game if it is in memory, whole or folded."""
        with self._lock:
            return self._touched(game)

    def put(self, game: str, playing: LiveGame) -> LiveGame:
        """Keep a game in memory; gives back the one that is kept (two threads may have read it at once)."""
        with self._lock:
            kept = self._touched(game)
            if kept is None:
                kept = self._whole[game] = playing
            self._count(game)
            self._make_room()
            return kept

    def unfolded(self, game: str) -> None:
        """Make room for a folded game that is being read whole."""
        with self._lock:
            found = self._folded.pop(game, None)
            if found is not None:
                self._whole[game] = found
            self._count(game)
            self._make_room()

    def drop(self, game: str) -> None:
        """Forget a game: it is read from the store when it is asked for again."""
        with self._lock:
            self._whole.pop(game, None)
            self._folded.pop(game, None)
            self._count(game)

    def drop_folded(self) -> None:
        """Forget every game of which only the table is known."""
        with self._lock:
            self._folded.clear()

    def everything(self) -> list[tuple[str, LiveGame]]:
        """Every game that is whole in memory."""
        with self._lock:
            return [(game, playing) for game, playing in self._whole.items() if playing.is_whole]

    def _touched(self, game: str) -> LiveGame | None:
        for shelf in (self._whole, self._folded):
            if game in shelf:
                shelf.move_to_end(game)
                return shelf[game]
        return None

    def _count(self, game: str) -> None:
        """Take note of how many entries of a game are in memory now: all are not counted anew for every action."""
        now = self._whole[game].version if game in self._whole else 0
        self._total += now - self._counted.pop(game, 0)
        if now:
            self._counted[game] = now

    def _make_room(self) -> None:
        for game, playing in [*self._whole.items()][:-1] if self._total > self._most_entries else ():
            if self._total <= self._most_entries:
                break
            # One that is being played on at this very moment is left alone until the next time.
            if playing.fold(self._source(game)):
                del self._whole[game]
                self._folded[game] = playing
                self._count(game)
        while len(self._folded) > self._most_folded:
            self._folded.popitem(last=False)
