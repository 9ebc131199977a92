"""Corrections that describe no possible table: each must be refused with `override.invalid`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.lab.twin.la_cosa.deck import copies_for
from tests.lab.twin.la_cosa.world import Action, World

NOBODY = "Nadie"


def impossible(world: World, rng: Random) -> Action | None:
    """Return an impossible correction for this table, or None if the kind drawn by `rng` does not apply."""
    fields = rng.choice(_KINDS)(world, rng)
    return {"action": "override", "set": fields, "reason": "a slip of the pen"} if fields else None


def _outsider(world: World, rng: Random) -> str:
    return rng.choice([*world.eliminated, NOBODY])


def _turn(world: World, rng: Random) -> Action:
    return {"turn": _outsider(world, rng)}


def _seats(world: World, rng: Random) -> Action:
    """Return seats with one missing, one too many, one twice, or a stranger."""
    names = list(world.seats)
    kind = rng.randrange(4)
    if kind == 0:
        names.pop()
    elif kind == 1:
        names.append(_outsider(world, rng))
    elif kind == 2:
        names[0] = _outsider(world, rng)
    else:
        names.append(names[0])
    return {"seats": names}


def _doors(world: World, rng: Random) -> Action:
    """Return doors between players who are not neighbours, of an outsider, or more doors than there are."""
    there = world.doors()
    far = [[a, b] for a in world.seats for b in world.seats if a != b and not world.are_neighbours(a, b)]
    pairs = [[world.seats[0], _outsider(world, rng)], *([rng.choice(far)] if far else [])]
    if len(world.seats) > 1:
        copies = copies_for(len(world.players))["puerta-atrancada"]
        return {"doors": rng.choice([[*there, rng.choice(pairs)], [world.seats[:2]] * (copies + 1)])}
    return {"doors": [*there, pairs[0]]}


def _quarantine(world: World, rng: Random) -> Action:
    copies = copies_for(len(world.players)).get("cuarentena", 0)
    if rng.random() < 0.5 or copies >= len(world.seats):
        return {"quarantine": {_outsider(world, rng): 2}}
    return {"quarantine": dict.fromkeys(world.seats[: copies + 1], 1)}


def _piles(world: World, rng: Random) -> Action:
    return {"draw_pile": len(world.draw) + world.card_offset + rng.choice((1, 2))}


def _hands(world: World, rng: Random) -> Action:
    player = rng.choice(world.seats)
    if rng.random() < 0.5:
        return {"hands": {_outsider(world, rng): 4}}
    return {"hands": {player: len(world.hands[player]) + 1}, "draw_pile": len(world.draw) + world.card_offset + 1}


def _eliminated(world: World, rng: Random) -> Action:
    return {"eliminated": [*world.eliminated, NOBODY]}


_KINDS: tuple[Callable[[World, Random], Action], ...] = (
    _turn, _seats, _doors, _quarantine, _piles, _hands, _eliminated,
)  # fmt: skip
