"""Every tag of the printed decks as the grey values of a blurred picture of it, to compare with what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.scan.covered import Part, left_over
from companion.scan.maps import Values, evened
from companion.scan.pattern import Mask, Mesh
from companion.scan.symbol import modules

BLURS = {0.5: 0.6, 0.65: 0.6, 0.8: 0.6, 0.95: 0.7, 1.1: 0.8, 1.3: 0.9, 1.5: 1.05}
"""How blurred the printed symbol may be in the picture (sigma in modules), and the margin that is then enough.

The more blurred, the more alike all symbols are and the better a stranger's tag can look by chance: of some 20,000
comparisons with other decks none came above 0.35 at 0.8 modules, 0.57 at 1.1, 0.86 at 1.5 (docs/scanning.md).
"""

STRICTER = 1.25
"""Factor of that margin where a part is, or may be, taken for covered: one stranger of 50,000 came to 1.13 in a frame,
and to 1.20 in two that were added up (docs/scanning.md)."""

UNKNOWN = -1
"""In place of the part that is taken for covered, where several frames may have taken several."""

ALIKE = 0.6
"""Likeness to the best tag below which nothing is read, whatever the margin."""

_BLURS = tuple(BLURS.items())

SYMBOL = 0.8
"""Likeness to what all symbols share below which no tag is read: true ones have 0.85, letters of a title less."""

SPECKLED = 0.5
"""Contrast of the data modules, as a share of that of finders and timing, below which it is no symbol."""

FLAT = 7
"""Modules over which shading is taken for light and not for ink."""


class Verdict(NamedTuple):
    """The tag a picture looks most like; by what margin, and whether that is enough; the ink it was judged by.

    `symbol`: how like any symbol it is at all, by what all of them share, without the `part` taken for covered; 0 where
    the rest is too plain for one.
    """

    which: int
    margin: float
    enough: bool
    blur: float
    symbol: float
    mirrored: bool
    part: int
    ink: Values


class Book:
    """The tags of all decks on the table, one at least: the whole printed deck, not only the copies in play."""

    def __init__(self, payloads: Sequence[str], mesh: Mesh) -> None:
        self.payloads = tuple(payloads)
        self._mesh = mesh
        self._fixed, self._data = mesh.fixed(), ~mesh.fixed()
        drawn = [[self._ink(mesh.draw(modules(p), blur)) for p in self.payloads] for blur in BLURS]
        self._pages = np.concatenate([self._page(page, self._data) for page in drawn])
        self._left = left_over(mesh)
        common = [np.mean(page, axis=0) for page in drawn]
        self._common = [self._page(common, self._fixed & left) for left in self._left]

    @staticmethod
    def _page(drawn: Sequence[Values], samples: Mask) -> Values:
        return evened(np.stack([square[samples] for square in drawn]))

    def _ink(self, square: Values, left: Mask | None = None) -> Values:
        """Return a square of samples without slow changes of light, and with nothing where something covers it."""
        wide = (FLAT * self._mesh.fine,) * 2
        if left is None:
            return np.asarray(square - cv2.blur(square, wide), np.float32)
        there = left.astype(np.float32)
        light = cv2.blur(square * there, wide) / np.maximum(cv2.blur(there, wide), 0.01)
        return np.asarray((square - light) * there, np.float32)

    def compare(self, seen: Values, part: Part, mirrored: bool = False) -> list[Verdict]:
        """Return a verdict on each row of samples (all samples of the mesh), taken as it is or as in a mirror.

        `part`: what of each is taken for covered, by its place in `left_over`.
        """
        if not len(seen):
            return []
        squares = seen.reshape(-1, self._mesh.across, self._mesh.across)
        ink = [self._ink(square, self._left[p] if p else None) for square, p in zip(squares, part, strict=True)]
        rows = self._page([square.T if mirrored else square for square in ink], self._data)
        symbols = [self._symbol(square, p) for square, p in zip(ink, part, strict=True)]
        return [self.judge(row, symbol, mirrored, int(p)) for row, symbol, p in zip(rows, symbols, part, strict=True)]

    def judge(self, ink: Values, symbol: float = 1.0, mirrored: bool = False, part: int = 0) -> Verdict:
        """Return the verdict on the evened ink of one symbol, at the blur that suits it best."""
        likeness = (self._pages @ ink).reshape(len(BLURS), -1)
        sharpness = int(likeness.max(1).argmax())
        blur, needed = _BLURS[sharpness]
        best = likeness[sharpness]
        by = margin(best)
        enough = by >= needed * (STRICTER if part else 1) and float(best.max()) >= ALIKE and symbol >= SYMBOL
        return Verdict(int(best.argmax()), by, enough, blur, symbol, mirrored, part, ink)

    def judge_all(self, inks: Sequence[Sequence[float]]) -> Verdict:
        """One verdict on several looks at the same tag: their ink is added up, so that grain and chance cancel out.

        What covers it does not: a stranger that is refused in every frame would pass here by the usual bar.
        """
        total = evened(np.mean(np.asarray(inks, np.float32), axis=0, keepdims=True))
        return self.judge(total[0], part=UNKNOWN)

    def _symbol(self, ink: Values, part: int) -> float:
        """Return the likeness of a square to what all symbols share, in a mirror or not."""
        fixed = ink[self._fixed & self._left[part]]
        if ink[self._data].std() < SPECKLED * fixed.std():
            return 0.0
        return float((self._common[part] @ evened(fixed[None])[0]).max())


def margin(likeness: Values) -> float:
    """Return how much better the best tag explains the picture than the second: (best² - second²) / (1 - best²)."""
    ordered = np.sort(likeness)
    best, second = float(ordered[-1]), float(max(ordered[-2], 0)) if len(ordered) > 1 else 0.0
    return (best * abs(best) - second**2) / (1 - min(best * best, 0.999))
