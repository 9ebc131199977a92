"""What was filled in on a form, as the fields of an action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.engine.actions import Malformed, whole
from companion.engine.deck import Decklist
from companion.engine.state import Table

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame

Filled = Mapping[str, Sequence[str]]
ActionJson = dict[str, object]


class Form:
    """A form on the way to an action: what was said by choosing, what was filled in, and the action in the making."""

    def __init__(
        self, game: AnyGame, decklist: Decklist, table: Table, said: Mapping[str, object], filled: Filled
    ) -> None:
        self.game = game
        self.decklist = decklist
        self.table = table
        self.said = said
        self.filled = filled
        self.action: ActionJson = {key: value for key, value in said.items() if key != "about"}

    def first(self, name: str) -> str:
        """Return the single text of a field, trimmed; empty if there is none."""
        values = self.filled.get(name) or [""]
        return values[0].strip()

    def needed(self, name: str) -> str:
        """Return the one text of a field that has to be filled in; raises `Malformed` where it was left blank."""
        said = self.first(name)
        if not said:
            raise Malformed("malformed.missing", field=name)
        return said

    def answered(self, name: str) -> str:
        """Return the text of a field to which nothing is an answer, too; raises `Malformed` where none was given."""
        if name not in self.filled:
            raise Malformed("malformed.missing", field=name)
        return self.first(name)

    def number(self, name: str) -> int:
        """Return the whole number of a field; raises `Malformed`, also where it was left blank."""
        try:
            return int(self.needed(name))
        except Malformed:
            raise
        except ValueError:
            raise Malformed("malformed.number", field=name) from None

    def ticked(self, name: str) -> list[str]:
        """Return all ticked values of a field."""
        return list(self.filled.get(name, ()))

    def cards(self, prefix: str, most: int) -> list[str]:
        """Return the cards picked in the fields `prefix`0, `prefix`1 … up to `most` of them."""
        return [card for k in range(most) if (card := self.first(f"{prefix}.{k}"))]

    def roles(self, *unsaid: str) -> dict[str, str]:
        """Return what everybody was (`PromptBuilder.role_fields`); of these it can be left open. Raises `Malformed`."""
        return {
            player: self.first(f"role.{k}") if player in unsaid else self.needed(f"role.{k}")
            for k, player in enumerate(self.table.players)
        }

    def eyes(self, name: str = "dice") -> list[int | None]:
        """Return the eyes of the dice; None for a value that is no number."""
        return [whole(value) for value in self.filled.get(name, ()) if value]
