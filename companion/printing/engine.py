"""Typst, called so that the same order always gives the same bytes and nothing goes wrong in silence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.printing import glyphs
from companion.printing.assets import folder
from companion.printing.faults import Unprintable

FONTS = (
    "AtkinsonHyperlegible-Regular.ttf",
    "AtkinsonHyperlegible-Bold.ttf",
    "BarlowCondensed-Medium.ttf",
    "BarlowCondensed-Bold.ttf",
)
"""The typefaces of every sheet."""

SPARE = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf")
"""What draws the letters those lack: the rest of Latin (Vietnamese too), Greek, Cyrillic."""

OLDEST = (0, 15)
"""The oldest Typst that takes a sheet from memory and knows what is cut off a page (its bleed)."""

UNFIT = re.compile(r"unfit:(?P<text>.*?):", re.DOTALL)


def pdf(template: str, data: Mapping[str, object]) -> bytes:
    """The sheet as PDF."""
    out = _compile(template, data, "pdf", None)
    assert isinstance(out, bytes)
    return out


def png(template: str, data: Mapping[str, object], ppi: float) -> list[bytes]:
    """The sheet's pages as pictures, from the same template."""
    out = _compile(template, data, "png", ppi)
    return [out] if isinstance(out, bytes) else list(out)


def _compile(template: str, data: Mapping[str, object], form: str, ppi: float | None) -> bytes | list[bytes]:
    typst = _typst()
    glyphs.check(list(_texts(data)), _faces())
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
        raise _fault(str(error)) from None
    if warnings:
        raise Unprintable("template", template=template, trouble=str(warnings[0]))
    return out  # type: ignore[no-any-return]


def _fault(message: str) -> Unprintable:
    """What Typst complains of: a text that does not fit, or a fault of a template."""
    unfit = UNFIT.search(message)
    if unfit:
        return Unprintable("unfit", text=unfit["text"][:80])
    return Unprintable("engine", trouble=message.splitlines()[0] if message else "?")


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
    each = (frozenset().union(*map(glyphs.characters, face)) for face in _faces())
    return frozenset(map(chr, frozenset.intersection(*each)))


def _faces() -> list[tuple[Path, ...]]:
    """Each typeface with what stands in for it."""
    return [tuple(map(_font, (name, *SPARE))) for name in FONTS]


def _font(name: str) -> Path:
    path = folder() / "fonts" / name
    if not path.is_file():
        raise Unprintable("font", font=path.name, place=path.parent)
    return path


@lru_cache(maxsize=1)
def _typefaces() -> Any:
    """The vendored typefaces and no others: what is installed on this machine never changes a sheet."""
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
