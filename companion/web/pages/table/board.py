"""The rooms of a board as the middle of the drawing: tiles with who is there and what lies there. Plain geometry.

Rooms keep their places whoever must act; what is written in them turns. Each is a place to touch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

from companion.engine.scripts import text_width
from companion.engine.view import RoomView
from companion.web.pages.table.frame import Box
from companion.web.pages.table.geometry import cut
from companion.web.pages.table.prompts import Option

GAP, PAD = 7.0, 8.0
LABEL, SMALLEST = 38.0, 24.0
"""The size of a room's name: as it should be, and where it has to fit into two lines."""
LINE = 1.0
FIGURE, MARK, COUNTED = 44.0, 44.0, 78.0
"""How wide a person's figure is, something that lies there, and something with a number."""
DOTS = 6
"""Up to so many are drawn as the eyes of a die, which reads the same from every side."""
ROW = 44.0
CLOSER = (1.0, 0.9, 0.8, 0.7, 0.62, 0.55, 0.48, 0.42, 0.36)


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

    @property
    def dots(self) -> tuple[tuple[int, int], ...]:
        """The places of its dots, two in a column; none where it is told by a number."""
        if not self.count or self.count > DOTS:
            return ()
        start = 18 - 6 * (ceil(self.count / 2) - 1)
        return tuple((start + 12 * (k // 2), 0 if self.count == 1 else -8 + 16 * (k % 2)) for k in range(self.count))


class Tile(NamedTuple):
    """A room: where it lies, its name in lines of this size, what is there, so much closer, and the choice that it
    stands for in the question asked now."""

    name: str
    label: str
    short: str
    said: str
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    size: float
    things: tuple[Thing, ...]
    scale: float
    people: tuple[str, ...]
    top: float
    """How far above its middle what is written begins."""
    option: Option | None = None

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return round(self.x + self.width / 2, 1), round(self.y + self.height / 2, 1)


def tiles(
    rooms: Sequence[RoomView],
    box: Box,
    person: Callable[[str], tuple[str, str]],
    icon: Callable[[str, str], str],
    quarter: int = 0,
    options: Mapping[str, Option] | None = None,
) -> tuple[Tile, ...]:
    """Return the rooms as tiles within `box`, written for who sits at an edge. `person`: returns the drawing and the
    colour of a player."""
    # Where the game tells, else one after the other.
    columns = ceil(sqrt(1.25 * len(rooms)))
    spots = [room.spot or (k % columns, k // columns, 1, 1) for k, room in enumerate(rooms)]
    wide = (box.width + GAP) / max((x + w for x, _, w, _ in spots), default=1)
    high = (box.height + GAP) / max((y + h for _, y, _, h in spots), default=1)
    placed = []
    for room, (x, y, w, h) in zip(rooms, spots, strict=True):
        things = []
        for name in room.people:
            drawing, colour = person(name)
            lies_down, letter = name in room.lying, name[:1].upper()
            things.append(Thing(name, drawing, colour, is_person=True, lies=lies_down, letter=letter))
        for one in room.badges:
            things.append(Thing(one.label, icon(one.icon, one.kind), one.kind, count=one.count, letter=one.label[:1]))
        lies = Box(box.x + x * wide, box.y + y * high, w * wide - GAP, h * high - GAP)
        placed.append(_tile(room, lies, things, quarter, (options or {}).get(room.name)))
    return tuple(placed)


def _tile(room: RoomView, box: Box, things: Sequence[Thing], quarter: int, option: Option | None) -> Tile:
    # What is written for somebody at the side turns by a quarter where the screen lies: it fits both ways.
    width, height = (min(box.width, box.height),) * 2 if quarter % 2 else (box.width, box.height)
    rows = ceil(sum(thing.width for thing in things) * CLOSER[2] / (width - 2 * PAD))
    free = height - 2 * PAD - max(rows * CLOSER[2], CLOSER[1] if things else 0.0) * ROW
    lines, size = _lines(room.short or room.label, round(width - 2 * PAD), round(free))
    room_left = height - len(lines) * size * LINE - 2 * PAD
    placed, scale = _placed(things, width - 2 * PAD, room_left)
    said = ", ".join((*room.people, *(badge.label for badge in room.badges)))
    return Tile(
        room.name, room.label, room.short or room.label, f"{room.label}: {said}" if said else room.label,
        round(box.x, 1), round(box.y, 1), round(box.width, 1), round(box.height, 1), lines, size, placed, scale,
        room.people, round(height / 2 - PAD, 1), option,
    )  # fmt: skip


@lru_cache(maxsize=512)
def _lines(label: str, room: float, free: float) -> tuple[tuple[str, ...], float]:
    """Set a name in one line or two, as large as `room` allows with `free` left below it.

    A word too long for a line is cut.
    """
    words = label.split()
    ways = ((label,), *((" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))))
    sizes = {way: min(LABEL, room / max(map(text_width, way)), free / len(way)) for way in ways}
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
