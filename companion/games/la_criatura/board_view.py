"""The table as a screen draws it: what lies before people, the clock, and one sentence that says what is to be done."""

from __future__ import annotations

from companion.engine.kit import board_view
from companion.engine.view import Badge
from companion.games.la_criatura import queries


class Board(board_view.Board):
    """The ring, the piles with that of the weapons, and the clock in the middle."""

    piles = ("draw", "discard", "weapons")

    def is_turn(self, player: str) -> bool:
        """Nobody's before there is a chief."""
        return self.table.step != "first" and super().is_turn(player)

    def centre(self) -> Badge:
        """The clock on the time marker: turns to go, or the helicopter."""
        left = queries.number(self.table, queries.CLOCK)
        told = self.words.say("scene.clock.left" if left else "scene.clock.none", count=left)
        return Badge("clock" if left else "helicopter", told, "panic", left or None)

    def badges(self, player: str) -> tuple[Badge, ...]:
        """A card that was shown, the chief's token, the others, weapons that lie open."""
        role = self.table.roles.get(player)
        shown = [Badge(f"role-{role}", self.words.raw(f"roles.{role}"), "contagion")] if role else []
        tokens = sorted(super().badges(player), key=lambda badge: badge.icon != "chief")
        return (*shown, *tokens, *map(self.card, self.table.fronts.get(player, ())))

    def heading(self) -> str:
        table, words, prompt = self.table, self.words, self.table.prompt
        if prompt:
            return words.say(f"scene.respond.{prompt.about}", player=prompt.to, by=prompt.by)
        blanks = {"players": words.listed(queries.tied(table)), "aboard": words.listed(table.seats)}
        step = "vote-chief" if table.step == "vote" and table.turn == queries.chief(table) else table.step
        return words.say(f"scene.step.{step}", player=table.turn, **blanks)

    def detail(self) -> str:
        """Which turn it is."""
        table, words = self.table, self.words
        if table.step == "first":
            return words.say("scene.first", player=table.turn)
        if table.step in (*queries.IN_FLIGHT, *queries.STRUGGLE):
            return words.raw("scene.flight-revealed" if queries.is_revealed(table) else "scene.flight")
        number, found = queries.number(table, queries.TURN), queries.number(table, queries.FOUND)
        said = [words.say("scene.turn", number=number, turns=number + queries.number(table, queries.CLOCK) - 1)]
        return " ".join([*said, *([words.raw(f"scene.found.{found}")] if found else [])])
