"""The cards: suits, aces that count double, court cards that say who somebody is, and the main deck without them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.deck import Card, Copy, Decklist
from companion.engine.facts import Setting

COINS, CUPS, SWORDS, CLUBS = "oros", "copas", "espadas", "bastos"
FIGURES = "figuras"
"""The kind of the court cards, which are dealt as roles and lie in no pile."""

FIRST_THING = "rey-de-bastos"
COMMANDER_KING = "rey-de-espadas"
UNUSED = "as-de-bastos"
FILLERS = ("sota-de-oros", "sota-de-copas", "caballo-de-oros", "caballo-de-copas")
"""Court cards of people who are nobody in particular."""

TRIO = 3
"""Cards of one suit that make a trio; an ace counts as two of them (RB, preparación)."""

Options = Mapping[str, Setting]


def suit(slug: str) -> str:
    """Return the suit a card's name ends in."""
    return slug.rpartition("-")[2]


def is_ace(slug: str) -> bool:
    """Return True if a card is an ace."""
    return slug.startswith("as-de-")


def is_main(card: Card) -> bool:
    """Return True if a card belongs to the main deck: no court card, no ace of clubs."""
    return card.kind != FIGURES and card.slug != UNUSED


def main_deck(decklist: Decklist, options: Options) -> tuple[Copy, ...]:
    """Return the copies of the main deck, as this table plays it."""
    here = decklist.answered(options)
    return tuple(copy for copy in here.copies if is_main(here.by_slug[copy.slug]))


def main_size(decklist: Decklist, options: Options) -> int:
    """Count the cards of the main deck: 54 of two decks of 40, 70 of two of 48."""
    return len(main_deck(decklist, options))


def clubs_there(decklist: Decklist, options: Options) -> int:
    """Count the clubs that play."""
    return sum(suit(copy.slug) == CLUBS for copy in main_deck(decklist, options))


def units(cards: Iterable[str]) -> int:
    """Return what cards of a suit count for together."""
    return sum(1 + is_ace(card) for card in cards)


def spent(trios: int, aces: int) -> int:
    """Return how many cards `trios` trios take with `aces` aces among them: each shortens its trio by one."""
    return TRIO * trios - min(aces, trios)
