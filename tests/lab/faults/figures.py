"""Finding of a fault test: whether the server held, and the raw distribution behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Finding(NamedTuple):
    """One test. `held`: the promise was kept, or a planted mistake was found. `counts` and `spreads`: the raw
    figures."""

    name: str
    held: bool
    counts: Mapping[str, int]
    spreads: Mapping[str, Spread] = {}
    note: str = ""

    def json(self) -> dict[str, object]:
        """Return the finding for programs."""
        spreads = {key: spread._asdict() for key, spread in self.spreads.items()}
        return {"name": self.name, "good": self.held, **self.counts, **spreads, "note": self.note}


class Spread(NamedTuple):
    """The distribution of measured times, in milliseconds."""

    times: int
    p50: float
    p90: float
    p99: float
    most: float


def spread(seconds: Sequence[float]) -> Spread:
    """Return the distribution of times measured in seconds."""
    ordered = sorted(seconds) or [float("nan")]

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 2)

    return Spread(len(seconds), at(0.5), at(0.9), at(0.99), round(ordered[-1] * 1000, 2))
