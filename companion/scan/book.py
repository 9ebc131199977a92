"""Every tag of the printed decks as the grey values of a blurred picture of it, to compare with what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.scan.maps import Values, evened
from companion.scan.pattern import Mesh
from companion.scan.symbol import modules

BLURS = {0.5: 0.6, 0.65: 0.6, 0.8: 0.6, 0.95: 0.7, 1.1: 0.8, 1.3: 0.9, 1.5: 1.1}
"""How blurred the printed symbol may be in the picture (sigma in modules), and the margin that is then enough.

The more blurred, the more alike all symbols are and the better a stranger's tag can look by chance: of some 20,000
comparisons with other decks none came above 0.35 at 0.8 modules, 0.48 at 1.1, 0.82 at 1.5 (docs/scanning.md).
"""

ALIKE = 0.6
"""Likeness to the best tag below which nothing is read, whatever the margin."""

_BLURS = tuple(BLURS.items())

FLAT = 7
"""Modules over which shading is taken for light and not for ink."""


class Verdict(NamedTuple):
    """The tag a picture looks most like; by what margin, and whether that is enough; the likeness of every tag."""

    which: int
    margin: float
    enough: bool
    blur: float
    mirrored: bool
    likeness: Values


class Book:
    """The tags of all decks on the table. The whole printed deck belongs in it, not only the copies in play."""

    def __init__(self, payloads: Sequence[str], mesh: Mesh) -> None:
        self.payloads = tuple(payloads)
        self._mesh = mesh
        self._data = ~mesh.fixed()
        self._pages = np.concatenate([self._page(blur) for blur in BLURS]) if payloads else np.zeros((0, 0))

    def _page(self, blur: float) -> Values:
        return evened(np.stack([self._ink(self._mesh.draw(modules(p), blur)) for p in self.payloads]))

    def _ink(self, square: Values) -> Values:
        """The data modules without slow changes of light."""
        wide = FLAT * self._mesh.fine
        ink: Values = (square - cv2.blur(square, (wide, wide)))[self._data]
        return ink

    def compare(self, seen: Values, mirrored: bool = False) -> list[Verdict]:
        """A verdict on each row of samples (all samples of the mesh), taken as it is or as in a mirror."""
        if not self.payloads or not len(seen):
            return []
        squares = seen.reshape(-1, self._mesh.across, self._mesh.across)
        if mirrored:
            squares = squares.transpose(0, 2, 1)
        return [judge(likeness, mirrored) for likeness in self._likeness(squares)]

    def _likeness(self, squares: Values) -> Values:
        """(symbols, blurs, tags)"""
        ink = evened(np.stack([self._ink(np.ascontiguousarray(square)) for square in squares]))
        likeness: Values = (ink @ self._pages.T).reshape(len(ink), len(BLURS), len(self.payloads))
        return likeness


def judge(likeness: Values, mirrored: bool = False) -> Verdict:
    """The verdict on one symbol from its likeness (blurs, tags): at the blur that suits it best."""
    sharpness = int(likeness.max(1).argmax())
    blur, needed = _BLURS[sharpness]
    best = likeness[sharpness]
    by = margin(best)
    return Verdict(int(best.argmax()), by, by >= needed and float(best.max()) >= ALIKE, blur, mirrored, best)


def margin(likeness: Values) -> float:
    """How much better the best tag explains the picture than the second: (best² - second²) / (1 - best²)."""
    ordered = np.sort(likeness)
    best, second = float(ordered[-1]), float(max(ordered[-2], 0)) if len(ordered) > 1 else 0.0
    return (best * abs(best) - second**2) / (1 - min(best * best, 0.999))
