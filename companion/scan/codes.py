"""The texts of the QR codes in a picture, of whatever kind: large ones too, as a screen shows them."""

from __future__ import annotations

from companion.scan.picture import decode
from companion.scan.reader import Frame
from companion.scan.zxing import Zxing

SMALL = 1400
"""Pixels across, up to which a picture in which nothing is found is looked at again at twice the size."""


def texts_in(data: bytes, name: str = "—") -> list[str]:
    """Every code's text, none where `zxing.available` says no; raises `Refused` for what is no picture."""
    frame = decode(data, name)
    return _texts(frame) or (_texts(_doubled(frame)) if max(frame.shape) <= SMALL else [])


def _texts(frame: Frame) -> list[str]:
    return [reading.payload for reading in Zxing({}).read(frame) if reading.payload]


def _doubled(frame: Frame) -> Frame:
    import cv2
    import numpy as np

    return cv2.resize(frame, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC).astype(np.uint8, copy=False)
