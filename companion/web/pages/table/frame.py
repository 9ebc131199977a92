"""Plates round a board: along the four sides, in quarter turns, so that the middle is left to the rooms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine.ring_line import CENTRE, WIDTH
from companion.web.pages.table.geometry import STEPS, Ring, SeatSpot, gap_spot

TOP, HIGH = 38.0, 860.0
"""The part of the drawing that is shown: its upper edge and its height."""
RIM, AIR = 6.0, 10.0
"""Between the plates and what is shown, and between them and the rooms."""
LONG, DEEP, SCALE = 250.0, 126.0, 0.95
CLOSE = 240.0
"""How long a plate is where three stand side by side."""
SIDES = {
    1: (1, 0, 0, 0), 2: (1, 0, 1, 0), 3: (1, 1, 0, 1), 4: (1, 1, 1, 1), 5: (1, 1, 2, 1), 6: (1, 2, 1, 2),
    7: (1, 2, 2, 2), 8: (2, 2, 2, 2), 9: (2, 2, 3, 2), 10: (3, 2, 3, 2), 11: (3, 3, 3, 2), 12: (3, 3, 3, 3),
}  # fmt: skip
"""How many plates stand below, at the left, above and at the right."""


class Box(NamedTuple):
    """A rectangle by its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


@lru_cache(maxsize=256)
def frame(persons: tuple[str, ...], spin: int = 0) -> Ring:
    """Return the plates clockwise, the first below, or `spin` quarters of a place clockwise of it.

    `persons`: who plays each plate, where one may have several: then their plates stand at one side. Whoever plays all
    reads all of them upright.
    """
    seats, known = len(persons), tuple(dict.fromkeys(one for one in persons if one))
    if 1 <= len(known) < seats and all(persons) and len(known) < 4 and seats <= 9:
        if len(known) == 1:
            spots = _along((seats - seats // 2, 0, seats // 2, 0))
            edge = 0
            chairs = tuple(SeatSpot(one.x, one.y, one.width, one.height, 0, SCALE, edge, True) for one in spots)
        else:
            at = dict(zip(known, (0, 2) if len(known) == 2 else (0, 1, 3), strict=True))
            edges = [at[one] for one in persons]
            free = list(_along(tuple(edges.count(edge) for edge in range(4))))
            chairs = tuple(free.pop(next(k for k, one in enumerate(free) if one.quarter == edge)) for edge in edges)
    else:
        spots = _along(SIDES[seats])
        first = round(spin / STEPS)
        chairs = tuple(spots[(k + first) % seats] for k in range(seats))
    pairs = [(chairs[k], chairs[(k + 1) % seats]) for k in range(seats)]
    gaps = tuple(gap_spot(((a.x + b.x) / 2, (a.y + b.y) / 2), (a, b)) for a, b in pairs)
    return Ring(chairs, gaps, ())


def _along(many: tuple[int, ...]) -> tuple[SeatSpot, ...]:
    """Return the plates of the four sides, clockwise from the right end of the lower one."""
    found = []
    for edge, count in enumerate(many):
        long = CLOSE if count > 2 else LONG
        away = (WIDTH if edge % 2 else HIGH) / 2 - RIM - DEEP / 2
        for k in range(count):
            along = ((count - 1) / 2 - k) * (long + 8)
            x, y = ((along, away), (-away, along), (-along, -away), (away, -along))[edge]
            found.append(SeatSpot(CENTRE[0] + x, TOP + HIGH / 2 + y, long, DEEP, 90.0 * edge, SCALE, -1, True))
    return tuple(found)


def middle(seats: Sequence[SeatSpot]) -> Box:
    """Return what the plates leave to the rooms."""
    deep = RIM + DEEP + AIR
    is_beside = any(abs(one.x - CENTRE[0]) > WIDTH / 2 - deep for one in seats)
    side = deep if is_beside else 2 * RIM
    return Box(side, TOP + deep, WIDTH - 2 * side, HIGH - 2 * deep)
