"""What a table would be after something was said in one of its games, while nothing is kept of it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.service.live.games import GameService
from companion.store.base import Row


class Rehearsal(GameService):
    """The games of `real` as they stand. What is said in `game` is judged and shown as ever, and written nowhere: not
    into the store, not into the game in memory, and nobody who looks on is told. Votes that stay shut are not known
    here, so games that have some are not to be rehearsed."""

    def __init__(self, real: GameService, game: str) -> None:
        super().__init__(real.store, real.find, real.clock)
        self.sealed, self.boards = real.sealed, real.boards
        self._shelf.put(game, real.playing(game).copied())

    def _keep(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """Keep nothing."""
