"""What everybody at a table knows, for programs: the part that reads alike in every game, and what its values are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.actions import FieldType, list_of, never_null, number, one_of, optional, setting, table_of, text
from companion.engine.deck import Decklist
from companion.engine.state import Table

Reading = Callable[[Any, Decklist, Table], object]
"""From the game, its deck and the table to one value of the public state."""

MANY = 10_000
"""A count beyond any table: smaller ones are judged, larger ones are no count."""

NAME, COUNT = never_null(text), number(0, MANY)


@dataclass(frozen=True)
class Shown:
    """One value of the public state; what is left out is as it is declared, or as in every game."""

    name: str
    reading: Reading | None = None
    shape: FieldType | None = None


def status(table: Table) -> str:
    """Return `playing`, `declared` or `ended`."""
    if table.ended:
        return "ended"
    return "declared" if table.claim else "playing"


def _step(game: Any, decklist: Decklist, table: Table) -> str:
    return "over" if table.ended else table.step


def _cause(game: Any, decklist: Decklist, table: Table) -> str | None:
    return table.ended.cause if table.ended else None


COMMON: Mapping[str, tuple[Reading, FieldType]] = {
    "game": (lambda game, decklist, table: table.game, NAME),
    "status": (lambda game, decklist, table: status(table), one_of("playing", "declared", "ended")),
    "seats": (lambda game, decklist, table: list(table.seats), list_of(NAME)),
    "eliminated": (lambda game, decklist, table: list(table.eliminated), list_of(NAME)),
    "direction": (
        lambda game, decklist, table: "clockwise" if table.clockwise else "counterclockwise",
        one_of("clockwise", "counterclockwise"),
    ),
    "turn": (lambda game, decklist, table: table.turn, NAME),
    "step": (_step, NAME),
    "phase": (_step, NAME),
    "waiting_for": (lambda game, decklist, table: game.waiting_for(table), optional(NAME)),
    "asked": (lambda game, decklist, table: [prompt.to for prompt in table.prompts], list_of(NAME)),
    "against": (lambda game, decklist, table: table.prompt.about if table.prompt else None, optional(NAME)),
    "draw_pile": (lambda game, decklist, table: table.piles["draw"], COUNT),
    "discard_pile": (lambda game, decklist, table: table.piles["discard"], COUNT),
    "hands": (
        lambda game, decklist, table: {player: table.hands[player] for player in table.seats},
        table_of(COUNT),
    ),
    "roles": (lambda game, decklist, table: dict(table.roles), table_of(NAME)),
    "options": (lambda game, decklist, table: dict(table.options), table_of(setting)),
    "ending": (_cause, optional(NAME)),
    "cause": (_cause, optional(NAME)),
    "winners": (
        lambda game, decklist, table: list(table.ended.winners) if table.ended else None,
        optional(list_of(NAME)),
    ),
}
"""What every game tells alike, or some do: a game names those it tells."""

STEPS = ("step", "phase")
"""Those whose values are the steps of the game."""
