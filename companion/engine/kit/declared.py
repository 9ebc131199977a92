"""What every declaration is: something that is kept of a table, and all that follows from saying so once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.engine.actions import FieldType
from companion.engine.deck import Decklist
from companion.engine.kit.corrections import Impossible
from companion.engine.kit.forms import ActionJson, Form
from companion.engine.kit.public_state import NAME
from companion.engine.state import Table
from companion.engine.view import Badge, Field, Grip, RoomView

if TYPE_CHECKING:
    from companion.engine.kit.board_view import Board
    from companion.engine.kit.parts import AnyGame
    from companion.engine.kit.prompts import PromptBuilder
    from companion.engine.kit.undo_hints import UndoHints

Effects = Any
"""The effects of the game that declares it (its `Effects`)."""


@dataclass(frozen=True)
class Declared:
    """Something that is kept of a table. `name` is its field of the correction and of the public state."""

    name: str

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        """The fields of the correction that set it; none where it cannot be corrected by itself."""
        return {}

    def concerns(self, said: Mapping[str, object]) -> bool:
        """Whether a correction that names these fields sets it."""
        return self.name in said

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        """The table is as the correction says; raises `Impossible`."""

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        """What stands on a form about it, filled in with what it is now."""
        return ()

    def read(self, form: Form) -> ActionJson:
        """The correction's fields from such a form."""
        return {}

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
        """What programs are told of it."""
        raise NotImplementedError(self.name)

    @property
    def shape(self) -> FieldType:
        """What that may be."""
        return NAME

    @property
    def is_told(self) -> bool:
        """Whether it says itself what programs are told of it."""
        return type(self).public is not Declared.public

    def badges(self, board: Board, player: str) -> Iterable[Badge]:
        """What of it lies before a player."""
        return ()

    def grips(self, board: Board) -> Iterable[Grip]:
        """Where one touch of the ring puts it right; what the rules refuse then is not offered."""
        return ()

    def hints(self, undo: UndoHints) -> Iterable[str]:
        """What the hands must do about it when an action is taken back."""
        return ()

    def rooms(self, board: Board) -> Iterable[RoomView]:
        """The rooms it consists of, where it is a board."""
        return ()

    def in_room(self, board: Board, room: str) -> Iterable[Badge]:
        """What of it lies in a room."""
        return ()


def living(effects: Effects, player: str, variant: str = "living") -> str:
    """A player who still plays; raises `Impossible`."""
    if player not in effects.table.seats:
        raise Impossible(variant, player=player)
    return player


def at_table(effects: Effects, people: tuple[str, ...], variant: str) -> tuple[str, ...]:
    """People of this table, each named once; raises `Impossible`."""
    unknown = [player for player in people if player not in effects.table.players]
    if unknown or len(set(people)) != len(people):
        raise Impossible(variant, players=", ".join(unknown or people))
    return people
