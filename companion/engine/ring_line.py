"""The line on which people sit round the drawn table: on the screen, in the film, for the room and on the poster.

The drawing is `WIDTH` × `HEIGHT` units with its origin at the top left and y downwards. People sit at equal steps along
a superellipse: a rounded table top leaves twelve plates more room than an ellipse would.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

Point = tuple[float, float]

WIDTH, HEIGHT = 1000, 936
CENTRE: Point = (500.0, 468.0)
ROUNDNESS = 3.0
"""2 is an ellipse, larger is squarer."""
FLOOR: Point = (318.0, 300.0)
"""The radii of the table top."""
TRACK: Point = (206.0, 200.0)
"""The radii of the inner line on which the arrows of the direction lie."""
ECHO = 262.0
"""The radius of the circle on which what is asked is written once more."""
SAMPLES = 1440


def outline(radii: Point, turn: float) -> Point:
    """Return the point of the superellipse at an angle."""
    c, s = math.cos(turn), math.sin(turn)
    power = 2 / ROUNDNESS
    x = CENTRE[0] + radii[0] * math.copysign(abs(c) ** power, c)
    y = CENTRE[1] + radii[1] * math.copysign(abs(s) ** power, s)
    return (round(x, 1), round(y, 1))


@lru_cache(maxsize=256)
def along(count: int, radii: Point) -> tuple[Point, ...]:
    """Return `count` points at equal distances along the line, clockwise from the bottom."""
    points = [outline(radii, math.pi / 2 + 2 * math.pi * k / SAMPLES) for k in range(SAMPLES + 1)]
    lengths = [0.0]
    for a, b in pairwise(points):
        lengths.append(lengths[-1] + math.dist(a, b))
    found: list[Point] = []
    k = 0
    for step in range(count):
        while lengths[k] < lengths[-1] * step / count:
            k += 1
        found.append(points[k])
    return tuple(found)


def shares(count: int) -> tuple[Point, ...]:
    """Return `count` points along the line as fractions of its radii from the middle, for a drawing of any size."""
    return tuple(
        (round((x - CENTRE[0]) / FLOOR[0], 4), round((y - CENTRE[1]) / FLOOR[1], 4)) for x, y in along(count, FLOOR)
    )
