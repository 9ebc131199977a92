"""What stands on the plates of the ring: names as large as they fit, drawn figures, the counts that are said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from companion.engine.scripts import has_case, letters, text_width
from companion.web.pages.table.geometry import short_names


class Letters(NamedTuple):
    """Sizes of a name, in units of the drawing: the largest; the least for all of it, for its first word, for its
    beginning."""

    largest: float
    whole: float
    first: float
    cut: float


ON_THE_TABLE = Letters(56.0, 38.0, 33.0, 46.0)
IN_THE_HAND = Letters(46.0, 36.0, 35.0, 42.0)
"""The ring of a phone on its side is a third as large in px as in its units: smaller letters could not be read."""
WIDER = 1.12
"""A plate is that much wider on a phone (plates.css), so that a name of eleven letters stands there whole."""
MARGIN = 14.0
"""What of a plate's width is edge, in units of the drawing."""
LARGEST = ON_THE_TABLE.largest
PART = re.compile(r"[ -]")
"""Ends the first word of a name: nobody calls Bartolomé-Jesús by the whole of it."""
TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
"""Digits that read as a digit upside down, too."""


TOKEN, APART, BELOW_THE_NAME = 52, 8, 35
"""How high a token is and how far from the next; the middle of their row below the middle of the plate."""
ONE_ROW = 0.6
"""The least scale of tokens in one row: smaller ones cannot be told apart from across the table."""


class PlateName(NamedTuple):
    """A name as it stands on a plate, and the size of its letters in units of the drawing."""

    text: str
    size: float


@lru_cache(maxsize=256)
def plate_names(names: tuple[str, ...], room: float, sizes: Letters = ON_THE_TABLE) -> tuple[PlateName, ...]:
    """Each name as much of it as can be read in `room` units: all of it, else its first word with the initial of the
    next, else its first word, else the initials of all (M. F. G.), else its beginning.

    Nobody's reads like somebody else's. Kept, for the same people sit at a table all evening.
    """
    firsts = Counter(PART.split(name)[0] for name in names)
    initials = Counter(map(_with_initial, names))
    capitals = [" ".join(f"{part[0]}." for part in PART.split(name) if part[:1].isupper()) for name in names]
    brief = short_names(names, room / sizes.cut)
    found = []
    for k, name in enumerate(names):
        first, alone = PART.split(name)[0], _with_initial(name)
        tries = [(name, sizes.whole)]
        if initials[alone] == 1 and alone not in names:
            shared = firsts[first] > 1
            tries.append((alone, sizes.first if shared else sizes.whole))
            initial = alone.rpartition(" ")[2]
            begins = accumulate(letters(first)[:-1]) if shared else ()
            tries += [(f"{part}. {initial}", sizes.first) for part in [*begins][:1:-1]]
        if firsts[first] == 1:
            tries.append((first, sizes.first))
        elif capitals.count(capitals[k]) == 1:
            tries.append((capitals[k], sizes.first))
        found.append(
            next((PlateName(text, size) for text, least in tries if (size := _size(text, room, sizes)) >= least), None)
            or PlateName(brief[k], _size(brief[k], room, sizes))
        )
    return tuple(found)


def both_names(names: tuple[str, ...], width: float) -> tuple[tuple[PlateName, ...], tuple[PlateName, ...]]:
    """Return the names as they stand on plates of a width, on the table and on a phone."""
    return plate_names(names, width - MARGIN), plate_names(names, width * WIDER - MARGIN, IN_THE_HAND)


def token_places(widths: Sequence[int], room: float) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Return the scale of the tokens below a name, and where the left edge and the middle of each stand on the plate.

    Units of the drawing, from the middle of a plate that is `room` wide. Where one row would be less than `ONE_ROW`
    of its size they stand in two.
    """
    rows = [tuple(widths)]
    if _length(rows[0]) * ONE_ROW > room:
        rows = min(([rows[0][:k], rows[0][k:]] for k in range(1, len(widths))), key=lambda two: max(map(_length, two)))
    lengths = [*map(_length, rows)]
    scale = min(1.0 if len(rows) == 1 else ONE_ROW, room / max(lengths))
    found = []
    for k, row in enumerate(rows):
        x = -scale * lengths[k] / 2
        y = BELOW_THE_NAME if len(rows) == 1 else BELOW_THE_NAME - 5 + (k - 0.5) * (TOKEN * scale + 2)
        for width in row:
            found.append((round(x, 1), round(y, 1)))
            x += scale * (width + APART)
    return round(scale, 3), tuple(found)


def _length(row: Sequence[int]) -> int:
    return sum(row) + APART * (len(row) - 1)


def _with_initial(name: str) -> str:
    """Ana M., of Ana María, Ana de los Montes and Ana von Mozart: the small words between are nobody's initial."""
    first, *rest = PART.split(name)
    told = next((part for part in rest if part[:1].isupper()), rest[0] if rest else "")
    return f"{first} {letters(told)[0]}." if told and has_case(told) else first


def _size(text: str, room: float, sizes: Letters) -> float:
    return round(min(sizes.largest, room / max(text_width(text), 0.1)), 1)


def usual_count(counts: Sequence[int]) -> int | None:
    """Return the number of cards that most people hold, which need not be repeated; None if at most half are alike."""
    if not counts:
        return None
    count, many = Counter(counts).most_common(1)[0]
    return count if 2 * many > len(counts) else None


def reads_otherwise(number: int) -> bool:
    """Return True if a number reads as another one from across the table: 6 as 9, 18 as 81."""
    digits = str(number)
    if any(digit not in TURNED for digit in digits):
        return False
    turned = "".join(TURNED[digit] for digit in reversed(digits))
    return turned != digits and not turned.startswith("0")
