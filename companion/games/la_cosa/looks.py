"""Questions about the table that several rules ask (R §4)."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.la_cosa.cards import Reach
from companion.table.state import Table

ROUNDS = "cuarentena"
"""The track that counts a quarantined player's rounds."""

NEXT = "next"
"""The note of the swapped player who plays next (option `after_seat_swap`)."""

SPARED = "spared"
"""The note of the player who put themselves into quarantine this turn: this turn does not count."""

NEXT_BACK = ("next-back", "")
"""The track, of nobody, of the back that lies on top of the draw pile as everybody sees it: 1 is pink, 0 green."""

INFECTED = "infectado"


def door_between(table: Table, a: str, b: str) -> bool:
    """Whether a door stands between two living players; with two living either gap lies between them."""
    return any(table.gaps[k] for k in table.gaps_between(a, b))


def quarantined(table: Table, player: str) -> bool:
    """Whether a player is in quarantine."""
    return (ROUNDS, player) in table.tracks


def blocks_exchange(table: Table, a: str, b: str) -> bool:
    """Whether this table's ruling keeps a quarantined player out of exchanges, and one of the two is such."""
    blocked = table.options.get("quarantine_exchange") == "blocked"
    return blocked and (quarantined(table, a) or quarantined(table, b))


def kept_from_exchanges(table: Table, player: str) -> bool:
    """Whether this table's ruling keeps this player, who is in quarantine, out of exchanges."""
    return blocks_exchange(table, player, player)


def can_exchange(table: Table, a: str, b: str) -> bool:
    """Whether the two may exchange at the end of a turn: nothing stands between them."""
    return a != b and not door_between(table, a, b) and not blocks_exchange(table, a, b)


def door_stops(table: Table, row: Reach, a: str, b: str) -> bool:
    """Whether a door keeps a card from being aimed from one player at another."""
    if row.door == "ignored" or (row.door == "ranged" and table.options.get("door_stops_ranged") is False):
        return False
    return door_between(table, a, b)


def thirds(table: Table, player: str) -> tuple[str, ...]:
    """The third player to the left and to the right, counted round the living, oneself included."""
    return tuple(dict.fromkeys((table.step_from(player, 3), table.step_from(player, -3))))


def others(table: Table, player: str) -> tuple[str, ...]:
    """The other living players, clockwise from a living player."""
    start = table.seats.index(player)
    return table.seats[start + 1 :] + table.seats[:start]


def in_play_order(table: Table, player: str) -> tuple[str, ...]:
    """The living in play order, beginning with this player."""
    after = others(table, player)
    return (player, *(after if table.clockwise else reversed(after)))


def choosable(table: Table, row: Reach, player: str) -> tuple[str, ...]:
    """Whom a panic that asks for somebody may be aimed at."""
    if row.target == "third":
        return tuple(p for p in thirds(table, player) if p != player)
    near = [p for p in others(table, player) if row.target != "adjacent" or table.adjacent(player, p)]
    free = [p for p in near if not (row.not_quarantined and quarantined(table, p))]
    return tuple(p for p in free if not door_stops(table, row, player, p))


def without_effect(table: Table, known: str, row: Reach, player: str) -> bool:
    """Whether a panic that asks for somebody can do nothing, so that nobody need be named (R §5)."""
    if known in ("uno-dos", "sal-de-aqui") and quarantined(table, player):
        return True
    if known == "no-podemos-ser-amigos" and kept_from_exchanges(table, player):
        return True
    targets = choosable(table, row, player)
    if known == "uno-dos":
        targets = tuple(p for p in targets if not quarantined(table, p))
    return not targets


def obstacles(table: Table) -> int:
    """How many cards lie on the table as doors and quarantines."""
    return sum(map(len, table.gaps)) + sum(map(len, table.fronts.values()))


def conserved(decklist: Decklist, table: Table) -> bool:
    """Draw pile + discards + hands + obstacles + open cards = the deck's size (R §3)."""
    held = sum(table.piles.values()) + sum(table.hands.values()) + obstacles(table)
    return held == decklist.size(len(table.players))
