"""Things that lie over a tag: a thumb, a sleeve's edge, a neighbour's card, over a corner or along one side.

Scenes have them on cards; a sheet has the panels alone, so many that what is never to be read can be counted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.scan.reader import Frame
from companion.scan.symbol import QUIET, SIDE, modules
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


def sheet(rng: Random, payloads: Sequence[str]) -> tuple[Frame, list[str]]:
    """Return panels of 1 to 2.6 pixels a module, five of six of them covered, askew, blurred, dim and grainy, and the
    payloads of those that found room."""
    pixels, (height, width) = float(rng.uniform(0.95, 2.6)), (720, 1280)
    room = int((SIDE + 2 * QUIET) * pixels * 1.9) + 8
    places = [(y, x) for y in range(0, height - room, room) for x in range(0, width - room, room)]
    top = np.full((height, width), rng.uniform(30, 200), np.float32)
    chosen = [payloads[int(k)] for k in rng.permutation(len(payloads))[: len(places)]]
    for (y, x), payload in zip(places, chosen, strict=False):
        top[y : y + room, x : x + room] = _lying(rng, payload, pixels, room)
    top = cv2.GaussianBlur(top, (0, 0), pixels * rng.uniform(0.3, 1.2)).astype(np.float32)
    dim = top * rng.uniform(0.4, 1) + rng.normal(0, rng.uniform(1, 9), top.shape)
    return dim.clip(0, 255).astype(np.uint8), chosen


def _lying(rng: Random, payload: str, pixels: float, room: int) -> Points:
    """Return a panel on a ground of its own, four times as fine at first."""
    white = np.where(np.pad(modules(payload), QUIET), 30, 235).astype(np.uint8)
    side = round(white.shape[0] * pixels * 4)
    far = 4 * room
    big = np.full((far, far), rng.uniform(20, 250), np.uint8)
    edge = (far - side) // 2
    big[edge : edge + side, edge : edge + side] = cv2.resize(white, (side, side), interpolation=cv2.INTER_NEAREST)
    outline, colour = cover(rng, 0.06 if rng.random() < 0.5 else 0)
    if rng.random() < 0.85:
        points = (outline - INSET_MM) * side / PANEL_MM + edge
        cv2.fillConvexPoly(big, np.round(points * 16).astype(np.int32), float(np.mean(colour)), cv2.LINE_AA, 4)
    square = np.array([[0, 0], [far, 0], [far, far], [0, far]], np.float32)
    turn = cv2.getRotationMatrix2D((far / 2, far / 2), rng.choice([0, 180]) + rng.normal(0, 6), 1)
    ends = (np.c_[square, np.ones(4)] @ turn.T + rng.normal(0, 0.03 * far, (4, 2))).astype(np.float32)
    askew = cv2.warpPerspective(
        big, cv2.getPerspectiveTransform(square, ends), (far, far), borderMode=cv2.BORDER_REPLICATE
    )
    return cv2.resize(askew, (room, room), interpolation=cv2.INTER_AREA).astype(np.float64)


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
