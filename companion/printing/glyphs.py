"""Which characters a TrueType font can draw, so that no letter vanishes from a sheet without a word.

Typst is silent about a missing glyph; the font's own `cmap` table is not (OpenType 1.9, cmap, formats 4 and 12).
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from companion.printing.faults import Unprintable


@lru_cache(maxsize=16)
def characters(font: Path) -> frozenset[int]:
    """The code points a font has a glyph for."""
    data = font.read_bytes()
    start = _table(data, b"cmap")
    (count,) = struct.unpack_from(">H", data, start + 2)
    found: set[int] = set()
    for entry in range(count):
        (offset,) = struct.unpack_from(">I", data, start + 4 + 8 * entry + 4)
        found.update(_subtable(data, start + offset))
    return frozenset(found)


def _table(data: bytes, name: bytes) -> int:
    """Where a table of the font begins."""
    (tables,) = struct.unpack_from(">H", data, 4)
    for k in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * k)
        if tag == name:
            return int(offset)
    raise ValueError(f"no {name.decode()} table")


def _subtable(data: bytes, at: int) -> Iterator[int]:
    (kind,) = struct.unpack_from(">H", data, at)
    if kind == 4:
        yield from _segments(data, at)
    elif kind == 12:
        (groups,) = struct.unpack_from(">I", data, at + 12)
        for k in range(groups):
            first, last, glyph = struct.unpack_from(">III", data, at + 16 + 12 * k)
            yield from (code for code in range(first, last + 1) if glyph + code - first)


def _segments(data: bytes, at: int) -> Iterator[int]:
    """Format 4: runs of code points, each with a delta or an offset into a list of glyphs."""
    (double,) = struct.unpack_from(">H", data, at + 6)
    ends, n = at + 14, double // 2
    starts, deltas, offsets = ends + double + 2, ends + 2 * double + 2, ends + 3 * double + 2
    for k in range(n):
        (end,) = struct.unpack_from(">H", data, ends + 2 * k)
        (start,) = struct.unpack_from(">H", data, starts + 2 * k)
        (delta,) = struct.unpack_from(">H", data, deltas + 2 * k)
        (offset,) = struct.unpack_from(">H", data, offsets + 2 * k)
        for code in range(start, min(end, 0xFFFE) + 1):
            if offset:
                (glyph,) = struct.unpack_from(">H", data, offsets + 2 * k + offset + 2 * (code - start))
                glyph = (glyph + delta) % 65536 if glyph else 0
            else:
                glyph = (code + delta) % 65536
            if glyph:
                yield code


def check(texts: Collection[str], faces: Iterable[Sequence[Path]]) -> None:
    """Refuse texts with a character that a face (a font and what stands in for it) cannot draw; it is named."""
    shown = {code for text in texts for code in map(ord, text) if code >= 32}
    for fonts in faces:
        missing = sorted(shown.difference(*map(characters, fonts)))
        if missing:
            culprit = chr(missing[0])
            where = next(text for text in texts if culprit in text)
            raise Unprintable("glyph", char=culprit, code=f"U+{missing[0]:04X}", font=fonts[0].stem, text=where[:60])
