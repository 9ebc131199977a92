"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.kit import board_view
from companion.engine.kit.game import Game
from companion.engine.kit.setup import opening_fault
from companion.engine.view import Badge, PileView, TableView, TrackView
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.box import open_table, plan
from companion.games.the_thing.effects import Effects
from companion.games.the_thing.log import Log, Undo
from companion.games.the_thing.moves import MOVES, PHASES
from companion.games.the_thing.prompts import Prompts
from companion.games.the_thing.referee import REFEREE
from companion.games.the_thing.state import FORMS, PUBLIC, STATE
from companion.games.the_thing.summary import chronicle, recap


class Board(board_view.Board):
    """The base, the piles and the tracks."""

    piles: tuple[str, ...] = ("draw", "discard", "active", "weapons", "objects", "lab")

    def view(self) -> TableView:
        """With the tracks of the board, and no tokens in its rooms where the tablet keeps only the phases."""
        seen = replace(super().view(), tracks=self.tracks())
        if queries.depth(self.table) != b.PHASES or self.table.ended:
            return seen
        return replace(seen, rooms=tuple(replace(one, people=(), lying=(), badges=()) for one in seen.rooms))

    def view_piles(self) -> tuple[PileView, ...]:
        """Return the piles where the tablet keeps every card; elsewhere their numbers would stand still."""
        return super().view_piles() if self.keeps_all else ()

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
        """Return True where the tablet knows who has the leader sheet, and it is this player's move."""
        waits = self.game.phases[self.table.step].waits_for(self.table)
        return super().is_turn(player) and waits is not None and self.keeps_all

    def badges(self, player: str) -> tuple[Badge, ...]:
        return tuple(one for one in super().badges(player) if one.icon != b.LEADER or self.keeps_all)

    @property
    def keeps_all(self) -> bool:
        """True where the tablet is told every card, and so who leads; elsewhere nobody says it."""
        return queries.depth(self.table) == b.COMPLETE

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
        player = table.turn if self.keeps_all else self.words.raw("ask.fix.leader")
        return self.words.say(f"scene.step.{table.step}", player=player, **blanks)

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
            said.append(say("scene.pool", count=queries.strength(table)))
        return " ".join(said)


GAME = Game(
    slug="the-thing",
    moves=MOVES,
    phases=PHASES,
    declarations=STATE,
    forms=FORMS,
    public=PUBLIC,
    refuse_setup=opening_fault,
    open=open_table,
    plan=plan,
    effects=Effects,
    prompts=Prompts,
    board=Board,
    log=Log,
    undo=Undo,
    recap=recap,
    chronicle=chronicle,
    referee=REFEREE,
    keeps="depth",
    last_steps=frozenset({"rescue", "escape", "ending"}),
)
