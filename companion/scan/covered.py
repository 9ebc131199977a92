"""Where a tag may lie of which something covers a corner, or the white margin of a side.

A thumb, the rim of a sleeve or a neighbour's card leaves two finders, or three margins; what all symbols share is then
fitted to each place without the part that may be covered, whichever part that is.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scan.locate import Quads
from companion.scan.maps import Maps, Values, best_of_place, evened, maps_onto, sample, turned
from companion.scan.pattern import Mask, Mesh, Pattern, Shares
from companion.scan.reader import Frame
from companion.scan.symbol import SIDE

CORNER, EDGE = 9, 1
"""Modules of the symbol that may go with a corner, and with the margin of a side."""

COARSE = Mesh(margin=1, fine=1)

FOUND, ROUGH, FITS = 0.45, 0.5, 0.7
"""Likeness of the rest to what all symbols share: as it was found; roughly fitted; enough to be compared."""

MOST = 300
"""Places and ways up looked into in one frame."""

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
    ends = here < CORNER, here >= SIDE - CORNER
    rims = here < EDGE, here >= SIDE - EDGE
    everywhere = here > -SIDE
    covered = [np.zeros((len(here),) * 2, bool)]
    covered += [np.outer(down, across) for down in ends for across in ends]
    covered += [part for rim in rims for part in (np.outer(rim, everywhere), np.outer(everywhere, rim))]
    return [~np.kron(part, np.ones((mesh.fine, mesh.fine), bool)).astype(bool) for part in covered]


class Covered:
    """Fits symbols to places where a part of one may be covered."""

    def __init__(self, mean: Shares, mesh: Mesh) -> None:
        """`mean`: share of black per module, of all tags."""
        drawn = COARSE.draw(mean, 1.5).ravel()
        self._coarse = [np.flatnonzero((COARSE.fixed() & rest).ravel()) for rest in left_over(COARSE)]
        self._drawn = [evened(drawn[None, samples])[0] for samples in self._coarse]
        self._rough, self._exact = (
            [Pattern(mean, blur, mesh, mesh.fixed() & rest) for rest in left_over(mesh)] for blur in (1.0, 0.6)
        )

    def fit(self, frame: Frame, quads: Quads) -> Fitted:
        """Return the maps that may lie on a symbol, any way up."""
        fitted = self._found(frame, quads).best(FOUND, 3)
        fitted = _fit(self._rough, frame, fitted, 4).best(ROUGH, 2)
        fitted = _fit(self._exact, frame, fitted, 3)
        return fitted.best(FITS, 2)

    def _found(self, frame: Frame, quads: Quads) -> Fitted:
        """Lay each symbol where it was found, four ways up, without the part that is least like it."""
        maps = maps_onto(quads)
        soft = cv2.GaussianBlur(frame, (7, 7), 1.05).astype(np.uint8, copy=False)
        upright = sample(soft, maps, COARSE.points).reshape(-1, COARSE.across, COARSE.across)
        seen = np.concatenate([np.rot90(upright, k, (1, 2)).reshape(-1, COARSE.across**2) for k in range(4)])
        like = np.stack([evened(seen[:, rest]) @ drawn for rest, drawn in zip(self._coarse, self._drawn, strict=True)])
        part = like[1:].argmax(0) + 1
        return Fitted(np.concatenate([turned(maps, k) for k in range(4)]), like[part, np.arange(len(part))], part)


def _fit(patterns: list[Pattern], frame: Frame, found: Fitted, steps: int) -> Fitted:
    maps, like = found.maps.copy(), found.like.copy()
    for k in np.unique(found.part):
        here = found.part == k
        maps[here], like[here] = patterns[int(k)].fit(frame, maps[here], steps)
    return Fitted(maps, like, found.part)
