"""Pictures of one's own for cards and backs: a folder with a file for each, named by the card's slug.

They go into a sheet as SVG around their own bytes: Typst takes files from memory as text only. A reader of SVG leaves
out a picture it cannot decode without a word, so each is looked through before.
"""

from __future__ import annotations

import struct
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from zlib import crc32

from companion.printing.faults import Unprintable

MOST_BYTES = 20_000_000
Size = tuple[int, int]


def art(folder: Path, slugs: Iterable[str], backs: Iterable[str]) -> Mapping[str, str]:
    """Every picture of a folder, as SVG, by what it is for: a slug, `back`, or `back-` and the name of a back.

    A file that is for no card of this deck is refused by its name: most likely it is mistyped.
    """
    if not folder.is_dir():
        raise Unprintable("art-folder", folder=str(folder))
    known = {*slugs, "back", *(f"back-{back}" for back in backs)}
    found: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.stem not in known or path.suffix.lower() not in KINDS or path.stem in found:
            raise Unprintable("art-name", file=path.name, kinds=", ".join(KINDS))
        kind, size_of = KINDS[path.suffix.lower()]
        try:
            if path.stat().st_size > MOST_BYTES:
                raise Unprintable("art-size", file=path.name, most=MOST_BYTES // 1_000_000)
            data = path.read_bytes()
        except OSError as fault:
            raise Unprintable("art-file", file=path.name, trouble=fault.strerror or str(fault)) from None
        try:
            wide, high = size_of(data)
        except (ValueError, IndexError, struct.error):
            raise Unprintable("art-picture", file=path.name) from None
        found[path.stem] = (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{wide}" '
            f'height="{high}" viewBox="0 0 {wide} {high}"><image width="{wide}" height="{high}" '
            f'xlink:href="data:{kind};base64,{b64encode(data).decode()}"/></svg>'
        )
    return found


def _png(data: bytes) -> Size:
    """Width and height of a PNG whose every chunk is whole (ISO/IEC 15948, 5.3)."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ValueError("no PNG")
    at, kind = 8, b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        (told,) = struct.unpack_from(">I", data, at + 8 + length)
        if crc32(data[at + 4 : at + 8 + length]) != told:
            raise ValueError("a broken chunk")
        at += 12 + length
    wide, high = struct.unpack_from(">II", data, 16)
    return _positive(wide, high)


def _jpeg(data: bytes) -> Size:
    """Width and height of a JPEG that reaches its end mark (ITU-T T.81, B.1)."""
    if not data.startswith(b"\xff\xd8\xff") or b"\xff\xd9" not in data[-64:]:
        raise ValueError("no JPEG")
    at = 2
    while True:
        marker, length = struct.unpack_from(">HH", data, at)
        if marker in _FRAMES:
            high, wide = struct.unpack_from(">HH", data, at + 5)
            return _positive(wide, high)
        if marker >> 8 != 0xFF or length < 2:
            raise ValueError("no marker")
        at += 2 + length


_FRAMES = {0xFFC0 + kind for kind in range(16)} - {0xFFC4, 0xFFC8, 0xFFCC}
"""Markers that begin a frame and tell its size."""


def _positive(wide: int, high: int) -> Size:
    if not (wide and high):
        raise ValueError("an empty picture")
    return wide, high


KINDS: Mapping[str, tuple[str, Callable[[bytes], Size]]] = {
    ".png": ("image/png", _png),
    ".jpg": ("image/jpeg", _jpeg),
    ".jpeg": ("image/jpeg", _jpeg),
}
"""The endings a picture may have: its type, and what reads its width and height in pixels."""
