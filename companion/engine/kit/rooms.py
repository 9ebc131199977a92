"""A board with rooms: who stands where, and what is counted in a room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from companion.engine.actions import FieldType, number, one_of, table_of
from companion.engine.deck import Decklist
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.declare import Declared, Effects, living
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import COUNT, NAME
from companion.engine.places import room
from companion.engine.state import Table
from companion.engine.view import Badge, Field, RoomView, Spot

if TYPE_CHECKING:
    from companion.engine.kit.board_view import Board
    from companion.engine.kit.parts import AnyGame
    from companion.engine.kit.undo_hints import UndoHints


@dataclass(frozen=True)
class Rooms(Declared):
    """The rooms of a board by their slugs, and who stands where: a number kept for each player, 1 in the first room.
    Their names are the words `rooms.<slug>`. `lies`: the number that is kept for who lies down. `spots`: where each is
    on the board."""

    name: str = "rooms"
    slugs: tuple[str, ...] = ()
    track: str = "room"
    lies: str = ""
    spots: tuple[Spot, ...] = ()

    def of(self, table: Table, player: str) -> str:
        """Return the room of a player; empty if it is not known."""
        where = table.tracks.get((self.track, player), 0)
        return self.slugs[where - 1] if where else ""

    def people(self, table: Table, slug: str) -> tuple[str, ...]:
        """Return the players in a room."""
        return tuple(player for player in table.seats if self.of(table, player) == slug)

    def move(self, effects: Effects, player: str, slug: str) -> None:
        """Move a player to a room."""
        effects.keep(self.track, player, self.slugs.index(slug) + 1)

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: table_of(one_of(*self.slugs))}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for player, slug in cast("Mapping[str, str]", said[self.name]).items():
            self.move(effects, living(effects, player), slug)

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        options, seats = tuple((slug, prompts.words.raw(f"rooms.{slug}")) for slug in self.slugs), prompts.table.seats
        now = (self.of(prompts.table, player) for player in seats)
        return tuple(
            Field(f"room.{k}", p, "choice", options, value=slug)
            for k, (p, slug) in enumerate(zip(seats, now, strict=True))
            if slug  # whoever stands nowhere has no figure
        )

    def read(self, form: Form) -> ActionJson:
        return {self.name: {p: slug for k, p in enumerate(form.table.seats) if (slug := form.first(f"room.{k}"))}}

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
        return {player: slug for player in table.seats if (slug := self.of(table, player))}

    @property
    def shape(self) -> FieldType:
        return table_of(NAME)

    def hints(self, undo: UndoHints) -> Iterable[str]:
        for player in undo.before.seats:
            was = self.of(undo.before, player)
            if was and player in undo.after.seats and was != self.of(undo.after, player):
                room = undo.words.raw(f"rooms.{was}")
                to = undo.words.raw(key) if undo.words.has(key := f"to.{was}") else room
                yield undo.say("room", player=player, room=room, to=to)

    def rooms(self, board: Board) -> Iterable[RoomView]:
        words = board.words
        for k, slug in enumerate(self.slugs):
            badges = tuple(badge for one in board.game.declarations for badge in one.in_room(board, slug))
            people = self.people(board.table, slug)
            lying = tuple(player for player in people if (self.lies, player) in board.table.tracks)
            label, short = words.raw(f"rooms.{slug}"), words.raw(key) if words.has(key := f"short.{slug}") else ""
            yield RoomView(slug, label, people, badges, lying, short, self.spots[k] if self.spots else None)


@dataclass(frozen=True)
class RoomNumber(Declared):
    """A number kept in each of some rooms. `supply`: the box has no more than so many in all."""

    track: str = ""
    slugs: tuple[str, ...] = ()
    most: int = 9
    supply: int = 999
    icon: str = ""
    kind: str = ""

    def now(self, table: Table, slug: str) -> int:
        """Return the number counted in a room."""
        return table.numbers.get((self.track, room(slug)), 0)

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        return {self.name: table_of(number(0, self.most))}

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        for slug, count in cast("Mapping[str, int]", said[self.name]).items():
            if slug not in self.slugs:
                raise Impossible("room", room=slug)
            effects.put(self.track, room(slug), count or None)
        lying = sum(self.now(effects.table, slug) for slug in self.slugs)
        if lying > self.supply:
            raise Impossible("too-many", count=lying, supply=self.supply)

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        return tuple(
            Field(
                f"{self.name}.{slug}", prompts.words.raw(f"rooms.{slug}"), "number",
                value=str(self.now(prompts.table, slug)), most=self.most,
            )
            for slug in self.slugs
        )  # fmt: skip

    def read(self, form: Form) -> ActionJson:
        return {self.name: {slug: form.number(f"{self.name}.{slug}") for slug in self.slugs}}

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
        return {slug: count for slug in self.slugs if (count := self.now(table, slug))}

    @property
    def shape(self) -> FieldType:
        return table_of(COUNT)

    def in_room(self, board: Board, room: str) -> Iterable[Badge]:
        count = self.now(board.table, room)
        if count:
            yield Badge(self.icon, board.words.say(f"scene.{self.name}", count=count), self.kind, count)

    def hints(self, undo: UndoHints) -> Iterable[str]:
        for slug in self.slugs:
            was = self.now(undo.before, slug)
            if was != self.now(undo.after, slug):
                yield undo.say(self.name, room=undo.words.raw(f"rooms.{slug}"), count=was)
