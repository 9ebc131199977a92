"""The mask pattern of every tag of our own decks, so that drawing one does not weigh all eight (ISO/IEC 18004, 7.8.3).

The search is five sixths of the cost of a tag. Tags of other printed decks (other letters, one's own cards) are not
kept: their mask is searched, and comes out the same as it always did. `tests/decks/test_masks.py` compares every mask
with a search and prints the content of `tag_masks.json` where it has to change: the payloads of each mask from 0 to 7.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path


@cache
def masks() -> dict[str, int]:
    """Return the mask of each payload."""
    groups = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return {payload: mask for mask, group in enumerate(groups) for payload in group}
