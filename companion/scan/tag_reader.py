"""Both looks at a frame: zxing-cpp on all of it, then the closed set on what is left. Big photographs made smaller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.scan.reader import Corners, Frame, Known, Reading, need_opencv

BIG = 4_000_000
"""Pixels above which the second look is taken at half size: a phone's photograph has more than enough of them."""

HUGE = 32_000_000
"""Likewise at a quarter."""

NEAR = 42.0
"""Pixels along the side of a tag (two a module) from which looking again at twice the size may read its neighbours."""


class TagReader:
    """Reads the cards of the decks it knows. One for a table; one frame at a time.

    >>> import numpy
    >>> from companion.decks.catalog import title
    >>> from companion.engine.tags import payloads
    >>> from companion.scan.symbol import QUIET, modules
    >>> known = payloads(title("la-cosa").decklist)
    >>> tag = next(text for text, copy in known.items() if copy.id == "hacha.1")
    >>> light = numpy.pad(~modules(tag), QUIET, constant_values=True)
    >>> frame = numpy.kron(light, numpy.full((6, 6), 255, numpy.uint8))
    >>> [known[reading.payload].id for reading in TagReader(known).read(frame)]
    ['hacha.1']
    """

    def __init__(self, known: Known) -> None:
        need_opencv()
        from companion.scan.closedset import ClosedSet
        from companion.scan.mirror import facing
        from companion.scan.threads import use_one_thread
        from companion.scan.zxing import Zxing

        use_one_thread()  # the service has one core to spare, and threads cost more than they give here
        self.known = known
        self._first = Zxing(known)
        self._second = ClosedSet(known)
        self._facing = facing

    def read(self, frame: Frame, thorough: bool = True) -> list[Reading]:
        """Every tag of the frame; without `thorough` only what the quick first look finds."""
        found = self._facing(frame, self._first.read(frame))
        if not thorough:
            return found
        if frame.size <= BIG:
            return self._thorough(frame, found)
        by = 2 if frame.size <= HUGE else 4
        small = [replace(reading, corners=_scaled(reading.corners, 1 / by)) for reading in found]
        import cv2
        import numpy as np

        more = self._second.read(
            cv2.resize(frame, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False),
            small,
        )
        return found + [replace(reading, corners=_scaled(reading.corners, by)) for reading in more]

    def settle(self, evidence: Sequence[Sequence[float]]) -> str | None:
        """Return the payload that several frames of one tag give together though none gave it alone, or None."""
        return self._second.settle(evidence)

    def _thorough(self, frame: Frame, found: list[Reading]) -> list[Reading]:
        """Both looks, and the pains zxing-cpp can take: before the second look if it is known to pay, else after."""
        pays = _large(found)
        if pays:
            found = self._again(frame, found)
        found = found + self._second.read(frame, found)
        return self._again(frame, found) if not pays and _large(found) else found

    def _again(self, frame: Frame, found: list[Reading]) -> list[Reading]:
        more = self._facing(frame, self._first.read_again(frame))
        new = [tag for tag in more if not any(tag.beside(old) for old in found if old.copy)]
        return [old for old in found if old.copy or not any(old.beside(tag) for tag in new)] + new


def _large(found: Sequence[Reading]) -> bool:
    return any(reading.side >= NEAR for reading in found)


def _scaled(corners: Corners, by: float) -> Corners:
    a, b, c, d = (((x + 0.5) * by - 0.5, (y + 0.5) * by - 0.5) for x, y in corners)
    return a, b, c, d
