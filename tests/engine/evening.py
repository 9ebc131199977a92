"""A table with a referee, without service or store: actions are said, cards are shown, answers come back."""

from __future__ import annotations

from typing import Any

from companion.engine.deck import Decklist
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import CHECK, Finding, Memory
from companion.engine.kit.game import Game
from tests.games.play import Sitting


class Refereed(Sitting):
    """One game under test with the referee's memory."""

    def __init__(self, game: Game, decklist: Decklist, setup: dict[str, Any]) -> None:
        super().__init__(game, decklist, setup)
        self.memory = Memory()

    def check(self, **thing: Any) -> Finding | str:
        """The finding, or the rule for which the check cannot be made."""
        referee = self.game.referee
        assert referee is not None
        check = referee.read({"action": CHECK, **thing})
        refused = referee.refuse(self.decklist, self.course.table, check)
        if refused is not None:
            return refused.rule
        found = referee.judge(self.decklist, line(self.course, self.memory, referee), check)
        self.memory = self.memory.with_sight(check, self.course.version, found)
        return found
