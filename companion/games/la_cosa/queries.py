"""Questions about the table that several rules ask (rulebook, the table and its obstacles)."""

from __future__ import annotations

from companion.engine.deck import Decklist
from companion.engine.state import Table

HAND = 4
"""Cards in a hand between turns."""

EXCHANGE = "exchange"
"""What the offer at the end of a turn is called where a card's slug would stand."""

ROUNDS = "cuarentena"
"""The track that counts a quarantined player's rounds."""

NEXT = "next"
"""The note of the swapped player who plays next (option `after_seat_swap`)."""

SPARED = "spared"
"""The note of the player who put themselves into quarantine this turn: this turn does not count."""

BURNED = "burned"
"""The note of the player whom a flamethrower has just eliminated, of whom the table has not said what they were."""

NEXT_BACK = ("next-back", "")
"""The track, of nobody, of the back that lies on top of the draw pile as everybody sees it: 1 is pink, 0 green."""

TURNS = ("turns", "")
"""The track, of nobody, of the turns that are over, where the table declares only from a later round on."""

EARLIEST = {"second-round": 2, "third-round": 3}
"""The round from which on a table declares, by its answer to `first_declaration`."""

CHOICE = ("choice", "")
"""The track, of nobody, of which of several steps was chosen for the card that waits for an answer."""

INFECTED_CARD = "infectado"
"""The card that infects."""

ROLES = THING, INFECTED, HUMAN = "la-cosa", "infected", "human"

NO_HUMAN_LEFT, IS_LA_COSA = "no-human-left", "is-la-cosa"
"""What a player claims: that no human is left; an eliminated player, that they were La Cosa."""

CLAIMS = {NO_HUMAN_LEFT: "la-cosa-declared", IS_LA_COSA: "la-cosa-eliminated"}
"""The end that settles each claim."""


def door_between(table: Table, a: str, b: str) -> bool:
    """Return True if a door stands between two living players; with two living either gap lies between them."""
    return any(table.gaps[k] for k in table.gaps_between(a, b))


def quarantined(table: Table, player: str) -> bool:
    """Return True if a player is in quarantine."""
    return (ROUNDS, player) in table.tracks


def blocks_exchange(table: Table, a: str, b: str) -> bool:
    """Return True if one of the two is in quarantine and this table's ruling keeps such a player out of exchanges."""
    blocked = table.options.get("quarantine_exchange") == "blocked"
    return blocked and (quarantined(table, a) or quarantined(table, b))


def kept_from_exchanges(table: Table, player: str) -> bool:
    """Return True if this player is in quarantine and this table's ruling keeps them out of exchanges."""
    return blocks_exchange(table, player, player)


def gives_openly(table: Table, player: str) -> bool:
    """Return True if everybody sees the card this player gives in an exchange (to give none is another ruling)."""
    return quarantined(table, player) and not kept_from_exchanges(table, player)


def burned(table: Table) -> str:
    """Return the player a flamethrower just eliminated, until their role is known or a new turn begins; else empty."""
    player = table.notes.get(BURNED, "")
    return player if player in table.eliminated and player not in table.roles else ""


def missed(table: Table, asked: str, by: str) -> str:
    """Return why nobody else is asked when the one asked misses an exchange: `offerer`, `door`, `quarantine`; else
    empty."""
    other = table.next_after(asked)
    if other == by:
        return "offerer"
    if quarantined(table, other) or blocks_exchange(table, by, other):
        return "quarantine"
    return "door" if door_between(table, asked, other) or door_between(table, other, by) else ""


def out_at_once(table: Table) -> bool:
    """Return True if this table's ruling puts out whoever holds four ¡Infectado!, not only at an exchange."""
    return table.options.get("full_of_infected") == "out-at-once"


def nobody_overflows(table: Table) -> bool:
    """Return True if this table's ruling lets nobody go out by a hand of nothing but ¡Infectado!."""
    return table.options.get("full_of_infected") == "three-at-most"


def nobody_begins(table: Table) -> bool:
    """Return True if La Cosa was shuffled into the pile, so that whoever draws it becomes it."""
    return table.options.get("thing_starts") == "in-the-pile"


def receiver(table: Table, player: str, way: str) -> str:
    """Return who sits next to a player: the `next` in play, or to the `left` (clockwise) or `right`."""
    return table.next_after(player) if way == "next" else table.step_from(player, 1 if way == "left" else -1)


def beyond_cards(table: Table, player: str) -> bool:
    """Return True if this player is in quarantine and this table's ruling keeps every ¡Aléjate! card from them."""
    return table.options.get("quarantine_cards") == "none" and quarantined(table, player)


def both_ways(table: Table, player: str, far: int) -> tuple[str, ...]:
    """Return the player so many seats to the left and to the right, counted round the living, the player included."""
    return tuple(dict.fromkeys((table.step_from(player, far), table.step_from(player, -far))))


def others(table: Table, player: str) -> tuple[str, ...]:
    """Return the other living players, clockwise from a living player."""
    start = table.seats.index(player)
    return table.seats[start + 1 :] + table.seats[:start]


def in_play_order(table: Table, player: str) -> tuple[str, ...]:
    """Return the living in play order, beginning with this player."""
    after = others(table, player)
    return (player, *(after if table.clockwise else reversed(after)))


def doors(table: Table) -> list[list[str]]:
    """One pair a door, the two living neighbours of its gap."""
    n = len(table.seats)
    return [[table.seats[k], table.seats[(k + 1) % n]] for k, lying in enumerate(table.gaps) for _ in lying]


def obstacles(table: Table) -> int:
    """Count the cards on the table as doors and quarantines."""
    return sum(map(len, table.gaps)) + sum(map(len, table.fronts.values()))


def conserved(decklist: Decklist, table: Table) -> bool:
    """Draw pile + discards + hands + obstacles + open cards = the deck's size (rulebook, the draw pile)."""
    held = sum(table.piles.values()) + sum(table.hands.values()) + obstacles(table)
    return held == decklist.size(len(table.players))
