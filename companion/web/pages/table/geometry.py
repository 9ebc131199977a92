"""Where everything lies on the drawing of the ring: seats, gaps, arrows, lines. Plain geometry, in its own units.

The line of the seats itself is `engine/ring_line.py`, which the poster is drawn from too. Clockwise on the screen is
clockwise in the room for a tablet that lies on the table.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from companion.engine.ring_line import CENTRE, HEIGHT, ROUNDNESS, TRACK, WIDTH, Point, along
from companion.engine.scripts import has_case, letters, text_width

__all__ = ["CENTRE", "HEIGHT", "TRACK", "WIDTH", "Point", "ring"]

RIM = 12.0
PLATES = {12: (164.0, 132.0, 1.0), 11: (172.0, 140.0, 1.0), 9: (196.0, 152.0, 1.1), 7: (232.0, 158.0, 1.2)}
"""The size of a plate and how much larger what stands on it is drawn, by the most seats it is for."""
ECHO_MOST, ECHO_LARGE, ECHO_SMALL = 1180.0, 40.0, 30.0
"""The line of writing around the middle: what is asked, for those who sit across from who is asked. How long it may be,
in units, and the size of its letters."""
STEPS = 4
"""The ring is spun by quarters of a seat."""
CARD, CLOSE_CARD = 76.0, 54.0
"""The side of a card in a gap: where there is room between the plates, and where there is little."""
TOKEN = 41.0
"""Half the width of the token of a role, with its rim."""
CLEAR = 3.0
"""Between a card in a gap and the plates beside it."""
GAP_ROOM = 84.0
"""What a card needs between two plates to lie on the ring itself."""


class SeatSpot(NamedTuple):
    """The plate of one seat: its middle, its size, and the angle (degrees) at which it lies to face its person."""

    x: float
    y: float
    width: float
    height: float
    angle: float
    scale: float = 1.0
    edge: int = -1
    """The edge of the table at which its person sits, where that is not the one this plate is at; else less than 0."""
    is_framed: bool = False
    """Whether other plates of the same side lie close to it."""

    @property
    def quarter(self) -> int:
        """The edge of the table its person is at: 0 below, 1 left, 2 above, 3 right."""
        return round(self.angle / 90) % 4 if self.edge < 0 else self.edge

    @property
    def token(self) -> Point:
        """The middle of the token of a role, from the plate's own middle: at the person's end, to the side that is
        farther from the corners of the drawing, where cards and log are called; of a plate that lies upright beside the
        middle, away from it; of one beside rooms, where its marks lay, on no room and no other plate."""
        if self.is_framed:
            outwards = -1 if self.angle == 0 and self.y < CENTRE[1] else 1
            return round(self.width / 2 - 46, 1), round(outwards * (self.height / 2 - 28), 1)
        if self.edge == 0 and abs(self.x - CENTRE[0]) > self.width / 2:
            return math.copysign(self.width / 2 - 8, self.x - CENTRE[0]), round(self.height / 2 - 14, 1)
        _, _, right, left = corners(self.x, self.y, self.width, self.height, self.angle)
        tools = [(x, y) for x in (0.0, WIDTH) for y in (0.0, HEIGHT)]
        is_right = min(math.dist(right, one) for one in tools) >= min(math.dist(left, one) for one in tools)
        across, end = (self.width / 2 - 8) * (1 if is_right else -1), self.height / 2 - 14
        turn = math.radians(self.angle)
        y = self.y + across * math.sin(turn) + end * math.cos(turn)
        if y < TOKEN:  # the bar of the page covers what lies above the drawing
            end += (TOKEN - y) / math.cos(turn)
        return round(across, 1), round(end, 1)

    @property
    def left(self) -> float:
        """The left edge."""
        return round(self.x - self.width / 2, 1)

    @property
    def top(self) -> float:
        """The upper edge."""
        return round(self.y - self.height / 2, 1)


class GapSpot(NamedTuple):
    """Place of a gap's cards, and the line across it, from the edge of the table to the middle.

    They lie at `angle` degrees, as the plates beside them do, and clear of both.
    """

    x: float
    y: float
    outer: Point
    inner: Point
    step: Point
    """From one card of this gap to the next."""
    scale: float = 1.0
    angle: float = 0.0


class Arrow(NamedTuple):
    """An arrow head on the inner line, turned by `angle` degrees to point the way the turns go."""

    x: float
    y: float
    angle: float


class Line(NamedTuple):
    """A line between two seats, ending before their plates."""

    start: Point
    end: Point
    angle: float


class Ring(NamedTuple):
    """The whole drawing for a number of seats."""

    seats: tuple[SeatSpot, ...]
    gaps: tuple[GapSpot, ...]
    arrows: tuple[Arrow, ...]

    def line(self, start: int, end: int) -> Line:
        """From one seat to another."""
        a, b = self.seats[start], self.seats[end]
        angle = math.atan2(b.y - a.y, b.x - a.x)
        first, last = _edge(a, angle, 10.0), _edge(b, angle + math.pi, 26.0)
        return Line(first, last, round(math.degrees(angle), 1))


@lru_cache(maxsize=256)
def ring(seats: int, clockwise: bool = True, spin: int = 0) -> Ring:
    """Return the drawing for `seats` seats. The first sits at the bottom, or `spin` quarters of a seat clockwise of
    it."""
    every = STEPS * seats
    places = along(every, radii(seats))
    chairs = tuple(_seat(places[(STEPS * k + spin) % every], seats) for k in range(seats))
    # Four heads on the inner line: above, below and beside the piles.
    heads = []
    for k in range(4):
        turn = k * math.pi / 2
        x, y = CENTRE[0] + TRACK[0] * math.cos(turn), CENTRE[1] + TRACK[1] * math.sin(turn)
        ahead = math.degrees(math.atan2(TRACK[1] * math.cos(turn), -TRACK[0] * math.sin(turn)))
        heads.append(Arrow(round(x, 1), round(y, 1), round(ahead if clockwise else ahead + 180, 1)))
    return Ring(
        chairs,
        tuple(
            gap_spot(places[(STEPS * k + STEPS // 2 + spin) % every], (chairs[k], chairs[(k + 1) % seats]))
            for k in range(seats)
        ),
        tuple(heads),
    )


def radii(seats: int) -> Point:
    """Return how far the plates' middles lie from the middle of the drawing, so that the plates reach its rim."""
    width, height, _ = plate(seats)
    return (CENTRE[0] - width / 2 - RIM, CENTRE[1] - height / 2 - RIM)


def plate(seats: int) -> tuple[float, float, float]:
    """Return the size of a seat's plate and of its text: twelve have to fit, fewer may be larger."""
    return PLATES[min(most for most in PLATES if seats <= most)]


def _seat(place: Point, seats: int) -> SeatSpot:
    width, height, scale = plate(seats)
    sizes = radii(seats)
    out = [
        math.copysign(abs((place[k] - CENTRE[k]) / sizes[k]) ** (ROUNDNESS - 1) / sizes[k], place[k] - CENTRE[k])
        for k in (0, 1)
    ]
    along = round((math.degrees(math.atan2(-out[1], -out[0])) + 90) % 360, 1)  # the ring, its lower edge outward
    return SeatSpot(place[0], place[1], width, height, along, scale)


def gap_spot(place: Point, beside: tuple[SeatSpot, SeatSpot]) -> GapSpot:
    """As far out as a card lies clear of the two plates; at most on the ring itself."""
    dx, dy = place[0] - CENTRE[0], place[1] - CENTRE[1]
    far = math.hypot(dx, dy) or 1.0
    out = (dx / far, dy / far)
    near, side = 0.0, CARD
    for side in (CARD, CLOSE_CARD):
        near = min(far, *(_inner_end(plate, out, side / 2 + CLEAR) - CLEAR - side / 2 for plate in beside))
        if near > far - GAP_ROOM:
            break
    first, last, step = far + 52, near - side / 2 - 20, side + 6
    return GapSpot(
        round(CENTRE[0] + out[0] * near, 1),
        round(CENTRE[1] + out[1] * near, 1),
        (round(CENTRE[0] + out[0] * first, 1), round(CENTRE[1] + out[1] * first, 1)),
        (round(CENTRE[0] + out[0] * last, 1), round(CENTRE[1] + out[1] * last, 1)),
        (round(-out[0] * step, 1), round(-out[1] * step, 1)),
        round(side / CARD, 3),
        round((math.degrees(math.atan2(out[1], out[0])) - 90) % 360, 1),
    )


def corners(x: float, y: float, width: float, height: float, angle: float) -> list[Point]:
    """Return the four corners of a rectangle that lies at an angle, given by its middle."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    halves = ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in halves]


def _inner_end(plate: SeatSpot, out: Point, half: float) -> float:
    """Return the distance from the middle at which a lane, `half` wide to either side and leading straight out, meets a
    plate."""
    found = [
        ((x - CENTRE[0]) * out[0] + (y - CENTRE[1]) * out[1], (y - CENTRE[1]) * out[0] - (x - CENTRE[0]) * out[1])
        for x, y in corners(plate.x, plate.y, plate.width, plate.height, plate.angle)
    ]
    met = [along for along, across in found if abs(across) <= half]
    for (u, v), (p, q) in pairwise([*found, found[0]]):
        met += [u + (p - u) * (edge - v) / (q - v) for edge in (-half, half) if (v - edge) * (q - edge) < 0]
    return min((along for along in met if along > 0), default=math.inf)


def _edge(seat: SeatSpot, angle: float, away: float) -> Point:
    """Return the point where a line from a plate in this direction comes out of it, and `away` units further."""
    c, s = math.cos(angle), math.sin(angle)
    reach = min(
        seat.width / 2 / abs(c) if abs(c) > 1e-9 else math.inf,
        seat.height / 2 / abs(s) if abs(s) > 1e-9 else math.inf,
    )
    return (round(seat.x + c * (reach + away), 1), round(seat.y + s * (reach + away), 1))


# -- names on plates ---------------------------------------------------------------------------------------------


def shortened(name: str, room: float) -> str:
    """Return the name if it fits into `room` (in units of the text's size), else its first word, else its beginning."""
    if text_width(name) <= room:
        return name
    first, _, rest = name.partition(" ")
    initial = f"{first} {letters(rest)[0]}." if rest and has_case(rest) else first
    for short in (initial, first):
        if first and text_width(short) <= room:
            return short
    return cut(first or name, room)


def cut(text: str, room: float) -> str:
    """Return the beginning of a text that fits into `room` (in units of the text's size)."""
    if text_width(text) <= room:
        return text
    kept = letters(text)
    while kept and text_width("".join(kept) + "…") > room:
        kept.pop()
    return "".join(kept).rstrip() + "…"


@lru_cache(256)
def short_names(names: tuple[str, ...], room: float) -> tuple[str, ...]:
    """Short names that tell people apart: those that would read alike get their place in the ring behind them."""
    short = [shortened(name, room) for name in names]
    return tuple(
        text if short.count(text) == 1 else f"{shortened(names[k], room - 0.75)}{short[: k + 1].count(text)}"
        for k, text in enumerate(short)
    )
