"""The table as a screen draws it: the rooms with what lies there, the tracks, and one sentence that says what is to be
done."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.kit import board_view
from companion.engine.view import Badge, TableView, TrackView
from companion.games.the_thing import base as b
from companion.games.the_thing import queries


class Board(board_view.Board):
    """The base, the piles and the tracks."""

    piles: tuple[str, ...] = ("draw", "discard", "active", "weapons", "objects", "lab")

    def view(self) -> TableView:
        """With the tracks of the board."""
        return replace(super().view(), tracks=self.tracks())

    def tracks(self) -> tuple[TrackView, ...]:
        """Return the tracks with tokens on them, each as long as the host's board says, where that was read."""
        table, found = self.table, queries.board(self.table)
        every = (
            (b.SOS, found.rescue, "action"),
            (b.RESCUE_FUEL, found.rescue_fuel, "obstacle"),
            (b.FREEZING, found.freezing, "danger"),
        )
        return tuple(
            TrackView(self.words.raw(f"scene.tracks.{name}"), queries.number(table, name), length, kind)
            for name, length, kind in every
            if queries.kept(table, name) and (name != b.RESCUE_FUEL or queries.kept(table, b.SOS))
        )

    def is_turn(self, player: str) -> bool:
        waits = self.game.phases[self.table.step].waits_for(self.table)
        return super().is_turn(player) and waits is not None

    def centre(self) -> Badge | None:
        """Return the weather."""
        face = queries.face(self.table)
        return Badge(f"weather.{face}", self.words.raw(f"dice.weather.{face}")) if face else None

    def heading(self) -> str:
        table = self.table
        blanks = {"count": queries.number(table, b.LOOSE), "leader": queries.leader(table)}
        if table.prompt:
            blanks |= {"by": table.prompt.by, "asked": table.prompt.to}
            return self.words.say(f"scene.asked.{table.prompt.about}", **blanks)
        return self.words.say(f"scene.step.{table.step}", player=table.turn, **blanks)

    def detail(self) -> str:
        """Round and tracks: darkness, cold, the helicopter, the Alien, hunger."""
        table, say = self.table, self.words.say
        said = [say("scene.round", count=queries.number(table, b.ROUND))] if queries.kept(table, b.ROUND) else []
        if queries.is_dark(table):
            said.append(say("scene.dark"))
        if queries.is_destroyed(table):
            said.append(say("scene.freezing", count=queries.number(table, b.FREEZING)))
        if queries.kept(table, b.SOS):
            state = "gone" if queries.kept(table, b.GONE) else "there" if queries.kept(table, b.ARRIVED) else "flying"
            said.append(say(f"scene.rescue.{state}", count=queries.number(table, b.SOS)))
        if queries.kept(table, b.HUNGRY):
            said.append(say("scene.hungry"))
        if queries.exposed(table):
            said.append(say("scene.pool", count=queries.number(table, b.POOL)))
        return " ".join(said)
