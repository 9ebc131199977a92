"""Players. `Fair` keeps every rule, the hidden ones too, and otherwise plays at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.lab.twin.la_cosa.deck import ANSWERS, Piece
from tests.lab.twin.la_cosa.exchange import may_give, may_part_with
from tests.lab.twin.la_cosa.panics import third_players
from tests.lab.twin.la_cosa.targets import AIMED, Remove, axe_aims, beyond_cards, comes_to_nothing, targets
from tests.lab.twin.la_cosa.turn import KEPT_FROM_QUARANTINED
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING, Action, World


@dataclass(frozen=True, slots=True)
class Move:
    """Move of the turn player in the act step: a card to discard, or to play at a target."""

    piece: Piece
    plays: bool
    target: str | None = None
    remove: Remove | None = None
    anyway: bool = False
    """A rule refuses it and the table does it all the same."""


def moves_of(world: World, piece: Piece) -> list[Move]:
    """Return every lawful way to play a card from the turn player's hand."""
    player, slug = world.turn, piece.slug
    if piece.ink not in ("action", "obstacle"):
        return []
    if slug in KEPT_FROM_QUARANTINED and player in world.quarantine:
        return []
    if beyond_cards(world, player) and slug != "hacha":
        return []
    if slug == "hacha":
        return [Move(piece, True, target, remove) for target, remove in axe_aims(world, player)]
    if slug in AIMED:
        return [Move(piece, True, target) for target in targets(world, slug, player)]
    return [Move(piece, True)]


def defences(world: World, player: str) -> list[Piece]:
    """Return the cards of `player` that answer the question under way."""
    fitting = ANSWERS[str(world.against)] if not beyond_cards(world, player) else ()
    return [piece for piece in world.hands[player] if piece.slug in fitting]


def givable(world: World, giver: str, taker: str) -> list[Piece]:
    """Return the cards that `giver` may give to `taker`; if none may be given, all but La Cosa."""
    hand = world.hands[giver]
    lawful = [piece for piece in hand if may_give(world, giver, piece, taker)]
    return lawful or [piece for piece in hand if piece.slug != THING]


class Fair:
    """Player who keeps the rules and wants nothing."""

    boldness = 0.65
    """Rate at which a card is played rather than discarded."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def act(self, world: World) -> Move:
        """Play or discard."""
        if self.rng.random() < self.boldness:
            hand = list(world.hands[world.turn])
            self.rng.shuffle(hand)
            for piece in hand:
                moves = moves_of(world, piece)
                if moves:
                    return self.rng.choice(moves)
        return Move(self.rng.choice(self.loose(world)), False)

    def loose(self, world: World) -> list[Piece]:
        return [piece for piece in world.hands[world.turn] if may_part_with(world, world.turn, piece)]

    def keep(self, world: World, drawn: Sequence[Piece]) -> Piece:
        """Choose the card of the three to keep (Determinación)."""
        return self.rng.choice(drawn)

    def throw(self, world: World) -> list[Piece]:
        """Choose three cards to throw (Olvidadizo). The one that stays is one that must, if there is such a card."""
        player = world.turn
        hand = list(world.hands[player])
        self.rng.shuffle(hand)
        own = [p for p in hand if p.slug == "infectado" and world.roles[player] == INFECTED]
        must = [p for p in hand if not may_part_with(world, player, p)]
        stays = (must or own or hand)[0]  # of several ¡Infectado! each may go, but not all of them
        return [piece for piece in hand if piece is not stays][:3]

    def part(self, world: World) -> Piece:
        """Choose the card for the pile (Cita a ciegas)."""
        return self.rng.choice(self.loose(world))

    def name(self, world: World, slug: str) -> str | None:
        """Return the player a drawn panic is aimed at; None where it can do nothing."""
        if comes_to_nothing(world, slug, world.turn) and (slug == "no-podemos-ser-amigos" or self.rng.random() < 0.5):
            return None
        people = third_players(world) if slug == "uno-dos" else targets(world, slug, world.turn)
        return self.rng.choice(people) if people else None

    def give(self, world: World, giver: str, taker: str) -> Piece:
        return self.rng.choice(givable(world, giver, taker))

    def answer(self, world: World, player: str) -> Piece | None:
        held = defences(world, player)
        return self.rng.choice(held) if held and self.rng.random() < 0.5 else None

    def shows_hand(self, world: World, player: str) -> bool:
        """Return True if `player` shows the hand (Revelaciones); La Cosa only ever shows an ¡Infectado!."""
        hand = world.hands[player]
        if world.roles[player] == THING and not any(piece.slug == "infectado" for piece in hand):
            return False
        return self.rng.random() < 0.3

    def declares(self, world: World) -> bool:
        """Return True if La Cosa declares now that no human is left. A fair fool sometimes errs."""
        odds = 0.0005 if world.living(HUMAN) else 0.4
        return self.rng.random() < odds

    def corrects(self, world: World) -> Action | None:
        """Return a correction by hand to make now, or None."""
        return None

    def saw(self, world: World, viewer: str | None, owner: str, pieces: Sequence[Piece]) -> None:
        """Take note of cards of `owner` seen by `viewer`, or by all if that is None (hook for strategies)."""

    def got(self, world: World, giver: str, taker: str, piece: Piece) -> None:
        """Take note of a card that changed hands in an exchange (hook for strategies)."""
