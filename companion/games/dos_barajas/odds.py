"""The chance of a roll: two dice, what has to be reached, what swords add."""

from __future__ import annotations

from itertools import product

WAYS = 36


def ways(need: int) -> int:
    """In how many of the 36 ways two dice fall they show so much or more."""
    return sum(a + b >= need for a, b in product(range(1, 7), repeat=2))


def percent(need: int, lang: str) -> str:
    """The chance as people write it: 16,7 % in Spanish, 16.7 % elsewhere."""
    text = f"{100 * ways(need) / WAYS:.1f}"
    return (text.replace(".", ",") if lang == "es" else text) + " %"
