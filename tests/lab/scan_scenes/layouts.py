"""Layouts of cards: a hand held as a fan, a grid, a spread of the table. Millimetres, y downwards."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from tests.lab.scan_scenes.faces import CARD_MM, Points, Random


class Lying(NamedTuple):
    """One card: its centre, how far it is turned (radians), and how it tips out of the plane about its two axes."""

    centre: Points
    turn: float
    tip: Points

    def in_space(self, points: Points) -> Points:
        """Convert points of the card (its own millimetres) to space."""
        flat = np.asarray(points, float) - np.array(CARD_MM) / 2
        depth = flat[:, 0] * math.sin(self.tip[1]) + flat[:, 1] * math.sin(self.tip[0])
        space: Points = np.c_[flat @ _rotation(self.turn).T + self.centre, depth]
        return space


GRIDS = {"grid9": (3, 3), "spread24": (6, 4), "spread40": (8, 5), "sparse12": (4, 3)}


def lay(layout: str, rng: Random) -> list[Lying]:
    """Return the cards of a layout in the order they were put down."""
    return _fan(rng) if layout == "fan5" else _grid(layout, rng)


def _rotation(angle: float) -> Points:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])


def _fan(rng: Random) -> list[Lying]:
    """Return five cards about a point below the hand, 8 to 12 degrees apart."""
    step = math.radians(rng.uniform(8, 12))
    below = rng.uniform(75, 105) + CARD_MM[1] / 2
    cards = []
    for k in range(-2, 3):
        turn = k * step + math.radians(rng.normal(0, 1))
        centre = _rotation(turn) @ np.array([0, -below]) + rng.normal(0, 0.8, 2)
        cards.append(Lying(centre, turn, rng.normal(0, math.radians(4), 2)))
    return cards


def _grid(layout: str, rng: Random) -> list[Lying]:
    """Return rows laid by hand: a quarter upside down, a little crooked; `sparse12` with wide gaps, quite crooked."""
    columns, rows = GRIDS[layout]
    sparse = layout == "sparse12"
    across, down = (100.0, 112.0) if sparse else (rng.uniform(67, 74), rng.uniform(92, 99))
    cards = []
    for row in range(rows):
        for column in range(columns):
            turn = (math.pi if rng.random() < 0.25 else 0.0) + math.radians(rng.normal(0, 25 if sparse else 3))
            at = np.array([(column - (columns - 1) / 2) * across, (row - (rows - 1) / 2) * down])
            cards.append(Lying(at + rng.normal(0, 1.5, 2), turn, rng.normal(0, math.radians(1), 2)))
    return cards
