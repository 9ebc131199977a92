"""Where a tag may lie of which something covers a corner, or the white margin of a side.

A thumb, the rim of a sleeve or a neighbour's card leaves two finders, or three margins; what all symbols share is then
fitted to each place without the part that may be covered, whichever part that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scan.locate import Quads
from companion.scan.maps import Maps, Values, best_of_place, evened, maps_onto, sample, turned
from companion.scan.pattern import Mask, Mesh, Pattern, Shares
from companion.scan.reader import Frame, Reading
from companion.scan.symbol import SIDE

CORNER, EDGE = 10, 1
"""Modules of the symbol along both sides that may go with a corner, and across one with its margin."""

COARSE = Mesh(margin=1, fine=1)

FOUND, ROUGH, FITS = 0.5, 0.5, 0.65
"""Likeness of the rest to what all symbols share: as it was found; roughly fitted; enough to be compared."""

SOFTER = 0.05
"""By so much the softer drawing must be more like, for its map to be kept."""

MOST = 1500
"""Places and ways up looked into in one frame."""

STEP, STEPS = 0.1, 2
"""Step of the grid, in sides of a symbol, on which one of a known shape is laid; steps each way from a place."""

ENOUGH_READ = 2
"""So many cards read tell how large the others are, and how they lie."""

Part = NDArray[np.intp]
"""For each map the part it leaves out, by its place in `left_over`."""


class Fitted(NamedTuple):
    """Maps, how like a symbol the rest is, and which part each leaves out."""

    maps: Maps
    like: Values
    part: Part

    def best(self, least: float, keep: int) -> Fitted:
        """Keep the best of each place."""
        best = best_of_place(self.maps, self.like, least, keep, MOST)
        return Fitted(self.maps[best], self.like[best], self.part[best])


def left_over(mesh: Mesh) -> list[Mask]:
    """Return the samples that are left when nothing is covered, each of the corners, each of the sides."""
    here = np.arange(SIDE + 2 * mesh.margin) - mesh.margin
    within = here.clip(0), (SIDE - 1 - here).clip(0)
    rims = here < EDGE, here >= SIDE - EDGE
    everywhere = here > -SIDE
    covered = [np.zeros((len(here),) * 2, bool)]
    covered += [np.add.outer(down, across) < CORNER for down in within for across in within]
    covered += [part for rim in rims for part in (np.outer(rim, everywhere), np.outer(everywhere, rim))]
    return [~np.kron(part, np.ones((mesh.fine, mesh.fine), bool)).astype(bool) for part in covered]


class Covered:
    """Fits symbols to places where a part of one may be covered."""

    def __init__(self, mean: Shares, mesh: Mesh) -> None:
        """`mean`: share of black per module, of all tags."""
        drawn, rests = COARSE.draw(mean, 1.5), [COARSE.fixed() & rest for rest in left_over(COARSE)[1:]]
        levelled = [np.zeros_like(drawn) for _ in rests]
        for rest, level in zip(rests, levelled, strict=True):
            level[rest] = evened(drawn[rest][None])[0]
        # A column for each way up and each part that may be covered: all places are compared with all of them at once.
        counted, drawings = (
            np.stack([np.rot90(part, -k).ravel() for k in range(4) for part in parts], 1).astype(np.float32)
            for parts in (rests, levelled)
        )
        used = counted.any(1)
        self._points, self._counted, self._drawn = COARSE.points[:, used], counted[used], drawings[used]
        self._rough, self._exact = (
            [Pattern(mean, blur, mesh, mesh.fixed() & rest) for rest in left_over(mesh)] for blur in (1.0, 0.6)
        )

    def fit(self, frame: Frame, quads: Quads) -> Fitted:
        """Return the maps that may lie on a symbol, any way up."""
        found = self._found(frame, quads).best(FOUND, 12)
        rough = _fit(self._rough, frame, found, 4).best(ROUGH, 6)
        exact = _fit(self._exact, frame, rough, 3)
        soft = rough.like - SOFTER > exact.like
        maps = np.where(soft[:, None, None], rough.maps, exact.maps)
        return Fitted(maps, np.where(soft, rough.like - SOFTER, exact.like), exact.part).best(FITS, 2)

    def _found(self, frame: Frame, quads: Quads) -> Fitted:
        """Lay each symbol where it was found, four ways up, without the part that is least like it."""
        maps = maps_onto(quads)
        soft = cv2.GaussianBlur(frame, (7, 7), 1.05).astype(np.uint8, copy=False)
        seen = sample(soft, maps, self._points)
        seen -= seen.mean(1, keepdims=True)
        spread = seen**2 @ self._counted - (seen @ self._counted) ** 2 / self._counted.sum(0)
        like = (seen @ self._drawn / np.sqrt(np.maximum(spread, 1e-3))).reshape(len(maps), 4, self._drawn.shape[1] // 4)
        part = like.argmax(2)
        most = np.take_along_axis(like, part[..., None], 2)[..., 0]
        return Fitted(np.concatenate([turned(maps, k) for k in range(4)]), most.T.ravel(), part.T.ravel() + 1)


def _fit(patterns: list[Pattern], frame: Frame, found: Fitted, steps: int) -> Fitted:
    maps, like = found.maps.copy(), found.like.copy()
    for k in np.unique(found.part):
        here = found.part == k
        maps[here], like[here] = patterns[int(k)].fit(frame, maps[here], steps)
    return Fitted(maps, like, found.part)


def alongside(quads: Quads, done: Sequence[Reading]) -> Quads:
    """Lay the shape of the nearest symbol that was read on each of these places, and about it.

    What covers a part of a symbol spoils its outline, and on one table the others tell its size and slant.
    """
    ends = [tag.corners[::-1] if tag.mirrored else tag.corners for tag in done if tag.copy]
    if len(ends) < ENOUGH_READ:
        return quads[:0]
    shapes = np.asarray(ends, np.float32)
    at = shapes.mean(1)
    step = STEP * float(np.sqrt(np.median([cv2.contourArea(shape) for shape in shapes])))
    about = np.array([complex(x, y) for x in range(-STEPS, STEPS + 1) for y in range(-STEPS, STEPS + 1)])
    cells = np.unique(np.round(quads.mean(1).astype(float) / step).view(complex) + about)
    places = np.stack([cells.real, cells.imag], 1) * step
    nearest = np.linalg.norm(places[:, None] - at, axis=2).argmin(1)
    laid: Quads = ((shapes - at[:, None])[nearest] + places[:, None]).astype(np.float32)
    return laid
