"""What stands on the plates of the ring: names as large as they fit, drawn figures, the counts that are said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.web.pages.table.geometry import short_names, text_width

LARGEST, BRIEF, WHOLE_NAME, SMALLEST = 56.0, 46.0, 38.0, 33.0
"""The sizes of a name, in units of the drawing: at most; what a beginning is cut for; at least for all of it; at least
for its first word."""
TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
"""Digits that read as a digit upside down, too."""


@dataclass(frozen=True, slots=True)
class PlateName:
    """A name as it stands on a plate, and the size of its letters in units of the drawing."""

    text: str
    size: float


def plate_names(names: Sequence[str], room: float) -> tuple[PlateName, ...]:
    """Each name as much of it as can be read in `room` units: all of it, else its first word, else its beginning.

    Nobody's reads like somebody else's.
    """
    firsts = Counter(name.split(" ")[0] for name in names)
    brief = short_names(tuple(names), room / BRIEF)
    return tuple(_plate_name(name, brief[k], firsts, room) for k, name in enumerate(names))


def _plate_name(name: str, brief: str, firsts: Counter[str], room: float) -> PlateName:
    first, _, rest = name.partition(" ")
    tries = [(name, WHOLE_NAME)]
    if firsts[first] == 1:
        tries += [(f"{first} {rest[:1]}." if rest else first, WHOLE_NAME), (first, SMALLEST)]
    for text, least in tries:
        size = _size(text, room)
        if size >= least:
            return PlateName(text, size)
    return PlateName(brief, _size(brief, room))


def _size(text: str, room: float) -> float:
    return round(min(LARGEST, room / max(text_width(text), 0.1)), 1)


def usual_count(counts: Sequence[int]) -> int | None:
    """How many cards most people hold, which need not be said of each; None where more than half are not alike."""
    if not counts:
        return None
    count, many = Counter(counts).most_common(1)[0]
    return count if 2 * many > len(counts) else None


def reads_otherwise(number: int) -> bool:
    """Whether somebody across the table reads another number: 6 as 9, 18 as 81."""
    digits = str(number)
    if any(digit not in TURNED for digit in digits):
        return False
    turned = "".join(TURNED[digit] for digit in reversed(digits))
    return turned != digits and not turned.startswith("0")
