"""The drawn tag: a QR symbol, version 1, level H, as vector rows. The camera's book is drawn alike."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from companion.decks.tag_masks import masks

MODULES = 21
"""Modules on a side of a version 1 symbol."""

SYMBOL_MM = 12.0
"""Width of the printed symbol."""

QUIET = 4
"""White modules on every side."""

PANEL_MM = SYMBOL_MM * (MODULES + 2 * QUIET) / MODULES
"""Width of the tag with its white margin: 16.571 mm."""


@lru_cache(maxsize=4096)
def symbol(payload: str) -> str:
    """Return the symbol as SVG, one stroked run a row of black modules, without its margin."""
    import segno

    drawn = segno.make(payload, version=1, error="h", boost_error=False, micro=False, mask=masks().get(payload))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {MODULES} {MODULES}">'
        f'<path d="{strokes(drawn.matrix)}" stroke="#000" stroke-width="1"/></svg>'
    )


def strokes(rows: Iterable[bytes | bytearray], margin: int = 0) -> str:
    """Return the black runs of a symbol's rows as a path, each along the middle of its row."""
    path = ""
    for y, row in enumerate(rows, margin):
        x = margin
        for is_black, run in groupby(row, bool):
            wide = len(list(run))
            if is_black:
                path += f"M{x} {y}.5h{wide}"
            x += wide
    return path
