"""Cheats who are never caught: they look into a neighbour's hand unwatched, and act on what they saw."""

from __future__ import annotations

from tests.lab.twin.la_cosa.players import Move
from tests.lab.twin.la_cosa.players_sensible import Sensible
from tests.lab.twin.la_cosa.world import World

PEEK = 0.3
"""Rate at which a turn player looks into a neighbour's hand."""


class Peeking(Sensible):
    """Player who plays for their side and peeks. No word of it reaches the companion, so nothing can be noticed."""

    def act(self, world: World) -> Move:
        """Peek perhaps, then the best of all lawful moves."""
        if self.rng.random() < PEEK and len(world.seats) > 1:
            owner = world.clockwise_of(world.turn, self.rng.choice((1, -1)))
            world.note("peeks")
            hand = world.hands[owner]
            self.shift(world.turn, owner, 1.0 if any(p.slug == "la-cosa" for p in hand) else -0.2)
        return super().act(world)
