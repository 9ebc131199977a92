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
        return {"name": self.name, "held": self.held, **self.counts, **spreads, "note": self.note}

    def line(self) -> str:
        """Return the finding in lines for people."""
        counts = "  ".join(f"{key} {value}" for key, value in self.counts.items())
        spreads = "".join(f"\n      {key}: {spread.line()}" for key, spread in self.spreads.items())
        note = f"\n      {self.note}" if self.note else ""
        return f"{'✓' if self.held else '✗'} {self.name}: {counts}{spreads}{note}"


class Spread(NamedTuple):
    """The distribution of measured times, in milliseconds."""

    times: int
    p50: float
    p90: float
    p99: float
    most: float

    def line(self) -> str:
        """Return the distribution in a line for people."""
        return f"{self.times} times, p50 {self.p50:.1f}  p90 {self.p90:.1f}  p99 {self.p99:.1f}  max {self.most:.1f} ms"


def spread(seconds: Sequence[float]) -> Spread:
    """Return the distribution of times measured in seconds."""
    ordered = sorted(seconds) or [float("nan")]

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 2)

    return Spread(len(seconds), at(0.5), at(0.9), at(0.99), round(ordered[-1] * 1000, 2))
