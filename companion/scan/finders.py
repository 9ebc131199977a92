"""Symbols guessed from one of their finders: the square in a corner that glare, which took the rest, has left.

A finder is a square of seven modules that is found like any other dark square. Its symbol is three times as wide and
lies on one of four sides of it; fitting decides which.
"""

from __future__ import annotations

import numpy as np

from companion.scan.locate import Quads
from companion.scan.maps import corners_of, evened, maps_onto, sample
from companion.scan.reader import Frame
from companion.scan.symbol import SIDE

FINDER = 7
ALIKE = 0.6
"""Likeness to a finder from which a square is taken for one."""

MOST = 30
"""Finders followed up in one frame."""

_STEP = SIDE / FINDER
"""Symbol coordinates per module when a map has been laid on a finder instead of a symbol."""


def symbols_at_finders(frame: Frame, quads: Quads) -> Quads:
    """Guess where the symbols of squares that look like finders may lie, four guesses each."""
    if not len(quads):
        return quads
    maps = maps_onto(quads)
    like = evened(sample(frame, maps, _POINTS)) @ _PATTERN
    best = np.argsort(-like)[:MOST]
    chosen = maps[best[like[best] >= ALIKE]]
    beyond = SIDE * (_STEP - 1)
    shifts = [np.array([[_STEP, 0, -x], [0, _STEP, -y], [0, 0, 1.0]]) for x in (0, beyond) for y in (0, beyond)]
    return np.concatenate([corners_of(chosen @ shift) for shift in shifts])


def _finder() -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float32]], ...]:
    """Sample points over a finder and its separator, two a module, and what is seen there."""
    along = (np.arange(2 * (FINDER + 2)) + 0.5) / 2 - 1
    x, y = np.meshgrid(along, along)
    ring = np.maximum(np.abs(x - FINDER / 2), np.abs(y - FINDER / 2))
    white = ((ring > 1.5) & (ring < 2.5)) | (ring > 3.5)
    points = np.stack([x.ravel() * _STEP, y.ravel() * _STEP, np.ones(x.size)]).astype(np.float32)
    return points, evened(white.reshape(1, -1).astype(np.float32))[0]


_POINTS, _PATTERN = _finder()
