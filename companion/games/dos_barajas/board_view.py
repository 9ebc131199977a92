"""The table as a screen draws it: one sentence that says what is to be done, and what is peculiar to the two decks."""

from __future__ import annotations

from companion.engine.kit import board_view
from companion.engine.view import PileView
from companion.games.dos_barajas import queries


class Board(board_view.Board):
    """The ring, the piles, and the cards in the middle while there are any."""

    def view_piles(self) -> tuple[PileView, ...]:
        middle = (self.pile("middle"),) if queries.middle(self.table) else ()
        return (*super().view_piles(), *middle)

    def is_turn(self, player: str) -> bool:
        return player == self.game.waiting_for(self.table)

    def detail(self) -> str:
        table, words = self.table, self.words
        if table.step == queries.COMBAT:
            seen = words.listed(queries.revealed(table))
            return words.say("scene.fighting", round=queries.number(table, queries.FIGHT), things=seen)
        said = words.say("scene.round", round=queries.number(table, queries.ROUND), first=queries.first(table))
        if table.step in (queries.LEAVE, queries.TAKE):
            said += " " + words.raw(f"scene.middle.{self.option('middle')}")
        return said
