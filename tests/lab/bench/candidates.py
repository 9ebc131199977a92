"""The other readers `tasks.py bench scan` is measured beside: each a function from a grey frame to payloads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from companion.scan.reader import Frame

Rival = Callable[[Frame], set[str]]

THRICE_AT_MOST = 2_500_000
"""Pixels above which three times the size is not worth a look, nor the slow readers the wait."""


def rivals(frame: Frame) -> Iterator[tuple[str, Rival]]:
    """Yield the readers that take a frame of this size, by their names in the table."""
    if find_spec("zxingcpp"):
        yield "zxing-cpp", zxing
    if frame.size <= THRICE_AT_MOST:
        if find_spec("zxingcpp"):
            yield "zxing ×3", zxing_thrice
            yield "zxing+sharp ×3", zxing_and_sharp_thrice
        yield "OpenCV", opencv
        if _zbar() is not None:
            yield "pyzbar", pyzbar


def zxing(frame: Frame) -> set[str]:
    """Read with zxing-cpp and its defaults, on the frame as it is."""
    import zxingcpp

    formats: Any = zxingcpp.BarcodeFormat.QRCode
    return {code.text for code in zxingcpp.read_barcodes(frame, formats=formats)}


def zxing_thrice(frame: Frame) -> set[str]:
    """Read with zxing-cpp on the frame three times as large."""
    return zxing(_thrice(frame))


def zxing_and_sharp_thrice(frame: Frame) -> set[str]:
    """Read with zxing-cpp on the frame, and on the frame three times as large and sharpened."""
    import cv2
    import numpy as np

    large = _thrice(frame)
    sharp = cv2.addWeighted(large, 3, cv2.GaussianBlur(large, (0, 0), 3), -2, 0)
    return zxing(frame) | zxing(sharp.astype(np.uint8, copy=False))


def _thrice(frame: Frame) -> Frame:
    import cv2
    import numpy as np

    return cv2.resize(frame, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC).astype(np.uint8, copy=False)


def opencv(frame: Frame) -> set[str]:
    """Read with OpenCV's better detector of the two."""
    import cv2

    try:
        found, texts, _, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(frame)
    except (cv2.error, UnicodeDecodeError, SystemError):
        return set()
    return {text for text in texts if text} if found else set()


def pyzbar(frame: Frame) -> set[str]:
    """Read with zbar, where the machine has it."""
    module = _zbar()
    return {code.data.decode("utf-8", "replace") for code in module.decode(frame, symbols=[module.ZBarSymbol.QRCODE])}


def _zbar() -> Any:
    """Return the module, or None where it or its C library is missing."""
    try:
        from pyzbar import pyzbar as module  # type: ignore[import-not-found, unused-ignore]
    except (ImportError, OSError):
        return None
    return module
