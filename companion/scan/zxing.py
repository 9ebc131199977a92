"""zxing-cpp on the whole frame: quick, and right whenever a tag has some four pixels a module.

Only QR symbols are asked for and frames are never cut into tiles: both gave false readings on real photographs.
"""

from __future__ import annotations

from typing import Any

from companion.scan.reader import Corners, Frame, Known, Reading


class Zxing:
    """The first look at a frame. Reads QR codes of every kind; only payloads of the known decks become cards."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def read(self, frame: Frame) -> list[Reading]:
        """Every code it can decode."""
        import zxingcpp

        found = zxingcpp.read_barcodes(frame, formats=_only_qr(), try_invert=False)
        return [self._reading(code) for code in found]

    def _reading(self, code: Any) -> Reading:
        return Reading(_corners(code.position), "zxing", code.text, self._known.get(code.text))


def _only_qr() -> Any:
    """The stub asks for a set of formats; the library takes one as well."""
    import zxingcpp

    return zxingcpp.BarcodeFormat.QRCode


def _corners(position: Any) -> Corners:
    a, b, c, d = position.top_left, position.top_right, position.bottom_right, position.bottom_left
    return ((a.x, a.y), (b.x, b.y), (c.x, c.y), (d.x, d.y))
