"""How large a card is: formats that are sold under a name, or any width and height within reason. Millimetres."""

from __future__ import annotations

import re

from companion.printing.faults import Unprintable

FORMATS = {
    "standard": (63.0, 88.0),
    "mini": (44.0, 68.0),
    "bridge": (57.0, 89.0),
    "poker": (63.5, 88.9),
    "square": (70.0, 70.0),
    "tarot": (70.0, 120.0),
    "jumbo": (89.0, 127.0),
}
"""Formats by the names printers and sleeve makers sell them under; the first is the box's own."""

LEAST, MOST = (41.0, 61.0), (150.0, 200.0)
"""The smallest card the tag and a text stand on, and the largest that leaves room for marks on the sheet."""

_TYPED = re.compile(r"(\d{2,3}(?:[.,]\d{1,2})?)\s*[x×*]\s*(\d{2,3}(?:[.,]\d{1,2})?)\s*(?:mm)?")


def card_format(said: str) -> tuple[float, float]:
    """Width and height of a card: a name, or `70x120`; the box's own where nothing is said."""
    name = said.strip().lower() or "standard"
    if name in FORMATS:
        return FORMATS[name]
    typed = _TYPED.fullmatch(name)
    if typed is None:
        raise Unprintable("format", format=said[:40], formats=", ".join(FORMATS))
    size = (float(typed[1].replace(",", ".")), float(typed[2].replace(",", ".")))
    if not all(least <= side <= most for least, side, most in zip(LEAST, size, MOST, strict=True)):
        limits = " × ".join(f"{least:g}–{most:g}" for least, most in zip(LEAST, MOST, strict=True))
        raise Unprintable("format-size", format=said[:40], limits=limits)
    return size
