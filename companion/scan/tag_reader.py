"""Both looks at a frame: zxing-cpp on all of it, then the closed set on what is left. Big photographs made smaller."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

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
        from companion.scan.pattern import facing
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
        import cv2
        import numpy as np

        by = 2 if frame.size <= HUGE else 4
        small = [replace(reading, corners=_scaled(reading.corners, 1 / by)) for reading in found]
        smaller = cv2.resize(frame, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
        more = self._second.read(smaller.astype(np.uint8, copy=False), small)
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


_SET = tuple(
    f"{prefix}openblas_set_num_threads{suffix}" for prefix in ("scipy_", "") for suffix in ("64_", "", "_64", "64")
)
"""What builds of OpenBLAS call the function that sets how many threads they use."""


@cache
def use_one_thread() -> int:
    """Have OpenCV and every OpenBLAS of this process use one thread; return to how many of the latter that was said.

    The arithmetic of a picture is many small products: a second thread only waits for the first. OpenBLAS, with which
    NumPy multiplies, reads `OPENBLAS_NUM_THREADS` once, when NumPy is first imported, so the loaded library is told.
    """
    import cv2

    cv2.setNumThreads(1)
    told = 0
    for path in dict.fromkeys(_libraries()):
        with suppress(OSError):
            library = ctypes.CDLL(str(path))  # it is loaded already: this only finds it
            name = next((name for name in _SET if hasattr(library, name)), None)
            if name is not None:
                getattr(library, name)(1)
                told += 1
    return told


def _libraries() -> Iterator[Path]:
    """Files that may be the OpenBLAS in use: what came with NumPy; where the system tells, all that are loaded."""
    import numpy as np

    package = Path(np.__file__).parent
    for folder in (package.with_name("numpy.libs"), package / ".dylibs", package / ".libs"):
        yield from sorted(folder.glob("*openblas*"))
    with suppress(OSError):
        lines = Path("/proc/self/maps").read_text("utf-8", "replace").splitlines()
        paths = (Path(line.split(maxsplit=5)[5]) for line in lines if "blas" in line and line.count("/"))
        yield from (path for path in paths if path.exists())
