"""The table of the cooperative mode as a screen draws it."""

from __future__ import annotations

from companion.engine.view import TrackView
from companion.games.the_thing import board_view as base
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries


class Board(base.Board):
    """The base with the threat among its tracks."""

    piles = ("weapons", "objects", "lab")

    def tracks(self) -> tuple[TrackView, ...]:
        at = TrackView(self.words.raw("scene.tracks.threat"), queries.threat(self.table), c.FIRST_THREAT, "danger")
        return (at, *super().tracks())

    def person(self, player: str) -> str:
        return queries.person(self.table, player)

    def heading(self) -> str:
        """Who does what: a Character that moves, else the person who plays it."""
        table = self.table
        if table.prompt:
            return super().heading()
        person = queries.person(table, table.turn) or queries.person(table, q.leader(table))
        player = table.turn if table.step == "plan" else person
        return self.words.say(f"scene.step.{table.step}", player=player, person=person)

    def detail(self) -> str:
        """With the threat, and the dice that lie there."""
        dice = [self.words.raw(f"dice.action.{face}") for face in queries.dice(self.table).values()]
        said = self.words.say("scene.dice", dice=", ".join(dice)) if dice else ""
        threat = self.words.say("scene.threat", count=queries.threat(self.table))
        return " ".join(part for part in (super().detail(), threat, said) if part)
