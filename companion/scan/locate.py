"""Where a tag might lie: dark squares in a white surround, at the frame's own size and at half of it.

Dark is judged against the whitest thing near by, so that a shaded corner and a bright one are treated alike; between
the darkest and the whitest, because glare lifts black until it is hardly darker than the panel; and by what is narrow
and dark, which a symbol is full of, and a thumb or a card that lies over a part of it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scan.reader import Frame

Quads = NDArray[np.float32]
"""Four corners each, clockwise in the picture: (n, 4, 2) pixels."""

LEVEL = 0.75
"""Darker than this share of the local white counts as dark."""

BETWEEN = 0.75
"""Likewise, as a share of the way from the local black to the local white."""

Narrow = tuple[int, float]
"""Pixels up to which something dark is narrow, and the share of black in a place that is full of such."""

NARROW, NARROW_AT_HALF = (9, 0.06), (15, 0.1)

BRIDGE = 3
"""Pixels up to which what joins two such places is no part of them."""

GRAIN = 15.0
"""Pixels up to which a place of that kind is grain: so small a symbol is read only if nothing covers it."""

LONGER = 1.15
"""Length of a box, in its width, from which it is no square seen askew alone."""

NEAR = 15
"""Pixels around a point in which the local white is looked for."""

DIM = np.uint8(48)
"""Grey below which nothing is white: without it every grain of a dark table has an outline."""

FAINT = np.uint8(20)
"""Greys between black and white below which there is nothing but grain."""

SMALLEST, LARGEST = 12.0, 80.0
"""Pixels along the side of a symbol at one scale. Below, 21 modules cannot be told apart; above, zxing reads it."""


def squares(frame: Frame) -> Quads:
    """Every square that might be a symbol, many of them several times over; none in a frame without room for one."""
    if min(frame.shape) < SMALLEST:
        return np.zeros((0, 4, 2), np.float32)
    half = cv2.resize(frame, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    near = [*_dark_squares(frame, NARROW)]
    far = [(quad + 0.5) * 2 - 0.5 for quad in _dark_squares(half, NARROW_AT_HALF)]
    if not near and not far:
        return np.zeros((0, 4, 2), np.float32)
    quads = np.stack([*near, *far]).astype(np.float32)
    around = quads - quads.mean(1, keepdims=True)
    by_angle = np.argsort(np.arctan2(around[..., 1], around[..., 0]), axis=1)
    quads = np.take_along_axis(quads, by_angle[..., None], axis=1)
    # Without those that another level or scale found in the same place to within two pixels.
    where = np.round(quads.reshape(len(quads), 8) / 2).astype(np.int32)
    _, first = np.unique(where, axis=0, return_index=True)
    return quads[np.sort(first)]


def _dark_squares(frame: Frame, narrow: Narrow) -> Iterator[Quads]:
    for dark, covered in _darks(frame, narrow):
        outlines, nesting = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        # Of what is dark the outside alone: the white specks in it are twice as many, and none of them is a symbol.
        outside = np.flatnonzero(nesting[0, :, 3] < 0) if len(outlines) else ()
        for outline in _right_size([outlines[int(k)] for k in outside]):
            yield from _square(outline, covered)


def _darks(frame: Frame, narrow: Narrow) -> Iterator[tuple[Any, bool]]:
    """Yield the masks of dark pixels, without specks, and whether a part of a square may be missing there."""
    soft = cv2.GaussianBlur(frame, (7, 7), 1.05).astype(np.uint8, copy=False)
    white = cv2.blur(cv2.dilate(frame, np.ones((NEAR, NEAR), np.uint8)), (NEAR, NEAR))
    share = cv2.divide(soft, np.maximum(white, DIM), scale=255)
    yield cv2.medianBlur(cv2.inRange(share, np.array(0), np.array(int(LEVEL * 255))), 3), False
    between = cv2.inRange(evenly_lit(soft, 2 * NEAR + 1), np.array(0), np.array(int(BETWEEN * 255)))
    yield cv2.medianBlur(between, 3), False
    pixels, share_of_black = narrow
    hats = cv2.morphologyEx(soft, cv2.MORPH_BLACKHAT, np.ones((pixels, pixels), np.uint8))
    light = np.maximum(cv2.blur(cv2.add(soft, hats), (5, 5)), 2 * DIM)
    dense = cv2.divide(cv2.blur(hats, (5, 5)), light, scale=255)
    dense = cv2.inRange(dense, np.array(int(share_of_black * 255)), np.array(255))
    yield cv2.morphologyEx(dense, cv2.MORPH_OPEN, np.ones((BRIDGE, BRIDGE), np.uint8)), True


def evenly_lit(frame: Frame, wide: int) -> Frame:
    """Stretch the contrast of the frame in every square of `wide` px, so that black is black and white is white."""
    square = np.ones((wide, wide), np.uint8)
    white, black = cv2.blur(cv2.dilate(frame, square), (wide, wide)), cv2.blur(cv2.erode(frame, square), (wide, wide))
    spread = np.maximum(cv2.subtract(white, black), FAINT)
    return cv2.divide(cv2.subtract(frame, black), spread, scale=255).astype(np.uint8, copy=False)


def _right_size(outlines: Sequence[Any]) -> Iterator[Any]:
    """Yield the outlines whose box could be that of a symbol: all boxes at once, for there are thousands."""
    if not outlines:
        return
    starts = np.cumsum([0, *map(len, outlines[:-1])])
    points = np.concatenate(outlines)[:, 0]
    box = np.maximum.reduceat(points, starts) - np.minimum.reduceat(points, starts) + 1
    small, large = box.min(1), box.max(1)
    right = (small >= 0.6 * SMALLEST) & (large >= SMALLEST) & (large <= 1.5 * LARGEST) & (large <= 3 * small)
    for k in np.flatnonzero(right):
        yield outlines[int(k)]


def _square(outline: Any, covered: bool) -> Iterator[Quads]:
    """Yield the corners of an outline that is roughly a square; if a corner may be `covered`, those of its box too."""
    hull = cv2.convexHull(outline)
    box = cv2.minAreaRect(hull)
    short, long = sorted(box[1])
    area = cv2.contourArea(hull)
    if short < 0.6 * SMALLEST or long > 1.3 * LARGEST or long > 2.4 * short or area < 0.6 * short * long:
        return
    if cv2.contourArea(outline) < 0.6 * area or (covered and short < GRAIN):
        return
    around = cv2.arcLength(hull, True)
    for slack in (0.04, 0.06, 0.09, 0.12):
        corners = cv2.approxPolyDP(hull, slack * around, True)
        if len(corners) <= 4:
            break
    if len(corners) == 4:
        yield corners.reshape(4, 2).astype(np.float32)
    if covered or len(corners) != 4:
        yield cv2.boxPoints(box).astype(np.float32)
    if covered and long > LONGER * short:
        yield from _ends(cv2.boxPoints(box).astype(np.float32), short / long)


def _ends(box: Quads, share: float) -> Iterator[Quads]:
    """Yield the squares at both ends of a box: it may be a symbol and what lies beside it."""
    a, b, c, d = box if np.linalg.norm(box[0] - box[1]) < np.linalg.norm(box[1] - box[2]) else np.roll(box, 1, axis=0)
    yield np.stack([a, b, b + (c - b) * share, a + (d - a) * share])
    yield np.stack([c + (b - c) * share, c, d, d + (a - d) * share])
