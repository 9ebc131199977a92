"""Sensible players: La Cosa infects and hides, humans probe and burn on suspicion, the infected protect her.

Simple minds. They look one turn ahead, remember what they saw and do not talk, but what proves La Cosa is said aloud.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.lab.twin.la_cosa.deck import Piece
from tests.lab.twin.la_cosa.players import Fair, Move, defences, givable, moves_of
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING, World

BURN = 0.55
"""Suspicion from which a human burns."""

WORTH = {
    "nada-de-barbacoas": 9, "lanzallamas": 8, "no-gracias": 7, "aterrador": 7, "fallaste": 6, "analisis": 6,
    "sospecha": 5, "aqui-estoy-bien": 4, "seduccion": 3, "cuarentena": 3, "puerta-atrancada": 3, "hacha": 2,
    "mas-vale-que-corras": 2, "cambio-de-lugar": 2, "determinacion": 2, "vigila-tus-espaldas": 1, "whisky": 1,
}  # fmt: skip
"""Value of each card to its holder; an ¡Infectado! counts by role."""


class Sensible(Fair):
    """Player who plays for their side."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.suspicion: dict[tuple[str, str], float] = {}

    def doubt(self, viewer: str, player: str) -> float:
        """Return how much `viewer` distrusts `player`, from 0 to 1."""
        return self.suspicion.get((viewer, player), 0.2)

    def shift(self, viewer: str, player: str, by: float) -> None:
        """Trust or distrust grows."""
        self.suspicion[viewer, player] = min(1.0, max(0.0, self.doubt(viewer, player) + by))

    # ------------------------------------------------------------------ what was seen

    def saw(self, world: World, viewer: str | None, owner: str, pieces: Sequence[Piece]) -> None:
        """Adjust suspicions by shown cards: La Cosa convicts for all, an ¡Infectado! accuses, a clean hand clears a
        little."""
        slugs = {piece.slug for piece in pieces}
        viewers = [viewer] if viewer else [p for p in world.seats if p != owner]
        if THING in slugs:
            viewers = [p for p in world.seats if p != owner]
        change = 1.0 if THING in slugs else 0.3 if "infectado" in slugs else -0.05 * len(pieces)
        for one in viewers:
            self.shift(one, owner, change)

    def got(self, world: World, giver: str, taker: str, piece: Piece) -> None:
        """Accuse the giver if a human received an ¡Infectado! and is still human."""
        if piece.slug == "infectado" and world.roles[taker] == HUMAN:
            self.shift(taker, giver, 0.8)

    # ------------------------------------------------------------------ the act step

    def act(self, world: World) -> Move:
        """Return the best lawful move, with a little chance among equals."""
        me = world.turn
        best = Move(min(self.loose(world), key=lambda piece: self.worth(world, me, piece)), False)
        value = 1.0 - self.worth(world, me, best.piece) / 10
        for piece in world.hands[me]:
            for move in moves_of(world, piece):
                wish = self.wish(world, me, move) + self.rng.random() * 0.4
                if wish > value:
                    best, value = move, wish
        return best

    def wish(self, world: World, me: str, move: Move) -> float:
        """Return how much the turn player would like to make this move."""
        slug, target = move.piece.slug, move.target
        hostile = self.enmity(world, me, target) if target else 0.0
        if slug == "lanzallamas":
            return 4 * (hostile - BURN) + 1 if hostile > BURN else 0.0
        if slug in ("analisis", "sospecha"):
            return (0.6 + self.doubt(me, str(target))) if world.roles[me] == HUMAN else 0.5
        if slug == "seduccion":
            return self._seducing(world, me, str(target))
        if slug in ("cuarentena", "puerta-atrancada"):
            return hostile + 0.3
        if slug == "hacha":
            return 1.2 if target == me else 0.4
        if slug == "whisky":
            return 0.9 if self._clean(world, me) else -1.0
        if slug == "determinacion":
            return 0.9
        return 0.4 + 0.5 * self._wants_away(world, me)

    def _seducing(self, world: World, me: str, target: str) -> float:
        if world.roles[me] == THING and self._holds(world, me, "infectado"):
            return 3.0 if world.roles[target] == HUMAN else 0.0
        return 0.6 - self.enmity(world, me, target)

    def _clean(self, world: World, me: str) -> bool:
        return world.roles[me] == HUMAN and not self._holds(world, me, "infectado")

    def _wants_away(self, world: World, me: str) -> float:
        nearby = world.next_after(me)
        if world.roles[me] == THING:
            return 0.2 if world.roles[nearby] == HUMAN else 1.0
        return self.enmity(world, me, nearby)

    def enmity(self, world: World, me: str, other: str) -> float:
        """Return how much `me` would like `other` gone: humans go by suspicion, the others by side."""
        if other == me:
            return 0.0
        if world.roles[me] == HUMAN:
            return self.doubt(me, other)
        if world.roles[other] == HUMAN:
            return 0.4 if world.roles[me] == THING and self._holds(world, me, "infectado") else 0.65
        return 0.0

    @staticmethod
    def _holds(world: World, player: str, slug: str) -> bool:
        return any(piece.slug == slug for piece in world.hands[player])

    # ------------------------------------------------------------------ cards

    def worth(self, world: World, me: str, piece: Piece) -> float:
        """Return how much `me` would like to keep a card."""
        role = world.roles[me]
        if piece.slug == "infectado":
            return {THING: 8.0, INFECTED: 4.0, HUMAN: 0.0}[role] + self.rng.random()
        if piece.slug == "lanzallamas" and role == THING and world.options["thing_caught_loses"]:
            return 0.5
        return WORTH.get(piece.slug, 0) + self.rng.random()

    def keep(self, world: World, drawn: Sequence[Piece]) -> Piece:
        """Keep the dearest card (Determinación)."""
        return max(drawn, key=lambda piece: self.worth(world, world.turn, piece))

    def throw(self, world: World) -> list[Piece]:
        """Throw the three cheapest cards that may go (Olvidadizo)."""
        loose = sorted(self.loose(world), key=lambda piece: self.worth(world, world.turn, piece))
        fixed = [p for p in world.hands[world.turn] if p not in loose]
        return loose[:3] if fixed or len(loose) <= 3 or not self._last_of_infected(world, loose) else self.spared(loose)

    @staticmethod
    def _last_of_infected(world: World, loose: Sequence[Piece]) -> bool:
        """Return True if the three cheapest cards include all ¡Infectado! of an infected turn player."""
        own = [p for p in loose if p.slug == "infectado"]
        return world.roles[world.turn] == INFECTED and bool(own) and set(own) <= set(loose[:3])

    @staticmethod
    def spared(loose: Sequence[Piece]) -> list[Piece]:
        """Return three cards, with one ¡Infectado! kept back."""
        kept = next(p for p in loose if p.slug == "infectado")
        return [p for p in loose if p is not kept][:3]

    def part(self, world: World) -> Piece:
        """Part with the cheapest card (Cita a ciegas)."""
        return min(self.loose(world), key=lambda piece: self.worth(world, world.turn, piece))

    def give(self, world: World, giver: str, taker: str) -> Piece:
        """Choose a gift: La Cosa infects, the infected feed her, all others give the cheapest card."""
        lawful = givable(world, giver, taker)
        infected = [piece for piece in lawful if piece.slug == "infectado"]
        wants = world.roles[giver] == THING and world.roles[taker] == HUMAN and taker != world.immune
        if infected and (wants or (world.roles[giver] == INFECTED and self.rng.random() < 0.7)):
            return infected[0]
        others = [piece for piece in lawful if piece.slug != "infectado"]
        return min(others or lawful, key=lambda piece: self.worth(world, giver, piece))

    def answer(self, world: World, player: str) -> Piece | None:
        """Choose a defence: flames are always fought, exchanges with distrusted players refused."""
        held = defences(world, player)
        if not held:
            return None
        if world.against in ("lanzallamas", "cambio-de-lugar", "mas-vale-que-corras"):
            return held[0] if world.against == "lanzallamas" or self.rng.random() < 0.4 else None
        if world.roles[player] == THING and self._holds(world, player, "infectado"):
            return None
        fear = self.doubt(player, world.turn) if world.roles[player] == HUMAN else 0.1
        return held[0] if self.rng.random() < 1.4 * fear else None

    def shows_hand(self, world: World, player: str) -> bool:
        """Return True if the hand is a clean human's, mostly."""
        return self._clean(world, player) and self.rng.random() < 0.7

    def declares(self, world: World) -> bool:
        """Return True if no human is left: La Cosa knows all roles."""
        return not world.living(HUMAN)
