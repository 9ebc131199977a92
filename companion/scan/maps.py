"""Maps from a symbol to the picture: 3×3 homographies from symbol coordinates (0..21 from its own top left) to pixels.

Always many at once, (n, 3, 3); a Python loop over them would cost more than all the arithmetic.
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

_QUARTERS = np.stack([np.linalg.matrix_power(np.array([[0, -1, SIDE], [1, 0, 0], [0, 0, 1.0]]), k) for k in range(4)])
_TO_CENTRE = np.array([[1 / SIDE, 0, -0.5], [0, 1 / SIDE, -0.5], [0, 0, 1]])
_FROM_CENTRE = np.linalg.inv(_TO_CENTRE)


def maps_onto(quads: Quads) -> Maps:
    """Return the maps that lay the symbol on these corners, in closed form."""
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
    """Return the corners of the symbol under each map."""
    ends = np.array([[0, SIDE, SIDE, 0], [0, 0, SIDE, SIDE], [1, 1, 1, 1.0]])
    seen = maps @ ends
    corners: Quads = (seen[:, :2] / seen[:, 2:]).transpose(0, 2, 1).astype(np.float32)
    return corners


def turned(maps: Maps, quarters: int) -> Maps:
    """Each map with its symbol turned so many quarters clockwise in the picture."""
    new: Maps = maps @ _QUARTERS[quarters]
    return new


def moved(maps: Maps, moves: Maps) -> Maps:
    """Return maps after undoing moves of the symbol in its own plane: each row slides, stretches and tips it in eight
    ways.

    Moves are in modules at the edge of the symbol, and held to a module and a half.
    """
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


def sample(frame: Frame, maps: Maps, points: Values) -> Values:
    """Sample the picture under these points (columns x, y, 1) of each symbol, one row a map."""
    if not len(maps):
        return np.zeros((0, points.shape[1]), np.float32)
    seen = maps.reshape(-1, 3).astype(np.float32) @ points
    depth = seen[2::3]
    x, y = seen[0::3] / depth, seen[1::3] / depth
    return cv2.remap(frame, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)


def evened(values: Values) -> Values:
    """Each row with mean 0 and length 1, so that the product of two rows is their correlation."""
    values = values - values.mean(1, keepdims=True)
    values *= 1 / (np.sqrt(np.einsum("ij,ij->i", values, values))[:, None] + 1e-3)
    return values


def best_of_place(maps: Maps, like: Values, least: float, keep: int, most: int) -> NDArray[np.intp]:
    """Choose the best maps of each place, best first, `most` at most, without those that are liked less than
    `least`."""
    order = np.argsort(-like)
    order = order[like[order] >= least][:most]
    chosen: NDArray[np.intp] = order[apart(corners_of(maps[order]), keep)]
    return chosen


def apart(quads: Quads, keep: int) -> list[int]:
    """From first to last, those with fewer than `keep` chosen before in the same place."""
    (x, y), size = quads.mean(1).T, np.ptp(quads, axis=1).max(1)
    reach = 0.3 * np.minimum(size[:, None], size[None])
    near = (np.abs(x[:, None] - x[None]) < reach) & (np.abs(y[:, None] - y[None]) < reach)
    before, chosen = np.zeros(len(quads), int), []
    for k in range(len(quads)):
        if before[k] < keep:
            chosen.append(k)
            before += near[k]
    return chosen
