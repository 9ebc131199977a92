"""What each card may be aimed at, what stops it and what answers it (docs/rules/la-cosa.md, Cards)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.deck import Decklist

Target = Literal["none", "self", "adjacent", "self-or-adjacent", "anyone", "third"]
Door = Literal["ignored", "stops", "ranged"]
"""`ranged`: stops it between exactly the two neighbours, unless the table decided otherwise."""

EXCHANGE = "exchange"
"""What the offer at the end of a turn is called where a card's slug would stand."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Row of a card in the cards' table of docs/rules/la-cosa.md."""

    target: Target = "none"
    door: Door = "ignored"
    not_quarantined: bool = False
    """A target in quarantine cannot be chosen."""
    moves: bool = False
    """It changes seats: a player in quarantine may not play it."""
    eliminates: bool = False
    """It eliminates: a player in quarantine may not play it."""
    draws: int = 0
    """¡Aléjate! cards drawn while it is carried out (panics on top are skipped)."""


ACTIONS: Mapping[str, Reach] = {
    "lanzallamas": Reach("adjacent", "stops", eliminates=True),
    "analisis": Reach("adjacent", "stops"),
    "hacha": Reach("self-or-adjacent", "stops"),
    "sospecha": Reach("adjacent", "stops"),
    "whisky": Reach("self"),
    "determinacion": Reach("self", draws=3),
    "vigila-tus-espaldas": Reach(),
    "cambio-de-lugar": Reach("adjacent", "stops", not_quarantined=True, moves=True),
    "mas-vale-que-corras": Reach("anyone", "ignored", not_quarantined=True, moves=True),
    "seduccion": Reach("anyone", "ranged", not_quarantined=True),
    "cuarentena": Reach("adjacent", "stops"),
    "puerta-atrancada": Reach("adjacent", "ignored"),
}

PANICS: Mapping[str, Reach] = {
    "cuerdas-podridas": Reach(),
    "uno-dos": Reach("third", "ignored"),
    "tres-cuatro": Reach(),
    "es-aqui-la-fiesta": Reach(),
    "sal-de-aqui": Reach("anyone", "ranged", not_quarantined=True),
    "olvidadizo": Reach(draws=3),
    "vuelta-y-vuelta": Reach(),
    "no-podemos-ser-amigos": Reach("anyone", "ranged", not_quarantined=True),
    "cita-a-ciegas": Reach(draws=1),
    "ups": Reach(),
    "que-quede-entre-nosotros": Reach("adjacent", "ranged"),
    "revelaciones": Reach(),
}

NAMES_NOBODY = frozenset({"none", "self"})
"""Cards that are aimed at nobody else: a target given with them is ignored."""

FRIENDS = "no-podemos-ser-amigos"
"""The one panic that offers an exchange, and is followed by the ordinary one all the same."""

OFFERS = frozenset({EXCHANGE, "seduccion", FRIENDS})
"""What can be under way when two players are to exchange a card."""

REFUSE_OFFER = frozenset({"aterrador", "no-gracias", "fallaste"})

ANSWERS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(OFFERS, REFUSE_OFFER),
    "lanzallamas": frozenset({"nada-de-barbacoas"}),
    "cambio-de-lugar": frozenset({"aqui-estoy-bien"}),
    "mas-vale-que-corras": frozenset({"aqui-estoy-bien"}),
}
"""Which defences answer what (docs/rules/la-cosa.md, Cards)."""

DEFENCES = frozenset(card for cards in ANSWERS.values() for card in cards)

NO_REACH = Reach()


def effect(decklist: Decklist, slug: str) -> str:
    """Return the card whose rules a card follows: its own, or a known one for a house card."""
    card = decklist.by_slug.get(slug)
    return card.acts_as if card else slug


def reach(decklist: Decklist, slug: str) -> Reach:
    """Return the row of docs/rules/la-cosa.md (Cards) for a card that is played or drawn."""
    card = decklist.by_slug.get(slug)
    known = card.acts_as if card else slug
    return ACTIONS.get(known) or PANICS.get(known) or NO_REACH


def is_panic(decklist: Decklist, slug: str) -> bool:
    """Return True if a card has the pink back."""
    card = decklist.by_slug.get(slug)
    return card is not None and card.back == "panic"


def panics_in_play(decklist: Decklist, players: int) -> int:
    """Count the pink cards that play with this number of players."""
    pink = {card.slug for card in decklist.cards if card.back == "panic"}
    return len([copy for copy in decklist.in_play(players) if copy.slug in pink])


def most_skipped(decklist: Decklist, players: int) -> int:
    """Return how many pink cards can be discarded unseen in one draw.

    The pile may be shuffled anew in the middle of it, so that each is met twice.
    """
    return 2 * panics_in_play(decklist, players)


def copies_acting_as(decklist: Decklist, known: str, players: int) -> int:
    """Count the copies in play that follow the rules of `known`."""
    return sum(decklist.how_many(card.slug, players) for card in decklist.cards if card.acts_as == known)
