"""Many games of any kind: played in chunks, in one process or several, and what came of them summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from itertools import repeat
from typing import Any, Protocol, Self, TypeVar

from tests.lab.harness.harness import Difference

CHUNK = 20
"""Games one process plays before it reports; it moves the progress bar, not the numbers."""
KEPT_DIFFERENCES = 20


@dataclass(slots=True)
class Sums:
    """What many games of any kind have in common. Sums add up in any order to the same."""

    games: int = 0
    actions: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    differing: int = 0
    differences: list[Difference] = field(default_factory=list)

    def differ(self, found: Sequence[Difference]) -> None:
        """Count differences and remember the shortest, of each kind the shortest first."""
        self.differing += len(found)
        self._keep(found)

    def _keep(self, found: Sequence[Difference]) -> None:
        everything = sorted([*self.differences, *found], key=lambda d: (len(d.playthrough), d.about, d.playthrough))
        firsts = {difference.about: difference for difference in reversed(everything)}
        others = [d for d in everything if firsts[d.about] is not d]
        self.differences = [*sorted(firsts.values(), key=lambda d: len(d.playthrough)), *others][:KEPT_DIFFERENCES]

    def add(self, other: Self) -> None:
        """Add what came of other games."""
        for name, value in self._parts():
            if isinstance(value, Counter):
                value.update(getattr(other, name))
            elif isinstance(value, int):
                setattr(self, name, value + getattr(other, name))
        self._keep(other.differences)

    def _parts(self) -> list[tuple[str, Any]]:
        return [(part.name, getattr(self, part.name)) for part in fields(self)]

    def json(self) -> dict[str, Any]:
        """Everything, so that `from_json` gives it back."""
        return {
            name: [[*_key(key), n] for key, n in value.items()] if isinstance(value, Counter)
            else [asdict(one) for one in value] if isinstance(value, list) else value
            for name, value in self._parts()
        }  # fmt: skip

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Self:
        """The sums that were written down; KeyError, TypeError or ValueError where it is none."""
        found = cls()
        for name, value in found._parts():
            if isinstance(value, Counter):
                for *key, n in plain[name]:
                    value[tuple(key) if len(key) > 1 else key[0]] = int(n)
            elif isinstance(value, int):
                setattr(found, name, int(plain[name]))
        found.differences = [
            Difference(one["about"], one["twin"], one["companion"], tuple(one["playthrough"]))
            for one in plain["differences"]
        ]
        return found


def _key(key: object) -> tuple[object, ...]:
    return key if isinstance(key, tuple) else (key,)


T = TypeVar("T", bound=Sums)


class Series(Protocol):
    """Which games are played. The same series plays the same games, in any chunks."""

    @property
    def games(self) -> int:
        """How many."""

    def enter(self, sums: Any, numbers: range) -> None:
        """Play the games of these numbers and add what came of them."""

    def json(self) -> dict[str, Any]:
        """As JSON; two series of the same JSON play the same games."""


def play_some(series: Series, start: int, kind: type[T]) -> T:
    """Play the games from this number on, one chunk of them, and sum them up."""
    sums = kind()
    series.enter(sums, range(start, min(start + CHUNK, series.games)))
    return sums


def chunks(series: Series, kind: type[T], jobs: int = 1, start: int = 0) -> Iterator[T]:
    """What came of each chunk of the games from a number on, in their order."""
    starts = range(start, series.games, CHUNK)
    if jobs == 1:
        yield from map(play_some, repeat(series), starts, repeat(kind))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_some, repeat(series), starts, repeat(kind))


def play_all(series: Series, kind: type[T], jobs: int = 1) -> T:
    """Every game of a series. The same seed gives the same numbers, in one process or several."""
    total = kind()
    for part in chunks(series, kind, jobs):
        total.add(part)
    return total


def shown(difference: Difference) -> dict[str, Any]:
    """A difference as JSON."""
    return {**asdict(difference), "playthrough": list(difference.playthrough)}
