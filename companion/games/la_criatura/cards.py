"""The cards of the box by their back, and what is printed on them as far as it is known."""

from __future__ import annotations

from companion.engine.deck import Card, Decklist

CHARACTER, EVENT, WEAPON = "character", "event", "weapon"
"""The backs: character and infected cards share one, so that they cannot be told apart."""

CREATURE, INFECTED, SCIENTIST = "criatura", "infectado", "cientifico"
ARMED, ARMED_TO_THE_TEETH, AWAKE = "armado", "armado-hasta-los-dientes", "despierto"


def effect(decklist: Decklist, slug: str) -> str:
    """Return the card whose rules a card follows: its own, or a known one for a house card."""
    card = decklist.by_slug.get(slug)
    return card.acts_as if card else slug


def marks(decklist: Decklist, slug: str, name: str) -> tuple[str, ...]:
    """Return what is printed on a card under this heading; empty if it is not known."""
    card = decklist.by_slug.get(slug)
    return card.mark(name) if card else ()


def with_back(decklist: Decklist, back: str) -> tuple[Card, ...]:
    """Return the cards with this back of which the box holds a copy."""
    there = {copy.slug for copy in decklist.copies}
    return tuple(card for card in decklist.cards if card.back == back and card.slug in there)


def how_many(decklist: Decklist, back: str) -> int:
    """Count the copies with this back in the box."""
    return sum(decklist.by_slug[copy.slug].back == back for copy in decklist.copies)


def bonus(decklist: Decklist, slug: str, said: int) -> int:
    """Return what a weapon adds to the die; for an unknown one what was read from the card."""
    printed = marks(decklist, slug, "bonus")
    return int(printed[0]) if printed else said if is_unknown(decklist, slug) else 0


def guards(decklist: Decklist, slug: str, said: int) -> frozenset[int]:
    """Return the eyes with which an object parries; for an unknown one from the lowest number read from the card."""
    printed = marks(decklist, slug, "guard")
    if printed:
        return frozenset(map(int, printed))
    return frozenset(range(said, 7)) if said and is_unknown(decklist, slug) else frozenset()


def is_unknown(decklist: Decklist, slug: str) -> bool:
    """Return True if nothing is known of what a weapon does."""
    return not marks(decklist, slug, "bonus") and not marks(decklist, slug, "guard")
