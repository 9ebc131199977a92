"""Setting up: which cards play, how they are dealt (rulebook, preparation 1 to 7)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.lab.twin.la_cosa.deck import QUESTIONS, SET_UP, Options, pieces_for
from tests.lab.twin.la_cosa.world import THING, World

HAND = 4

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema", "Hugo", "Inés", "Juan", "Kike", "Lola")


def options_in_force(chosen: Options) -> dict[str, str | int | bool]:
    return {name: chosen.get(name, values[0]) for name, values in {**QUESTIONS, **SET_UP}.items()}


def deal(players: Sequence[str], first: str, chosen: Options, rng: Random) -> World:
    """Return a table ready to begin: four cards each, one of them La Cosa, and all other cards in the draw pile."""
    world = World(list(players), first, options_in_force(chosen), rng)
    deck = pieces_for(len(players))
    world.size = len(deck)
    world.panics = sum(piece.panic for piece in deck)
    aside = [p for p in deck if p.panic or p.slug in ("infectado", THING)]
    rest = [p for p in deck if not (p.panic or p.slug in ("infectado", THING))]
    rng.shuffle(rest)
    dealt = rest[: HAND * len(players) - 1] + [p for p in aside if p.slug == THING]
    rng.shuffle(dealt)
    for i, player in enumerate(players):
        world.hands[player] = dealt[HAND * i : HAND * i + HAND]
        if any(p.slug == THING for p in world.hands[player]):
            world.roles[player] = THING
    world.draw = rest[HAND * len(players) - 1 :] + [p for p in aside if p.slug != THING]
    rng.shuffle(world.draw)
    return world
