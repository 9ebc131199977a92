"""The cards of both decks, and questions about the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from companion.engine.deck import Card, Copy, Decklist
from companion.engine.facts import Setting
from companion.engine.places import Place
from companion.engine.state import Table

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


HAND, COMMANDER_HAND = 4, 5
LEFT_OVER, TO_MIDDLE = 1, 2
"""What everybody leaves in the infection phase: one card to the discards, two in the middle."""
NEEDED = LEFT_OVER + TO_MIDDLE

MIDDLE = Place("pile", "middle")
COMMANDER, FIRST, CALLED = "commander", "first", "called"
"""Notes: who showed the Rey de espadas, who goes first now, who began the combat."""

ROUND, FIGHT, AFTER, ROLLED, THROWN = "round", "combat", "after", "rolled", "clubs"
"""Numbers: the round, the round of the combat, the phase it broke out in, who has rolled, clubs thrown openly."""

ACCUSED_IN, INVADED_IN = 1, 4
THING, HUMAN = "thing", "human"
ROLES = (THING, HUMAN)
FEW = 3
"""So few people left after a combat end the game (RB, fin de la partida)."""

DEAL, ACCUSE, SUPPLY, LEAVE, TAKE, INVADE = "deal", "accuse", "supply", "leave", "take", "invade"
COMBAT, ANSWER, COUNT = "combat", "answer", "count"

MAJORITY, NO_HUMANS, ABANDONED = CAUSES = "majority", "no-humans", "abandoned"
"""Why a game ends, as the table says it."""


def first(table: Table) -> str:
    """Return who goes first; the first seat if nobody is recorded."""
    noted = table.notes.get(FIRST, "")
    return noted if noted in table.seats else next(iter(table.seats), "")


def order(table: Table) -> tuple[str, ...]:
    """Return the living in the order of play."""
    if not table.seats:
        return ()
    way = 1 if table.clockwise else -1
    return tuple(table.step_from(first(table), way * k) for k in range(len(table.seats)))


def after(table: Table, player: str) -> str:
    """Return who comes after a living player in this phase; empty after the last."""
    line = order(table)
    place = line.index(player) + 1
    return line[place] if place < len(line) else ""


def revealed(table: Table) -> tuple[str, ...]:
    """Return the living who are known to be Things."""
    return tuple(player for player in table.seats if table.roles.get(player) == THING)


def middle(table: Table) -> int:
    """Count the cards in the middle of the table."""
    return table.piles.get("middle", 0)


def number(table: Table, track: str) -> int:
    """Return a number of the whole table; 0 if it is not kept."""
    return table.tracks.get((track, ""), 0)


def has_rolled(table: Table, player: str) -> bool:
    """Return True if a player has had their turn in this round of the combat."""
    return (ROLLED, player) in table.tracks


def needed_to_hit(table: Table, player: str, as_thing: bool) -> int:
    """Return what two dice have to show: 10 for a Thing, 12 for everybody else (RB, combate)."""
    return 10 if as_thing or table.roles.get(player) == THING else 12


def bonus(table: Table, player: str, as_thing: bool) -> int:
    """Return what a trio of swords adds to a roll: 1 for a Thing, 3 for everybody else."""
    return 1 if as_thing or table.roles.get(player) == THING else 3


def conserved(decklist: Decklist, table: Table) -> bool:
    """Piles, middle and hands together are the main deck."""
    return sum(table.piles.values()) + sum(table.hands.values()) == main_size(decklist, table.options)


def percent(need: int, lang: str) -> str:
    """Return the chance that two dice show at least `need`, as people write it: 16,7 % in Spanish, 16.7 % elsewhere."""
    throws = tuple(a + b for a, b in product(range(1, 7), repeat=2))
    text = f"{100 * sum(total >= need for total in throws) / len(throws):.1f}"
    return (text.replace(".", ",") if lang == "es" else text) + " %"
