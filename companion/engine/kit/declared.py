"""What every declaration is: something that is kept of a table, and all that follows from saying so once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

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
    is_whole: ClassVar[bool] = False
    """True if a correction names all of its people, and not only those of whom it is otherwise."""

    def keys(self, game: AnyGame) -> Mapping[str, FieldType]:
        """Return the fields of the correction that set it; none if it cannot be corrected by itself."""
        return {}

    def concerns(self, said: Mapping[str, object]) -> bool:
        """Return True if a correction with these fields sets it."""
        return self.name in said

    def set(self, effects: Effects, said: Mapping[str, object]) -> None:
        """Set the table as the correction says. Raise `Impossible`."""

    def fields(self, prompts: PromptBuilder) -> tuple[Field, ...]:
        """Return its fields on a correction form, filled in with the present values."""
        return ()

    def read(self, form: Form) -> ActionJson:
        """Return the correction's fields from a filled-in form."""
        return {}

    def public(self, game: AnyGame, decklist: Decklist, table: Table) -> object:
        """Return its value in the public state."""
        raise NotImplementedError(self.name)

    @property
    def shape(self) -> FieldType:
        """Type of that value."""
        return NAME

    @property
    def is_told(self) -> bool:
        """True if the declaration provides its own value in the public state."""
        return type(self).public is not Declared.public

    def badges(self, board: Board, player: str) -> Iterable[Badge]:
        """Yield its badges in front of a player."""
        return ()

    def grips(self, board: Board) -> Iterable[Grip]:
        """Yield the touches of the ring that correct it; those the rules refuse are left out later."""
        return ()

    def hints(self, undo: UndoHints) -> Iterable[str]:
        """Yield what the hands must do about it when an action is taken back."""
        return ()

    def rooms(self, board: Board) -> Iterable[RoomView]:
        """Yield its rooms, where it is a board."""
        return ()

    def in_room(self, board: Board, room: str) -> Iterable[Badge]:
        """Yield its badges in a room."""
        return ()


def living(effects: Effects, player: str, variant: str = "living") -> str:
    """Return the player, who must still play. Raise `Impossible`."""
    if player not in effects.table.seats:
        raise Impossible(variant, player=player)
    return player


def at_table(effects: Effects, people: tuple[str, ...], variant: str) -> tuple[str, ...]:
    """People of this table, each named once; raises `Impossible`."""
    unknown = [player for player in people if player not in effects.table.players]
    if unknown or len(set(people)) != len(people):
        raise Impossible(variant, players=", ".join(unknown or people))
    return people
