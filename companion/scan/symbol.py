"""The drawn shape of a tag: 21×21 modules (QR version 1, error level H), the way the printed sheets draw it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.decks.tag_masks import masks

SIDE = 21
"""Modules on a side of a version 1 symbol."""

SIZE_MM = 12.0
"""Width of the printed symbol, quiet zone not counted."""

QUIET = 4
"""White modules around it."""


@lru_cache(maxsize=1024)
def modules(payload: str) -> NDArray[np.bool_]:
    """Return the symbol of a payload, True for black modules."""
    import segno

    drawn = segno.make(payload, version=1, error="h", boost_error=False, micro=False, mask=masks().get(payload))
    return np.array([[bool(module) for module in row] for row in drawn.matrix])
