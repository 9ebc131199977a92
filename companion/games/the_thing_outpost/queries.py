"""Questions about the table that only this expansion asks."""

from __future__ import annotations

from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing_outpost import base as o


def left_there(table: Table, slug: str) -> int:
    """Vehicles of a room that have not left."""
    return stood_there(table, slug) - queries.here(table, o.USED, slug)


def stood_there(table: Table, slug: str) -> int:
    """Return how many vehicles a room began with: one, but both snowcats where a table was laid before each had its
    own room."""
    if slug not in queries.vehicles(table):
        return 0
    return 2 if slug == b.SHED and not queries.has_second_snowcat(table) else 1


def tested(table: Table) -> str:
    """Return whose teeth were looked at this round; empty before the first time."""
    at = queries.number(table, o.TESTED)
    return table.players[at - 1] if at else ""


def is_ready(table: Table, slug: str) -> bool:
    """Return True if a vehicle can leave: undamaged, and full if the table plays it so."""
    if table.options.get("vehicle_fuel") == "full":
        return queries.is_ready(table, slug)
    return queries.depth(table) == b.PHASES or not queries.here(table, b.DAMAGE, slug)


def escaped(table: Table) -> tuple[str, ...]:
    """Return who got away, and has won whatever comes."""
    return tuple(p for p in table.players if queries.kept(table, o.ESCAPED, p))


def no_way_out(table: Table) -> bool:
    """Return True if all three vehicles have left, and the rescue helicopter empty."""
    return queries.kept(table, b.GONE) and not any(left_there(table, slug) for slug in o.PLACES)


def own_ending(table: Table) -> str:
    """Return the end of this game's own that has come, one of `OWN_ENDINGS`; empty before that."""
    own = queries.number(table, o.OWN_END)
    return o.OWN_ENDINGS[own - 1] if own else ""


def is_in_the_ufo(table: Table) -> bool:
    """Return True if the last fight is on."""
    return table.step in o.UFO_STEPS


def teeth_shown(table: Table, player: str) -> str:
    """Return which teeth somebody has shown and cannot have changed since; empty where nobody knows."""
    shown = queries.number(table, o.SHOWN, player)
    return o.TEETH[shown - 1] if shown else ""


# The dog on the run


def end_of_run(table: Table) -> int | None:
    """Return the space on which the dog is away; None if nobody has read the length of the track."""
    length = queries.board(table).runaway
    return None if length is None else length + queries.number(table, o.RIFLE)


# The saucer


def in_sector(table: Table, sector: str) -> tuple[str, ...]:
    """Return the players in a sector."""
    return tuple(p for p in queries.characters(table) if sector_of(table, p) == sector)


def sector_of(table: Table, player: str) -> str:
    """Return a player's sector in the saucer; empty for none."""
    at = queries.number(table, o.SECTOR, player)
    return o.SECTORS[at - 1] if at else ""


def to_enter(table: Table) -> tuple[str, ...]:
    """Return the Characters that are to be put into a sector."""
    return tuple(p for p in queries.characters(table) if not sector_of(table, p))


def strength(table: Table, sector: str) -> int:
    """Return the Alien's strength in a sector."""
    return queries.here(table, b.STRENGTH, sector)


def fights(table: Table) -> tuple[str, ...]:
    """Return the sectors in which both sides are."""
    return tuple(s for s in o.SECTORS if strength(table, s) and in_sector(table, s))


def token(table: Table, sector: str) -> int:
    """Return the value of the token in a sector; 0 if it was taken."""
    return queries.here(table, o.FACE_UP, sector)


def alien_sectors(table: Table) -> tuple[str, ...]:
    """Return the sectors that only the Alien holds."""
    return tuple(s for s in o.SECTORS if strength(table, s) and not in_sector(table, s))


def human_sectors(table: Table) -> tuple[str, ...]:
    """Return the sectors that only Humans hold."""
    return tuple(s for s in o.SECTORS if in_sector(table, s) and not strength(table, s))


def to_draw(table: Table) -> int:
    """Return how many tokens the Alien takes from those face down: as many as its sectors are worth, while there are
    any.

    By agreement the Humans take theirs before.
    """
    worth = sum(o.value_of(sector) for sector in alien_sectors(table))
    before = len(human_sectors(table)) if queries.plays(table, "short_stock", "humans") else 0
    return min(worth, max(queries.number(table, o.STOCK) - before, 0))


def held(table: Table) -> dict[int, int]:
    """Return the Alien's tokens by value."""
    return {value: queries.number(table, track) for value, track in o.HELD.items()}


def next_cost(table: Table) -> int:
    """Return the cost of the next card of the launch."""
    return o.COSTS[min(queries.number(table, o.LAUNCHED), len(o.COSTS) - 1)]


def can_pay(table: Table) -> bool:
    """Return True if the Alien's tokens pay for the next card."""
    return sum(value * count for value, count in held(table).items()) >= next_cost(table)


def payments(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the ways to pay for the next card in which no token could be kept."""
    have, cost = held(table), next_cost(table)
    ways = [
        (3,) * threes + (2,) * twos + (1,) * ones
        for threes in range(have[3] + 1)
        for twos in range(have[2] + 1)
        for ones in range(have[1] + 1)
    ]
    return tuple(way for way in ways if sum(way) >= cost and sum(way) - min(way) < cost)


def is_stopped(table: Table) -> bool:
    """Return True if no token is left that could still pay for a card; by agreement those the Alien holds do not
    count."""
    lying = queries.number(table, o.STOCK) or any(token(table, sector) for sector in o.SECTORS)
    return not lying and (queries.plays(table, "held_tokens", "lost") or not can_pay(table))
