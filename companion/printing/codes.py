"""The drawn tag: a QR symbol, version 1, level H, as vector rows. The camera's book is drawn alike."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.tag_masks import MASKS

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

    drawn = segno.make(payload, version=1, error="h", boost_error=False, micro=False, mask=MASKS.get(payload))
    runs = "".join(_runs(y, row) for y, row in enumerate(drawn.matrix))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {MODULES} {MODULES}">'
        f'<path d="{runs}" stroke="#000" stroke-width="1"/></svg>'
    )


def _runs(y: int, row: bytes | bytearray) -> str:
    """Return the black runs of a row as path strokes along its middle."""
    out, start = "", None
    for x, module in enumerate([*row, 0]):
        if module and start is None:
            start = x
        elif not module and start is not None:
            out += f"M{start} {y}.5h{x - start}"
            start = None
    return out
