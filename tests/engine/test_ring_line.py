"""The line on which people sit: one for the screen, the film, the room and the poster."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from companion.engine.ring_line import CENTRE, FLOOR, along, shares


@pytest.mark.parametrize("count", [4, 6, 7, 12])
def test_people_sit_at_equal_steps_clockwise_from_the_bottom(count: int) -> None:
    points = along(count, (400.0, 380.0))
    assert points[0][0] == pytest.approx(CENTRE[0], abs=2) and points[0][1] == pytest.approx(CENTRE[1] + 380, abs=2)
    assert points[1][0] < CENTRE[0], "clockwise from the bottom is to the left"
    steps = [math.dist(a, b) for a, b in pairwise((*points, points[0]))]
    assert max(steps) < 1.45 * min(steps), "the way along the line is the same; what is cut off a corner is less"


def test_on_paper_it_is_the_same_line_at_another_size() -> None:
    for (u, w), (x, y) in zip(shares(6), along(6, FLOOR), strict=True):
        assert (CENTRE[0] + u * FLOOR[0], CENTRE[1] + w * FLOOR[1]) == pytest.approx((x, y), abs=0.1)
