"""The drawings of cards and kinds, as one file of symbols that every page draws from."""

from __future__ import annotations

import re
from functools import lru_cache

from companion.printing import assets

_OUTER = re.compile(r"<svg\b([^>]*)>(.*)</svg>", re.DOTALL)
_PAINTED = "<linearGradient"
"""Drawings with colours of their own are pictures for paper, not symbols."""


@lru_cache(maxsize=1)
def sprite() -> str:
    """Every drawing as a symbol under its own name."""
    symbols = ""
    for name in sorted(assets.icons()):
        text = (assets.folder() / "icons" / f"{name}.svg").read_text("utf-8")
        found = _OUTER.search(text)
        if found and _PAINTED not in text:
            attributes = found[1].replace('xmlns="http://www.w3.org/2000/svg"', "").strip()
            symbols += f'<symbol id="{name}" {attributes}>{found[2]}</symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'


@lru_cache(maxsize=1024)
def icon(name: str, kind: str = "") -> str:
    """Return the drawing of this name, else that of its kind; empty if there is neither."""
    return next((known for known in (name, f"kind-{kind}") if known in assets.icons()), "")
