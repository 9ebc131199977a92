"""Names with signs that no typeface of ours has (Chinese, emoji): on paper they are written otherwise, and it is said.

No evening's chronicle is refused for a name. One sign stands for all that cannot be drawn in a row (a
family of four is seven code points), and people who would look alike by it get their number in the list of players.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

SIGN = "◊"
"""Stands for a sign that cannot be drawn; every typeface has it."""


def written(text: str, known: frozenset[str]) -> str:
    """The text with one sign for all that cannot be drawn and stands together; of what is not seen nothing is left."""
    shown: list[str] = []
    is_gap = False
    for char in unicodedata.normalize("NFC", text):
        if char in known or ord(char) < 32:
            shown.append(char)
            is_gap = False
        elif not _unseen(char):
            shown += [] if is_gap else [SIGN]
            is_gap = True
    return "".join(shown)


def as_written(names: Sequence[str], known: frozenset[str]) -> dict[str, str]:
    """How each person is called on paper: whom the signs alone would tell apart has their number behind."""
    plain = {name: written(name, known) for name in names}
    times = Counter(plain.values())
    return {
        name: shown if shown == name or (times[shown] == 1 and any(map(str.isalnum, shown))) else f"{shown} {number}"
        for number, (name, shown) in enumerate(plain.items(), 1)
    }


def rewriter(names: Sequence[str], known: frozenset[str]) -> Callable[[str], str]:
    """Writes any text in which these people may be named."""
    called = as_written(names, known)
    odd = sorted((name for name, shown in called.items() if shown != written(name, known)), key=len, reverse=True)
    people = re.compile("|".join(map(re.escape, odd))) if odd else None

    def write(text: str) -> str:
        return written(people.sub(lambda found: called[found[0]], text) if people else text, known)

    return write


def throughout(value: Any, write: Callable[[str], str]) -> Any:
    """The data of a sheet, every text in it written so."""
    if isinstance(value, str):
        return write(value)
    if isinstance(value, Mapping):
        return {key: throughout(item, write) for key, item in value.items()}
    return [throughout(item, write) for item in value] if isinstance(value, list | tuple) else value


def signs(value: Any) -> int:
    """How often the sign stands in the texts of the data."""
    if isinstance(value, str):
        return value.count(SIGN)
    if isinstance(value, Mapping):
        return sum(map(signs, value.values()))
    return sum(map(signs, value)) if isinstance(value, list | tuple) else 0


def _unseen(char: str) -> bool:
    """Marks, joiners and spaces that are no picture."""
    return unicodedata.category(char) in ("Cf", "Mn", "Me", "Cc", "Zs")
