"""Rates and differences of rates with their 95 % intervals, and how long games were."""

from __future__ import annotations

from collections import Counter
from math import sqrt

Z95 = 1.96
"""Standard normal deviation of a two-sided 95 % interval."""


def interval(hits: int, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate."""
    if n == 0:
        return 0.0, 1.0
    rate, z2 = hits / n, Z95 * Z95
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(hits: int, n: int) -> dict[str, object]:
    """Return a rate with its n and its 95 % interval."""
    low, high = interval(hits, n)
    found = round(hits / n, 4) if n else None
    return {"n": n, "hits": hits, "rate": found, "interval": [round(low, 4), round(high, 4)]}


def difference(hits: int, n: int, usual_hits: int, usual_n: int) -> tuple[float, float, float]:
    """Return the difference of a rate from the usual one, and its 95 % interval.

    From the two Wilson intervals (R. G. Newcombe 1998, method 10): unlike the textbook formula it holds near 0 and 1.
    """
    if not n or not usual_n:
        return 0.0, -1.0, 1.0
    here, there = hits / n, usual_hits / usual_n
    (low, high), (usual_low, usual_high) = interval(hits, n), interval(usual_hits, usual_n)
    apart = here - there
    below = sqrt((here - low) ** 2 + (usual_high - there) ** 2)
    above = sqrt((high - here) ** 2 + (there - usual_low) ** 2)
    return apart, apart - below, apart + above


def lengths(turns: Counter[int]) -> dict[str, object]:
    """Return the distribution of the lengths of games, in turns."""
    n = sum(turns.values())
    if n == 0:
        return {"n": 0}
    mean = sum(length * times for length, times in turns.items()) / n
    spread = sum((length - mean) ** 2 * times for length, times in turns.items()) / max(n - 1, 1)
    shown = {name: _quantile(turns, n, part) for name, part in (("median", 0.5), ("p90", 0.9))}
    error = round(sqrt(spread / n), 3)
    return {"n": n, "mean": round(mean, 2), "error": error, "least": min(turns), **shown, "most": max(turns)}


def _quantile(turns: Counter[int], n: int, part: float) -> int:
    seen = 0
    for length in sorted(turns):
        seen += turns[length]
        if seen >= part * n:
            return length
    return max(turns)
