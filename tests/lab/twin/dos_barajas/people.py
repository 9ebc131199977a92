"""Decisions of people who play at random, with a little sense for their side."""

from __future__ import annotations

from tests.lab.twin.dos_barajas.world import World, suited


def throws_openly(world: World, player: str) -> bool:
    """Return True if `player` shows clubs when throwing: a human has to, a Thing does so now and then to look
    innocent."""
    return player not in world.things or world.dice.random() < 0.3


def wants_to_accuse(world: World, player: str) -> bool:
    """Return True if `player`, who could accuse, does so."""
    return world.dice.random() < (0.15 if player in world.things else 0.4)


def leaves(world: World, player: str) -> tuple[str, list[str]]:
    """Return the card for the discards and the two for the middle; a Thing likes to leave clubs."""
    hand = list(world.hands[player])
    world.dice.shuffle(hand)
    if player in world.things:
        hand.sort(key=lambda card: suited(card) == "bastos" and world.dice.random() < 0.8)
    *_, first, second = hand
    return hand[0], [first, second]


def takes(world: World) -> int:
    """Return how many cards are taken from the middle, one or two."""
    return world.dice.choice((1, 2, 2))


def calls(world: World) -> str:
    """Return the Thing that calls the invasion, or "" for none."""
    things = [p for p in world.ring if p in world.things]
    if not things or world.dice.random() > len(things) / len(world.ring) * 0.6:
        return ""
    return world.dice.choice(things)
