"""zxing-cpp on the whole frame: quick, and right whenever a tag has some four pixels a module.

Only QR symbols are asked for and frames are never cut into tiles: both gave false readings on real photographs. When
asked to take pains it looks again at twice the size with the light evened out, for tags under glare.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from companion.scan.picture import decode
from companion.scan.reader import Corners, Frame, Known, Reading

EVEN = 31
"""Pixels across which light is evened out: half a tag of three pixels a module, black and white in every square."""


class Zxing:
    """The first look at a frame. Reads QR codes of every kind; only payloads of the known decks become cards."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def read(self, frame: Frame) -> list[Reading]:
        """Every code it can decode."""
        return self._found(frame, 1)

    def read_again(self, frame: Frame) -> list[Reading]:
        """Known tags that only show at twice the size with the light evened out; other codes are not trusted there."""
        import cv2
        import numpy as np

        from companion.scan.locate import evenly_lit

        even = cv2.resize(evenly_lit(frame, EVEN), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        return [reading for reading in self._found(even.astype(np.uint8, copy=False), 2) if reading.copy]

    def _found(self, frame: Frame, scale: int) -> list[Reading]:
        if not available():
            return []
        import zxingcpp

        only_qr: Any = zxingcpp.BarcodeFormat.QRCode  # the stub asks for a set, the library takes one format as well
        found = zxingcpp.read_barcodes(frame, formats=only_qr, try_invert=False)
        return [Reading(_corners(c.position, scale), "zxing", c.text, self._known.get(c.text)) for c in found]


def available() -> bool:
    """Return True if this machine has zxing-cpp; without it only our tags are read, and no other codes."""
    return find_spec("zxingcpp") is not None


def _corners(position: Any, scale: int) -> Corners:
    ends = position.top_left, position.top_right, position.bottom_right, position.bottom_left
    a, b, c, d = (((end.x + 0.5) / scale - 0.5, (end.y + 0.5) / scale - 0.5) for end in ends)
    return a, b, c, d


SMALL = 1400
"""Pixels across, up to which a picture in which nothing is found is looked at again at twice the size."""


def texts_in(data: bytes, name: str = "—") -> list[str]:
    """Every code's text, none where `zxing.available` says no; raises `Refused` for what is no picture."""
    frame = decode(data, name)
    found = _texts(frame)
    if found or max(frame.shape) > SMALL:
        return found
    import cv2
    import numpy as np

    doubled = cv2.resize(frame, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return _texts(doubled.astype(np.uint8, copy=False))


def _texts(frame: Frame) -> list[str]:
    return [reading.payload for reading in Zxing({}).read(frame) if reading.payload]
