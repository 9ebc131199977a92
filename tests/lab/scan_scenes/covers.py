"""Things that lie over a tag: a thumb, a sleeve's edge, a neighbour's card, over a corner or along one side."""

from __future__ import annotations

import math

import cv2
import numpy as np

from companion.scan.symbol import QUIET
from tests.lab.scan_scenes.faces import INSET_MM, MODULE_MM, PANEL_MM, Points, Random, symbol_on_card

BROAD = 15.0
"""Millimetres a thumb or a card is wide, as far as it matters."""

Colour = tuple[float, float, float]


def cover(rng: Random, share: float) -> tuple[Points, Colour]:
    """Return the outline of something over a tag, in card millimetres, and its colour.

    `share`: of the symbol, over one of its corners; 0: all of the white margin of one side, up to the symbol's edge.
    """
    thing, side = ("thumb", "sleeve", "card")[int(rng.integers(3))], int(rng.integers(4))
    symbol = symbol_on_card().astype(np.float32)
    centre, half = symbol.mean(0), float(np.ptp(symbol, axis=0)[0]) / 2
    if not share:
        wide = QUIET * MODULE_MM + INSET_MM if thing == "sleeve" else BROAD
        strip = _edge(PANEL_MM, wide) @ _turned(side * 90).T
        return strip + centre + _way(side * 90, half), _colour(thing, rng)
    shape = (_tip() if thing == "thumb" else _edge(BROAD, BROAD)) @ _turned(side * 90 + 45 + rng.normal(0, 12)).T
    near, far = 0.0, 3 * half
    for _ in range(30):  # pushed away from the middle until it covers no more than it is to
        middle = (near + far) / 2
        there = (shape + centre + _way(side * 90 + 45, middle)).astype(np.float32)
        covered = cv2.intersectConvexConvex(there, symbol)[0]
        near, far = (middle, far) if covered > share * (2 * half) ** 2 else (near, middle)
    return shape + centre + _way(side * 90 + 45, far), _colour(thing, rng)


def _way(degrees: float, far: float) -> Points:
    return far * np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])


def _turned(degrees: float) -> Points:
    cos, sin = _way(degrees, 1)
    return np.array([[cos, -sin], [sin, cos]])


def _edge(long: float, wide: float) -> Points:
    """Return a rectangle whose edge at x = 0 is the one that covers."""
    return np.array([[0, -long / 2], [wide, -long / 2], [wide, long / 2], [0, long / 2]])


def _tip() -> Points:
    """Return an ellipse whose end at x = 0 is the one that covers."""
    angles = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    return np.stack([10 + 10 * np.cos(angles), BROAD / 2 * np.sin(angles)], 1)


def _colour(thing: str, rng: Random) -> Colour:
    """Return skin, the grey or black rim of a sleeve, or what may stand at the edge of a card (BGR)."""
    if thing == "thumb":
        return float(rng.integers(90, 150)), float(rng.integers(120, 180)), float(rng.integers(170, 230))
    grey = float(rng.integers(20, 190))
    blue, green, red = (float(tone) for tone in rng.integers(20, 250, 3))
    return (grey, grey, grey) if thing == "sleeve" else (blue, green, red)
