"""The 21×21 grid of a symbol laid over a picture: maps from modules to pixels, sampling, and fitting.

A map is a 3×3 homography from symbol coordinates (0..21, its own top left first) to pixels. Fitting slides, turns and
tips many maps at once until what every version 1 symbol has (finders, timing, white margin) lies on the picture: the
inverse compositional Lucas-Kanade step, whose derivatives are of the pattern and so are worked out once.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scan.locate import Quads
from companion.scan.reader import Frame
from companion.scan.symbol import SIDE

Maps = NDArray[np.float64]
Values = NDArray[np.float32]
Mask = NDArray[np.bool_]

MARGIN = 1
"""White modules round the symbol that are looked at too."""

FINE = 2
"""Samples a module, each way."""

ACROSS = (SIDE + 2 * MARGIN) * FINE
"""Samples along one side."""

_SPARE = 3
_DRAWN = 8


def fixed_modules() -> Mask:
    """The modules every symbol has alike, margin included: finders with their separators, timing, white round it."""
    fixed = np.zeros((SIDE + 2 * MARGIN,) * 2, bool)
    first, last = MARGIN + 8, -MARGIN - 8
    fixed[:MARGIN], fixed[-MARGIN:], fixed[:, :MARGIN], fixed[:, -MARGIN:] = True, True, True, True
    fixed[:first, :first], fixed[:first, last:], fixed[last:, :first] = True, True, True
    fixed[MARGIN + 6, :], fixed[:, MARGIN + 6] = True, True
    return fixed


def by_sample(mask: Mask) -> Mask:
    """A mask of modules as a mask of samples."""
    return np.kron(mask, np.ones((FINE, FINE), bool)).astype(bool)


def sample_points() -> Maps:
    """Where the samples of a symbol lie, as columns (x, y, 1)."""
    along = (np.arange(ACROSS) + 0.5) / FINE - MARGIN
    x, y = np.meshgrid(along, along)
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size)])


def maps_onto(quads: Quads) -> Maps:
    """The maps that lay the symbol on these corners, in closed form."""
    a, b, c, d = (quads[:, k].astype(np.float64) for k in range(4))
    right, down, skew = b - c, d - c, a - b + c - d
    area = right[:, 0] * down[:, 1] - down[:, 0] * right[:, 1]
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g = (skew[:, 0] * down[:, 1] - down[:, 0] * skew[:, 1]) / area
    h = (right[:, 0] * skew[:, 1] - skew[:, 0] * right[:, 1]) / area
    maps = np.ones((len(quads), 3, 3))
    maps[:, :2, 0], maps[:, :2, 1], maps[:, :2, 2] = b - a + g[:, None] * b, d - a + h[:, None] * d, a
    maps[:, 2, 0], maps[:, 2, 1] = g, h
    unit: Maps = maps @ np.diag([1 / SIDE, 1 / SIDE, 1])
    return unit


def corners_of(maps: Maps) -> Quads:
    """Where the corners of the symbol fall."""
    ends = np.array([[0, SIDE, SIDE, 0], [0, 0, SIDE, SIDE], [1, 1, 1, 1.0]])
    seen = maps @ ends
    corners: Quads = (seen[:, :2] / seen[:, 2:]).transpose(0, 2, 1).astype(np.float32)
    return corners


def turned(maps: Maps, quarters: NDArray[np.intp]) -> Maps:
    """Each map with its symbol turned so many quarters clockwise in the picture."""
    quarter = np.array([[0, -1, SIDE], [1, 0, 0], [0, 0, 1.0]])
    turns = np.stack([np.linalg.matrix_power(quarter, k) for k in range(4)])
    new: Maps = maps @ turns[quarters]
    return new


def sample(frame: Frame, maps: Maps, points: Maps) -> Values:
    """The picture under these points of each symbol, one row a map."""
    seen = (maps.reshape(-1, 3).astype(np.float32) @ points.astype(np.float32)).reshape(len(maps), 3, -1)
    scale = 1 / seen[:, 2]
    x, y = seen[:, 0] * scale, seen[:, 1] * scale
    return cv2.remap(frame, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)


def evened(values: Values) -> Values:
    """Each row with mean 0 and length 1, so that a product of two rows is their correlation."""
    values = values - values.mean(1, keepdims=True)
    even: Values = values / (np.linalg.norm(values, axis=1, keepdims=True) + 1e-3)
    return even


def drawn(dark: NDArray[np.floating] | Mask, blur: float) -> Values:
    """A symbol (share of black per module) as a blurred picture, `_DRAWN` pixels a module, with spare white round it."""
    white = np.pad(1 - np.asarray(dark, np.float32), MARGIN + _SPARE, constant_values=1)
    big = np.kron(white, np.ones((_DRAWN, _DRAWN), np.float32))
    return cv2.GaussianBlur(big, (0, 0), blur * _DRAWN).astype(np.float32)


def at_samples(big: Values) -> Values:
    """A drawn picture at the sample points, as a square."""
    spare = _SPARE * _DRAWN
    inside = np.ascontiguousarray(big[spare:-spare, spare:-spare])
    return cv2.resize(inside, (ACROSS, ACROSS), interpolation=cv2.INTER_AREA).astype(np.float32)


class Pattern:
    """A picture of a symbol to fit maps to: the mean of all symbols on the fixed modules, or one symbol on all."""

    def __init__(self, dark: NDArray[np.floating] | Mask, blur: float, mask: Mask) -> None:
        """`blur` in modules; `mask` says which samples count."""
        inside = mask.ravel()
        self._points = sample_points()[:, inside]
        big = drawn(dark, blur)
        down, across = (np.asarray(np.gradient(big, axis=axis), np.float32) * _DRAWN for axis in (0, 1))
        plain, across, down = (at_samples(part).ravel()[inside] for part in (big, across, down))
        plain = plain - plain.mean()
        self._length = float(np.linalg.norm(plain))
        self._plain: Values = plain / self._length
        self._solve = self._solver(across / self._length, down / self._length)

    def _solver(self, across: Values, down: Values) -> Values:
        """From what is left over to the eight ways a map can move; gain and brightness are projected out."""
        x, y = (self._points[:2] - SIDE / 2) / SIDE
        both = across * x + down * y
        moves = np.stack([across, across * x, across * y, down, down * x, down * y, both * x, both * y], 1)
        level, _ = np.linalg.qr(np.stack([np.ones_like(self._plain), self._plain], 1))
        moves = moves - level @ (level.T @ moves)
        return np.linalg.solve(moves.T @ moves + 1e-4 * np.eye(8), moves.T).astype(np.float32)

    def likeness(self, frame: Frame, maps: Maps) -> Values:
        """Correlation of the picture under each map with the pattern."""
        like: Values = evened(sample(frame, maps, self._points)) @ self._plain
        return like

    def fit(self, frame: Frame, maps: Maps, steps: int) -> tuple[Maps, Values]:
        """The best map on the way of so many steps, and its likeness."""
        best, best_like = maps.copy(), np.full(len(maps), -1, np.float32)
        for step in range(steps + 1):
            seen = evened(sample(frame, maps, self._points))
            like = seen @ self._plain
            better = like > best_like
            best[better], best_like[better] = maps[better], like[better]
            if step < steps:
                left_over = seen / np.maximum(like, 0.2)[:, None] - self._plain
                maps = _moved(maps, (left_over @ self._solve.T).astype(np.float64))
        return best, best_like


_TO_CENTRE = np.array([[1 / SIDE, 0, -0.5], [0, 1 / SIDE, -0.5], [0, 0, 1]])
_FROM_CENTRE = np.linalg.inv(_TO_CENTRE)


def _moved(maps: Maps, moves: Maps) -> Maps:
    """Maps after undoing these moves of the pattern, each at most a module and a half."""
    moves = np.clip(moves, -1.5, 1.5) / SIDE
    warp = np.tile(np.eye(3), (len(maps), 1, 1))
    warp[:, 0, 2] += moves[:, 0]
    warp[:, 0, :2] += moves[:, 1:3]
    warp[:, 1, 2] += moves[:, 3]
    warp[:, 1, :2] += moves[:, 4:6]
    warp[:, 2, :2] -= moves[:, 6:8]
    maps = maps @ (_FROM_CENTRE @ np.linalg.inv(warp) @ _TO_CENTRE)
    scaled: Maps = maps / maps[:, 2:, 2:]
    return scaled
