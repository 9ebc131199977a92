"""Trios, clubs, and how many cards somebody has to have."""

from __future__ import annotations

from collections import Counter

from companion.games.common.acting import refuse, slug_of
from companion.games.dos_barajas import looks
from companion.games.dos_barajas.cards import (
    CLUBS,
    COINS,
    COMMANDER_KING,
    CUPS,
    SWORDS,
    TRIO,
    clubs_there,
    main_deck,
    spent,
    suit,
    units,
)
from companion.referee.ruling import Moment, Violation

MOST_DRAWN = 8
"""Cards drawn in one supply before clubs are replaced, at most."""

_SUITS = {"accuse": COINS, "supply": CUPS, "attack": SWORDS}


def trios(m: Moment) -> int:
    """How many trios are spent: one to accuse, one of cups for supplies if it is said, of swords as many as said."""
    if m.action.verb == "attack":
        return m.action.number("trios")
    return 1 if m.action.verb == "accuse" or m.action.said.get("cups") else 0


def _slugs(m: Moment, field: str = "cards") -> tuple[str, ...]:
    return tuple(slug_of(m.decklist, card) or "" for card in m.action.names(field))


def unknown(m: Moment) -> Violation | None:
    """Cards that were named are cards of this box."""
    return _unknown(m, "cards")


def shown_unknown(m: Moment) -> Violation | None:
    """So are those that were shown."""
    return _unknown(m, "shown")


def _unknown(m: Moment, field: str) -> Violation | None:
    strange = next((card for card in m.action.names(field) if slug_of(m.decklist, card) is None), None)
    return None if strange is None else refuse("card.unknown", name=strange)


def not_in_deck(m: Moment) -> Violation | None:
    """Court cards, aces of clubs, and eights and nines where decks of 40 are played lie in no hand (R2)."""
    there = Counter(copy.slug for copy in main_deck(m.decklist, m.table.options))
    for card, count in Counter(_slugs(m)).items():
        if count > there[card]:
            return refuse("card.not-in-deck", "copies" if there[card] else "text", card=card, copies=there[card])
    return None


def wrong_suit(m: Moment) -> Violation | None:
    """Coins to accuse, cups for supplies, swords in combat (R5, R7, R12); never clubs (R16)."""
    wanted = _SUITS.get(m.action.verb, "")
    odd = next((card for card in _slugs(m) if suit(card) != wanted), None) if trios(m) else None
    return refuse("trio.suit", m.action.verb, card=odd) if odd else None


def too_little(m: Moment) -> Violation | None:
    """A trio is three cards of a suit, an ace counting as two."""
    cards = _slugs(m)
    if not trios(m) or not cards or units(cards) >= TRIO * trios(m):
        return None
    return refuse("trio.short", m.action.verb, count=units(cards), wanted=TRIO * trios(m))


def too_much(m: Moment) -> Violation | None:
    """No card of a trio is spent in vain: an ace counts as two (R16)."""
    cards, wanted = _slugs(m), TRIO * trios(m)
    if not trios(m) or not cards:
        return None
    together = units(cards)
    if all(together - units((card,)) < wanted for card in cards):
        return None
    with_ace = any(card.startswith("as-de-") for card in cards)
    return refuse("trio.surplus", "ace" if with_ace else "text", count=together, wanted=wanted)


def hand_too_small(m: Moment) -> Violation | None:
    """So many cards are spent from a hand that holds them."""
    who = m.action.player
    cards = m.action.names("cards")
    need = (len(cards) if cards else spent(trios(m), m.action.number("aces"))) if trios(m) else 0
    held = m.table.hands[who]
    return refuse("hand.too-few", m.action.verb, player=who, held=held, need=need) if need > held else None


def fewer_held_than_thrown(m: Moment) -> Violation | None:
    """Clubs are thrown from the first hand: four cards, five for the commander (R3)."""
    who, count = m.action.player, m.action.number("count")
    held = m.table.hands[who]
    return refuse("hand.too-few", "clubs", player=who, held=held, need=count) if count > held else None


def too_many_clubs(m: Moment) -> Violation | None:
    """No more clubs come up than play, unless discards are shuffled in meanwhile: then the same ones may come again."""
    there = clubs_there(m.decklist, m.table.options)
    count = m.action.number("count") or m.action.number("clubs")
    if count <= there or count + MOST_DRAWN > m.table.piles["draw"]:
        return None
    return refuse("clubs.too-many", count=count, there=there)


def human_shows_clubs(m: Moment) -> Violation | None:
    """Only Things hold clubs: who shows one is a Thing (R4)."""
    role = m.action.text("result") or m.action.text("role")
    if role != looks.HUMAN or not any(suit(card) == CLUBS for card in _slugs(m, "shown")):
        return None
    return refuse("human.clubs", player=m.action.text("target") or m.action.player)


def must_starve(m: Moment) -> Violation | None:
    """Three cards are left in the infection phase, or one is dead (R8)."""
    who = m.action.player
    held = m.table.hands[who]
    return refuse("leave.starving", player=who, held=held) if held < looks.NEEDED else None


def need_not_starve(m: Moment) -> Violation | None:
    """With three cards nobody starves (R8)."""
    who = m.action.player
    held = m.table.hands[who]
    return refuse("starve.enough", player=who, held=held) if held >= looks.NEEDED else None


def one_or_two(m: Moment) -> Violation | None:
    """One card from the middle has to be taken, two may be (R9)."""
    count, there = m.action.number("count"), looks.middle(m.table)
    if count > there:
        return refuse("take.count", "nothing", there=there)
    if count < 1:
        return refuse("take.count", "none", player=m.action.player)
    return refuse("take.count", "many", player=m.action.player) if count > looks.TO_MIDDLE else None


def not_the_commander(m: Moment) -> Violation | None:
    """The Rey de espadas is shown by the commander, who begins (R3)."""
    commander = m.table.notes.get(looks.COMMANDER, "")
    if COMMANDER_KING not in _slugs(m) or m.action.player == commander:
        return None
    return refuse("figure.commander", player=m.action.player, commander=commander)
