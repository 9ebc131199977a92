"""A game as its parts see it: what effects, prompts, board, log and declarations read of the value they belong to.

`Game` is made of these parts and imports them all. They know it by this protocol alone, so that the imports of the kit
run one way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.engine.actions import Action, ActionType
from companion.engine.deck import Decklist
from companion.engine.rules import Found, Rule, Violation
from companion.engine.state import Table


class AnyGame(Protocol):
    """Protocol of what a part may ask of its game; `Game` explains each."""

    @property
    def slug(self) -> str: ...
    @property
    def moves(self) -> Mapping[str, Any]: ...
    @property
    def phases(self) -> Mapping[str, Any]: ...
    @property
    def declarations(self) -> Sequence[Any]: ...
    @property
    def badged(self) -> Sequence[Any]: ...
    @property
    def forms(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def verbs(self) -> Mapping[str, ActionType]: ...
    @property
    def board(self) -> Callable[..., Any]: ...
    @property
    def prompts(self) -> Any: ...

    def declared(self, name: str) -> Any:
        """Return the declaration of this name."""

    def waiting_for(self, table: Table) -> str | None:
        """Return whose move it is; None where the whole table is asked."""

    def refused_by(
        self, decklist: Decklist, table: Table, action: Action, before: Found | None = None
    ) -> tuple[Rule, Violation] | None:
        """Return the first rule that refuses the action, with what it found."""
