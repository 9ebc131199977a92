"""The rooms of a board as the middle of the ring: tiles with who is there and what lies there. Plain geometry.

The tiles stand in rows of three, the wider the nearer to the middle, which the plates of eight people leave free
whichever way the board is turned.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, cos, radians, sin, sqrt
from typing import NamedTuple

from companion.engine.ring_line import CENTRE, Point
from companion.engine.view import Badge, RoomView
from companion.web.pages.table.geometry import SeatSpot, cut, text_width

COLUMNS = 3
LEAST, TALL = 436.0, 566.0
"""The narrowest row and all rows, in units of the ring: as much room as the plates leave."""
REACHES = tuple(333.0 - 16 * k for k in range(6))
"""How far from the middle the corners of the wider rows may lie, the farthest first."""
GAP, PAD = 4.0, 6.0
TALLEST = 150.0
WAYS = tuple(1 - k / 50 for k in range(21))
"""How much closer the block may be drawn, the largest first."""
LABEL, SMALLEST = 42.0, 20.0
"""The size of a room's name: as it should be, and where it has to fit into two lines."""
NARROWEST = 0.8
"""How wide a room is at least, of what all of its row are on average."""
MOST_ROWS = 5
"""In more rows the names of rooms would be too small."""
LINE = 1.0
FIGURE, MARK, COUNTED = 38.0, 36.0, 62.0
"""How wide a person's figure is, something that lies there, and something with a number."""
ROW = 40.0
CLOSER = (1.0, 0.88, 0.76, 0.66, 0.56, 0.48, 0.4)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in a room: a person's figure (`tone`: its colour) or a badge (`tone`: its kind), with the icon that
    draws it (`drawing`) and the number that stands beside it."""

    label: str
    drawing: str
    tone: str
    is_person: bool = False
    lies: bool = False
    count: int | None = None
    x: float = 0.0
    y: float = 0.0
    letter: str = ""

    @property
    def width(self) -> float:
        """Width of its drawing."""
        return FIGURE if self.is_person else MARK if self.count is None else COUNTED


class Tile(NamedTuple):
    """A room: where it lies, its name in lines of this size, and what is there, so much closer."""

    name: str
    label: str
    said: str
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    size: float
    things: tuple[Thing, ...]
    scale: float
    is_empty: bool


class Fit(NamedTuple):
    """Layout of rooms clear of the plates: the reach of the wider rows, and the scale of the whole."""

    reach: float
    scale: float


def tiles(
    rooms: Sequence[RoomView],
    reach: float,
    person: Callable[[str], tuple[str, str]],
    icon: Callable[[str, str], str],
) -> tuple[Tile, ...]:
    """Return the rooms as tiles round the middle. `person`: returns the drawing and the colour of a player."""
    if not rooms:
        return ()
    rows, columns = _grid(len(rooms))
    placed = []
    for k, room in enumerate(rooms):
        row = _row(rows, k // columns, reach)
        first = k - k % columns
        names = tuple(one.short or one.label for one in rooms[first : first + columns])
        left, width = _columns(names, row.width, columns)[k % columns]
        things = [*_people(room, person), *_things(room.badges, icon)]
        placed.append(_tile(room, CENTRE[0] + left, CENTRE[1] + row.top, width, row.height, things))
    return tuple(placed)


def _grid(rooms: int) -> tuple[int, int]:
    """Return rows and columns; with more rooms than fit into the rows there is one column more."""
    columns = COLUMNS if rooms <= COLUMNS * MOST_ROWS else COLUMNS + 1
    return ceil(rooms / columns), columns


@lru_cache(maxsize=256)
def _columns(names: tuple[str, ...], width: float, columns: int) -> tuple[tuple[float, float], ...]:
    """Return the start of each room of a row, from the middle, and its width: the longer its name the wider."""
    needs = [min(_needs(way) for way in _ways(name)) for name in names]
    needs += [sum(needs) / len(needs)] * (columns - len(needs))
    needs = [max(one, NARROWEST * sum(needs) / columns) for one in needs]
    spare = width - GAP * (columns - 1) - 2 * PAD * columns
    found, left = [], -width / 2
    for one in needs:
        wide = 2 * PAD + spare * one / sum(needs)
        found.append((left, wide))
        left += wide + GAP
    return tuple(found)


class _Row(NamedTuple):
    """A row of tiles: how far below the middle it begins, how tall and how wide it is."""

    top: float
    height: float
    width: float


def _row(rows: int, number: int, reach: float) -> _Row:
    """Return row `number` of `rows`, from the top."""
    height = min(TALLEST, (TALL - GAP * (rows - 1)) / rows)
    top = number * (height + GAP) - (rows * height + (rows - 1) * GAP) / 2
    outermost = max(abs(top), abs(top + height))
    return _Row(top, height, max(LEAST, 2 * sqrt(max(reach**2 - outermost**2, 0.0))))


@lru_cache(maxsize=64)
def fit(spots: tuple[SeatSpot, ...], quarter: int, rooms: int) -> Fit:
    """Find the largest layout of `rooms` rooms clear of the plates, turned to the acting player or upright."""
    rows, _ = _grid(rooms)
    turned = [(_box(spot.x, spot.y, spot.width, spot.height, spot.angle), 90.0 * quarter) for spot in spots]
    upright = [(_box(spot.x, spot.y, spot.width, spot.height, 0), 0.0) for spot in spots]

    def is_clear(shape: Sequence[_Row], scale: float) -> bool:
        return all(_apart(_row_box(row, scale, angle), plate) for plate, angle in (*turned, *upright) for row in shape)

    found = []
    for reach in REACHES:
        shape = [_row(rows, number, reach) for number in range(rows)]
        best = bisect_left(WAYS, True, key=partial(is_clear, shape))  # what is drawn closer is clear all the more
        found.append(Fit(reach, WAYS[min(best, len(WAYS) - 1)]))
    return max(found, key=lambda one: one.reach * one.scale)


def _row_box(row: _Row, scale: float, angle: float) -> tuple[Point, ...]:
    """Return the corners of a row, scaled and turned with the board (degrees)."""
    c, s, below = cos(radians(angle)), sin(radians(angle)), (row.top + row.height / 2) * scale
    return _box(CENTRE[0] - below * s, CENTRE[1] + below * c, row.width * scale, row.height * scale, angle)


def _box(x: float, y: float, width: float, height: float, angle: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle turned by `angle` degrees."""
    c, s = cos(radians(angle)), sin(radians(angle))
    half = ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))
    return tuple((x + dx * c - dy * s, y + dx * s + dy * c) for dx, dy in half)


def _apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return True if two rectangles do not touch: a line along one of their sides lies between them."""
    for box in (one, other):
        for (ax, ay), (bx, by) in pairwise(box[:3]):
            across = [[(bx - ax) * x + (by - ay) * y for x, y in corners] for corners in (one, other)]
            if max(across[0]) <= min(across[1]) or max(across[1]) <= min(across[0]):
                return True
    return False


def _people(room: RoomView, person: Callable[[str], tuple[str, str]]) -> Iterable[Thing]:
    for name in room.people:
        drawing, colour = person(name)
        yield Thing(name, drawing, colour, is_person=True, lies=name in room.lying, letter=name[:1].upper())


def _things(badges: Sequence[Badge], icon: Callable[[str, str], str]) -> Iterable[Thing]:
    for badge in badges:
        count = badge.count if badge.count is not None and badge.count > 1 else None
        yield Thing(badge.label, icon(badge.icon, badge.kind), badge.kind, count=count, letter=badge.label[:1])


def _tile(room: RoomView, x: float, y: float, width: float, height: float, things: Sequence[Thing]) -> Tile:
    rows = ceil(sum(thing.width for thing in things) * CLOSER[2] / (width - 2 * PAD))
    free = height - 2 * PAD - max(rows * CLOSER[2], CLOSER[1] if things else 0.0) * ROW
    lines, size = _lines(room.short or room.label, round(width - 2 * PAD), round(free))
    room_left = height - len(lines) * size * LINE - 2 * PAD
    placed, scale = _placed(things, width - 2 * PAD, room_left)
    said = ", ".join((*room.people, *(badge.label for badge in room.badges)))
    return Tile(
        room.name, room.label, f"{room.label}: {said}" if said else room.label, round(x, 1), round(y, 1),
        round(width, 1), round(height, 1), lines, size, placed, scale, not things,
    )  # fmt: skip


def _ways(label: str) -> tuple[tuple[str, ...], ...]:
    """Return a name in one line, and in two."""
    words = label.split()
    return ((label,), *((" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))))


def _needs(way: tuple[str, ...]) -> float:
    return max(map(text_width, way))


@lru_cache(maxsize=512)
def _lines(label: str, room: float, free: float) -> tuple[tuple[str, ...], float]:
    """Set a name in one line or two, as large as `room` allows with `free` left below it.

    A word too long for a line is cut.
    """
    sizes = {way: min(LABEL, room / _needs(way), free / len(way)) for way in _ways(label)}
    best = max(sizes, key=lambda way: sizes[way])
    size = max(SMALLEST, sizes[best])
    return tuple(cut(line, room / size + 0.01) for line in best), round(size, 1)


def _placed(things: Sequence[Thing], width: float, height: float) -> tuple[tuple[Thing, ...], float]:
    """Lay things in rows, no smaller than needed; each thing's middle is in units of the rows."""
    for scale in CLOSER:
        rows = _rows(things, width / scale)
        if len(rows) * ROW * scale <= height or scale == CLOSER[-1]:
            break
    even = _rows(things, sum(thing.width for thing in things) / max(len(rows), 1) + FIGURE / 2)
    rows = even if len(even) == len(rows) else rows
    placed = []
    for k, row in enumerate(rows):
        x = -sum(thing.width for thing in row) / 2
        for thing in row:
            placed.append(replace(thing, x=round(x + thing.width / 2, 1), y=round((k + 0.5) * ROW, 1)))
            x += thing.width
    return tuple(placed), scale


def _rows(things: Sequence[Thing], width: float) -> list[list[Thing]]:
    rows: list[list[Thing]] = []
    wide = width + 1
    for thing in things:
        if wide + thing.width > width:
            rows.append([])
            wide = 0.0
        rows[-1].append(thing)
        wide += thing.width
    return rows
