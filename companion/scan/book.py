"""Every tag of the printed decks as the grey values a blurred picture of it would have, to compare with what is seen."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from companion.scan.grid import ACROSS, FINE, Values, at_samples, by_sample, drawn, evened, fixed_modules
from companion.scan.reader import Known
from companion.scan.symbol import modules

BLURS = (0.5, 0.8, 1.1, 1.5)
"""How blurred the printed symbol may be in the picture: sigma in modules."""

FLAT = 7 * FINE
"""Samples over which shading is taken for light and not for ink."""


class Verdict(NamedTuple):
    """The tag a picture looks most like; how clear that is; whether as in a mirror; the likeness of every tag."""

    which: int
    margin: float
    mirrored: bool
    likeness: Values


class Book:
    """The tags of all decks on the table. The whole printed deck belongs in it, not only the copies in play."""

    def __init__(self, known: Known) -> None:
        self.payloads = tuple(known)
        self._data = ~by_sample(fixed_modules())
        self._pages = [self._page(blur) for blur in BLURS] if known else []

    def _page(self, blur: float) -> Values:
        return evened(np.stack([self._ink(at_samples(drawn(modules(p), blur))) for p in self.payloads]))

    def _ink(self, square: Values) -> Values:
        """The data modules without slow changes of light."""
        flat = square - cv2.blur(square, (FLAT, FLAT))
        ink: Values = flat[self._data]
        return ink

    def compare(self, seen: Values) -> list[Verdict]:
        """A verdict on each row of samples (whole symbols, as `grid.sample` gives them)."""
        if not self.payloads or not len(seen):
            return []
        squares = seen.reshape(-1, ACROSS, ACROSS)
        upright = self._likeness(squares)
        mirrored = self._likeness(squares.transpose(0, 2, 1))
        return [judge(a, b) for a, b in zip(upright, mirrored, strict=True)]

    def _likeness(self, squares: Values) -> Values:
        """(symbols, blurs, tags)"""
        ink = evened(np.stack([self._ink(np.ascontiguousarray(square)) for square in squares]))
        return np.stack([ink @ page.T for page in self._pages], axis=1)


def judge(upright: Values, mirrored: Values) -> Verdict:
    """The verdict on one symbol from its likeness (blurs, tags) as it is and as in a mirror."""
    both = np.concatenate([upright, mirrored], axis=1)
    blur = int(both.max(1).argmax())
    which = int(both[blur].argmax())
    tags = upright.shape[1]
    backwards = which >= tags
    return Verdict(which % tags, margin(both[blur]), backwards, (mirrored if backwards else upright)[blur])


def margin(likeness: Values) -> float:
    """How much better the best tag explains the picture than the second: (best² - second²) / (1 - best²).

    Tags of other decks reached 0.34 at most where this was first measured (2,253 of them); `ENOUGH` is 0.6.
    """
    ordered = np.sort(likeness)
    best, second = float(ordered[-1]), float(max(ordered[-2], 0)) if len(ordered) > 1 else 0.0
    return (best * abs(best) - second**2) / (1 - min(best * best, 0.999))
