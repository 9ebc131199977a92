"""The practice evenings of a house: tables with invented people that no list names and no file keeps."""

from __future__ import annotations

from dataclasses import replace

from companion.decks.catalog import Title
from companion.engine.practice import Step
from companion.service.live.games import GameService, Snapshot, new_id
from companion.service.live.parsing import opening
from companion.service.live.session import Finder, begin
from companion.store.base import Row
from companion.store.memory import MemoryStore

MARK = "practice-"
"""With this the id of every practice evening begins, and that of no game."""
MOST = 16
"""Evenings that are remembered; the oldest goes when one more begins."""


class PracticeHouse(GameService):
    """Practice evenings in memory, beside the games of `find`."""

    def __init__(self, find: Finder) -> None:
        def find_small(game: str, deck: str) -> Title:
            title = find(game, deck)
            practice = title.game.practice
            return replace(title, decklist=practice.box(title.decklist)) if practice else title

        super().__init__(MemoryStore(), find_small)

    def begin(self, game: str) -> Snapshot:
        """Open an evening of a game that has one, for its invented people."""
        title = self.title(game)
        assert title.game.practice is not None
        for heading in self.headings()[MOST - 1 :]:
            self.forget({heading.id: None})
        line = opening({"game": game, "players": [*title.game.practice.players]}, needs_mark=False)
        return self.admit(title, [Row(begin(title, line, self.clock()))], ident=MARK + new_id())

    def step(self, game: str) -> Step:
        """Return what is to be done now."""
        playing = self.playing(game)
        assert playing.game.practice is not None
        with playing.lock:
            return playing.game.practice.step(playing.course)
