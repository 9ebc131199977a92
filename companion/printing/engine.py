"""Typst, called so that the same order always gives the same bytes and nothing goes wrong in silence."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.engine.scripts import FSI, PDI, ZWJ, ZWNJ
from companion.printing.assets import folder
from companion.printing.faults import Unprintable

UNSEEN = frozenset(map(ord, (FSI, PDI, ZWJ, ZWNJ)))
"""Signs that order and join letters, for which nothing is drawn."""


@lru_cache(maxsize=16)
def characters(font: Path) -> frozenset[int]:
    """Return the code points a font has a glyph for."""
    data = font.read_bytes()
    (tables,) = struct.unpack_from(">H", data, 4)
    directory = struct.iter_unpack(">4sIII", data[12 : 12 + 16 * tables])
    start = next(offset for name, _, offset, _ in directory if name == b"cmap")
    (count,) = struct.unpack_from(">H", data, start + 2)
    found: set[int] = set()
    for entry in range(count):
        (offset,) = struct.unpack_from(">I", data, start + 4 + 8 * entry + 4)
        at = start + offset
        (kind,) = struct.unpack_from(">H", data, at)
        if kind == 4:
            found.update(_segments(data, at))
        elif kind == 12:
            (groups,) = struct.unpack_from(">I", data, at + 12)
            for first, last, glyph in struct.iter_unpack(">III", data[at + 16 : at + 16 + 12 * groups]):
                found.update(code for code in range(first, last + 1) if glyph + code - first)
    return frozenset(found)


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
    shown = {code for text in texts for code in map(ord, text) if code >= 32} - UNSEEN
    for fonts in faces:
        missing = sorted(shown.difference(*map(characters, fonts)))
        if missing:
            culprit = chr(missing[0])
            where = next(text for text in texts if culprit in text)
            raise Unprintable("glyph", char=culprit, code=f"U+{missing[0]:04X}", font=fonts[0].stem, text=where[:60])


FONTS = (
    "AtkinsonHyperlegible-Regular.ttf",
    "AtkinsonHyperlegible-Bold.ttf",
    "BarlowCondensed-Medium.ttf",
    "BarlowCondensed-Bold.ttf",
)
"""The typefaces of every sheet."""

SPARE = (
    "NotoSans-Regular.ttf",
    "NotoSans-Bold.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansDevanagari-Regular.ttf",
)
"""What draws the letters those lack: the rest of Latin (Vietnamese too), Greek, Cyrillic, Hebrew, Arabic,
Devanagari."""

OLDEST = (0, 15)
"""The oldest Typst that takes a sheet from memory and knows what is cut off a page (its bleed)."""

UNFIT = re.compile(r"unfit:(?P<text>.*?):", re.DOTALL)


def pdf(template: str, data: Mapping[str, object]) -> bytes:
    """Typeset a sheet as PDF."""
    out = _compile(template, data, "pdf", None)
    assert isinstance(out, bytes)
    return out


def png(template: str, data: Mapping[str, object], ppi: float) -> list[bytes]:
    """Typeset a sheet's pages as pictures, from the same template."""
    out = _compile(template, data, "png", ppi)
    return [out] if isinstance(out, bytes) else list(out)


def _compile(template: str, data: Mapping[str, object], form: str, ppi: float | None) -> bytes | list[bytes]:
    typst = _typst()
    check(list(_texts(data)), _faces())
    files = {
        "main.typ": f'#include "/templates/{template}.typ"'.encode(),
        "data.json": json.dumps(data, ensure_ascii=False).encode(),
    }
    settings: dict[str, Any] = {"ppi": ppi} if ppi else {}
    try:
        out, warnings = typst.compile_with_warnings(
            files, root=str(folder()), font_paths=_typefaces(), ignore_system_fonts=True, format=form, **settings
        )
    except typst.TypstError as error:
        message = str(error)
        unfit = UNFIT.search(message)
        if unfit:
            raise Unprintable("unfit", text=unfit["text"][:80]) from None
        raise Unprintable("engine", trouble=message.splitlines()[0] if message else "?") from None
    if warnings:
        raise Unprintable("template", template=template, trouble=str(warnings[0]))
    return out  # type: ignore[no-any-return]


def _typst() -> Any:
    """Typst itself; where there is none for this machine, or one too old for the sheets, a sentence that says so."""
    try:
        import typst
    except ImportError:
        raise Unprintable("typst") from None
    version = str(getattr(typst, "__version__", "?"))
    if tuple(int(part) for part in re.findall(r"\d+", version)[:2]) < OLDEST:
        raise Unprintable("typst-old", version=version, needed=".".join(map(str, OLDEST)))
    return typst


def drawable() -> frozenset[str]:
    """Every character that every sheet can draw, in each of its typefaces."""
    each = (frozenset().union(*map(characters, face)) for face in _faces())
    return frozenset(map(chr, frozenset.intersection(*each)))


def _faces() -> list[tuple[Path, ...]]:
    """Each typeface with what stands in for it."""
    place = folder() / "fonts"
    for name in (*FONTS, *SPARE):
        if not (place / name).is_file():
            raise Unprintable("font", font=name, place=place)
    return [tuple(place / name for name in (font, *SPARE)) for font in FONTS]


@lru_cache(maxsize=1)
def _typefaces() -> Any:
    """Return the vendored typefaces and no others: fonts installed on this machine never change a sheet."""
    return _typst().Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder() / "fonts")]
    )


def _texts(value: object) -> Iterator[str]:
    """Every text a template could draw."""
    if isinstance(value, str):
        if not value.startswith("<svg"):
            yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
