"""Where a card or a token can be: in a pile, in somebody's hand, in front of somebody, in a gap between two seats, or
in a room of a board."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["pile", "hand", "front", "gap", "room"]


class Place(NamedTuple):
    """A place on the table. `name` is the pile's or the room's name, the player's name, or the gap's number (0 is the
    gap clockwise of the first seat)."""

    kind: Kind
    name: str | int


DRAW = Place("pile", "draw")
DISCARD = Place("pile", "discard")
PLAY = Place("pile", "play")
"""The cards lying open on the table while they are being resolved."""


def hand(player: str) -> Place:
    """Return the place of a player's hand."""
    return Place("hand", player)


def front(player: str) -> Place:
    """Return the open space in front of a player, where cards that concern that player lie."""
    return Place("front", player)


def gap(number: int) -> Place:
    """Return the gap clockwise of seat `number`."""
    return Place("gap", number)


def room(name: str) -> Place:
    """Return a room of a board."""
    return Place("room", name)
