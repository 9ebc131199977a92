"""A drawn symbol as something to fit maps to: slide, turn and tip many maps at once until it lies on the picture.

One step is that of Lucas and Kanade in its inverse compositional form (Baker and Matthews, 2004): the derivatives are
of the drawing, not of the picture, so they are worked out once and a step is one product of matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import erf, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.scan.maps import Maps, Values, evened, maps_onto, moved, sample
from companion.scan.reader import Frame, Reading
from companion.scan.symbol import SIDE, modules

Mask = NDArray[np.bool_]
Shares = NDArray[np.floating] | Mask


class Mesh(NamedTuple):
    """Sampling grid of a symbol: `margin` modules beyond its edge, `fine` samples a module each way."""

    margin: int
    fine: int

    @property
    def across(self) -> int:
        """Samples along one side."""
        return (SIDE + 2 * self.margin) * self.fine

    @property
    def points(self) -> Values:
        """Positions of the samples, as columns (x, y, 1)."""
        return _points(self)

    def fixed(self) -> Mask:
        """Return the mask of samples that all symbols share: finders with their separators, timing, the white round
        it."""
        modules = np.zeros((SIDE + 2 * self.margin,) * 2, bool)
        edge, first, last = self.margin, self.margin + 8, -self.margin - 8
        modules[:edge], modules[-edge:], modules[:, :edge], modules[:, -edge:] = True, True, True, True
        modules[:first, :first], modules[:first, last:], modules[last:, :first] = True, True, True
        modules[edge + 6, :], modules[:, edge + 6] = True, True
        return np.kron(modules, np.ones((self.fine, self.fine), bool)).astype(bool)

    def rim(self, depth: int) -> Mask:
        """Return the mask of samples in the margin and within `depth` modules of the edge."""
        inner = (self.margin + depth) * self.fine
        rim = np.ones((self.across, self.across), bool)
        rim[inner:-inner, inner:-inner] = False
        return rim

    def draw(self, dark: Shares, blur: float) -> Values:
        """Draw a symbol (share of black per module) as these samples would see it, blurred by `blur` modules: 1 is
        white."""
        value, _ = _profile(self, blur)
        return (1 - value @ dark @ value.T).astype(np.float32)

    def slopes(self, dark: Shares, blur: float) -> tuple[Values, Values]:
        """Return how that drawing changes a module to the right, and a module down."""
        value, slope = _profile(self, blur)
        return (-value @ dark @ slope.T).astype(np.float32), (-slope @ dark @ value.T).astype(np.float32)


@lru_cache(maxsize=8)
def _points(mesh: Mesh) -> Values:
    along = (np.arange(mesh.across) + 0.5) / mesh.fine - mesh.margin
    x, y = np.meshgrid(along, along)
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size)]).astype(np.float32)


@lru_cache(maxsize=64)
def _profile(mesh: Mesh, blur: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how much of each module every sample of a line sees, and how that changes along the line: (samples,
    modules).

    A module is a box, the blur a Gaussian: what is seen of it at x is a difference of two error functions. Both
    directions are alike, so a whole symbol is two small products of matrices.
    """
    at = (np.arange(mesh.across) + 0.5) / mesh.fine - mesh.margin
    from_edge = (at[:, None] - np.arange(SIDE + 1)) / (blur * sqrt(2))
    step = np.vectorize(erf)(from_edge) / 2
    bell = np.exp(-(from_edge**2)) / (blur * sqrt(2 * pi))
    return step[:, :-1] - step[:, 1:], bell[:, :-1] - bell[:, 1:]


class Pattern:
    """A drawing of a symbol on some samples of a mesh."""

    def __init__(self, dark: Shares, blur: float, mesh: Mesh, mask: Mask, shade: int = 2) -> None:
        """`blur` in modules; `mask`: which samples count; `shade`: degree of the light over the tag, which does not."""
        inside = mask.ravel()
        self._points = mesh.points[:, inside]
        # Light that changes slowly over the tag, as polynomials of x and y, at right angles to each other.
        x, y = (self._points[:2] - SIDE / 2) / SIDE
        powers = [x**i * y**j for i in range(shade + 1) for j in range(shade + 1 - i)]
        self._shade = np.linalg.qr(np.stack(powers, 1))[0].astype(np.float32)
        plain: Values = self._flat(mesh.draw(dark, blur).ravel()[inside])
        length = float(np.linalg.norm(plain))
        self._plain: Values = (plain / length).astype(np.float32)
        right, down = (slope.ravel()[inside] / length for slope in mesh.slopes(dark, blur))
        self._solve = self._solver(right, down)

    def _solver(self, right: Values, down: Values) -> Values:
        """From what a picture has more than the drawing to the eight moves; brightness and contrast do not count."""
        x, y = (self._points[:2] - SIDE / 2) / SIDE
        both = right * x + down * y
        moves = np.stack([right, right * x, right * y, down, down * x, down * y, both * x, both * y], 1)
        level, _ = np.linalg.qr(np.column_stack([self._shade, self._plain]))
        moves = moves - level @ (level.T @ moves)
        return np.linalg.solve(moves.T @ moves + 1e-4 * np.eye(8), moves.T).astype(np.float32)

    def _flat(self, seen: Values) -> Values:
        """Without brightness, slopes and bowls of light."""
        return np.asarray(seen - (seen @ self._shade) @ self._shade.T, np.float32)

    def fit(self, frame: NDArray[np.uint8], maps: Maps, steps: int) -> tuple[Maps, Values]:
        """Improve maps in `steps` steps; return the best of each with its likeness to the drawing (correlation)."""
        best, best_like = maps.copy(), np.full(len(maps), -1, np.float32)
        for step in range(steps + 1):
            seen = evened(self._flat(sample(frame, maps, self._points)))
            like = seen @ self._plain
            better = like > best_like
            best[better], best_like[better] = maps[better], like[better]
            if step < steps:
                more = seen / np.maximum(like, 0.2)[:, None] - self._plain
                maps = moved(maps, (more @ self._solve.T).astype(np.float64))
        return best, best_like


_ONE_A_MODULE = Mesh(margin=0, fine=1)


def facing(frame: Frame, readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings of our own tags, those seen in a mirror marked, their corners in the symbol's own order.

    Decoders read a tag in a mirror all the same, and do not say so.
    """
    known = [reading for reading in readings if reading.copy and reading.payload]
    if not known:
        return list(readings)
    corners = np.array([reading.corners for reading in known], np.float32)
    seen = sample(frame, maps_onto(corners), _ONE_A_MODULE.points)
    turned = {}
    for reading, row in zip(known, seen, strict=True):
        ink = modules(reading.payload or "").astype(np.float32)
        dark = -row.reshape(ink.shape)
        if float((dark * (ink.T - ink)).sum()) > 0:  # its drawing fits better the other way round
            a, b, c, d = reading.corners
            turned[id(reading)] = replace(reading, corners=(a, d, c, b), mirrored=True)
    return [turned.get(id(reading), reading) for reading in readings]
