"""Bytes to a grey picture. The header is looked at first: a file of a few kilobytes can unfold to gigabytes.

JPEG, PNG and WebP; the orientation a phone notes down (EXIF) is applied. Nothing is written anywhere.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from companion.i18n.scan_sentences import Refused
from companion.scan import MOST_PIXELS
from companion.scan.reader import Frame, need_opencv

MOST_BYTES = 24 * 1024 * 1024
"""The one limit there is: of a file here, of what a page or the interface takes in one go, of what people are told."""
MEGABYTE = 1024 * 1024
LONGEST_SIDE = 12_000
SHORTEST_SIDE = 13
"""Pixels; the smallest tag that is looked for would fill such a picture."""

_ONE_AT_A_TIME = threading.Lock()


class Header(NamedTuple):
    """Format and size of a picture, read before it is unpacked."""

    format: str
    width: int
    height: int


def decode(data: bytes, name: str = "—") -> Frame:
    """Decode a picture as grey. Raise `Refused` with a sentence that calls it `name`."""
    header = acceptable(data, name)
    need_opencv()
    import cv2
    import numpy as np

    with _ONE_AT_A_TIME, _quiet():
        try:
            frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
        except (cv2.error, MemoryError):
            frame = None
    if frame is None or sorted(frame.shape) != sorted((header.width, header.height)):
        raise Refused("picture.damaged", name=name, format=header.format)
    return frame.astype(np.uint8, copy=False)


def acceptable(data: bytes, name: str) -> Header:
    """Return a picture's header. Raise `Refused` if it is not worth unpacking."""
    if not data:
        raise Refused("picture.empty", name=name)
    if len(data) > MOST_BYTES:
        weight, most = round(len(data) / MEGABYTE, 1), MOST_BYTES // MEGABYTE
        raise Refused("picture.heavy", name=name, megabytes=weight, most=most)
    header = header_of(data, name)
    if header.width * header.height > MOST_PIXELS or max(header.width, header.height) > LONGEST_SIDE:
        size = {"width": header.width, "height": header.height}
        raise Refused("picture.large", name=name, **size, most=MOST_PIXELS // 10**6, side=LONGEST_SIDE)
    if min(header.width, header.height) < SHORTEST_SIDE:
        size = {"width": header.width, "height": header.height}
        raise Refused("picture.small", name=name, **size, least=SHORTEST_SIDE)
    return header


def header_of(data: bytes, name: str = "—") -> Header:
    """Format and size as the first bytes give them; `Refused` if they are of no picture we take, or cut off."""
    for start, kind, measure in _KINDS:
        if data.startswith(start) and (kind != "WebP" or data[8:12] == b"WEBP"):
            size = measure(data)
            if size is None or 0 in size:
                raise Refused("picture.header", name=name, format=kind)
            return Header(kind, *size)
    raise Refused("picture.heic" if _is_heic(data) else "picture.format", name=name)


def is_picture(data: bytes) -> bool:
    """Return True if these bytes begin like a picture, one we can open or one we can say something useful about."""
    return _is_heic(data) or any(data.startswith(start) for start, _, _ in _KINDS)


def _is_heic(data: bytes) -> bool:
    """Return True for the format of an iPhone's camera: a first box `ftyp` that names one of its brands."""
    if data[4:8] != b"ftyp":
        return False
    box = data[: min(int.from_bytes(data[:4], "big"), 256)]
    return any(box[at : at + 4] in _HEIC for at in (8, *range(16, len(box) - 3, 4)))


_HEIC = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"heif", b"mif1", b"msf1"))


def _png(data: bytes) -> tuple[int, int] | None:
    if len(data) < 33 or data[12:16] != b"IHDR":
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """Walk from marker to marker, as a decoder does, to the first frame header."""
    at = 2
    while 0 <= (at := data.find(b"\xff", at)) < len(data) - 9:
        marker = data[at + 1]
        if marker in _FRAME_MARKERS:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        if marker == 0xFF:
            at += 1
        elif marker in _LONE_MARKERS:
            at += 2
        else:
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    return None


_FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_LONE_MARKERS = frozenset((0x00, 0x01, *range(0xD0, 0xD8)))


def _webp(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if len(data) < 30:
        return None
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


_KINDS = ((b"\x89PNG\r\n\x1a\n", "PNG", _png), (b"\xff\xd8\xff", "JPEG", _jpeg), (b"RIFF", "WebP", _webp))


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the C libraries from writing to the terminal."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
