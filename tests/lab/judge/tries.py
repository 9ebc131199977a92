"""Games that try: which kinds of checks were made after which kinds of events, and which options were played together.

Nothing here knows a game. A game names its kinds of checks and of events, and tells its `Trail` what happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TypeVar

NOTHING = "nothing yet"
AGAIN = "the same shown just before"
OTHERWISE = "something else shown just before"
"""Events that every game has; the first is there before anything has happened."""

Cell = tuple[str, str]
"""A kind of check, and the event before it."""


@dataclass
class Trail:
    """Last event of one game, and the cards shown since the last action."""

    last: str = NOTHING
    shown: dict[object, object] = field(default_factory=dict)

    def acted(self) -> None:
        """Forget what was shown: it was about the moment before this action."""
        self.shown.clear()

    def happened(self, event: str) -> None:
        """Note an event of which the game keeps count."""
        self.last = event
        self.shown.clear()

    def before(self, matter: object, cards: object) -> str:
        """Name the event before a check; `matter` is what it is about, which two checks can have in common."""
        event = self.last
        if matter in self.shown:
            event = AGAIN if self.shown[matter] == cards else OTHERWISE
        self.shown[matter] = cards
        return event


def empty(
    covered: Mapping[Cell, int], kinds: Sequence[str], events: Sequence[str], impossible: Collection[Cell] = ()
) -> list[Cell]:
    """List the cells in which nothing was checked, but for those that the rules of the game do not allow."""
    return [cell for cell in product(kinds, events) if not covered.get(cell) and cell not in impossible]


def as_table(
    covered: Mapping[Cell, int], kinds: Sequence[str], events: Sequence[str], impossible: Mapping[Cell, str] = {}
) -> str:
    """Write the table: a line for each event, a column for each kind of check, the reason where there can be none."""
    width = max(len(event) for event in events) + 2
    columns = [max(len(kind), 6) + 2 for kind in kinds]
    lines = [" " * width + "".join(kind.rjust(wide) for kind, wide in zip(kinds, columns, strict=True))]
    for event in events:
        cells = ["–" if (kind, event) in impossible else str(covered.get((kind, event), 0)) for kind in kinds]
        lines.append(event.ljust(width) + "".join(cell.rjust(wide) for cell, wide in zip(cells, columns, strict=True)))
    return "\n".join([*lines, *(f"  –: {kind} after {event}: {why}" for (kind, event), why in impossible.items())])


Value = TypeVar("Value")
Row = dict[str, Value]


def pairs_of(row: Mapping[str, Value]) -> Iterable[frozenset[tuple[str, Value]]]:
    """List the pairs of values that are played together in a row."""
    return (frozenset(pair) for pair in combinations(row.items(), 2))


def pairwise(values: Mapping[str, Sequence[Value]]) -> list[Row[Value]]:
    """Choose a value for each name, as often as brings any two values of two names together in some row."""
    wanted: dict[frozenset[tuple[str, Value]], None] = {}
    for one, other in combinations(values, 2):
        wanted.update((frozenset(((one, a), (other, b))), None) for a, b in product(values[one], values[other]))
    rows: list[Row[Value]] = []
    while wanted:
        row = dict(next(iter(wanted)))
        for name, choices in values.items():
            if name not in row:
                gains = Counter({k: sum(pair in wanted for pair in pairs_of({**row, name: choices[k]}))
                                 for k in range(len(choices))})  # fmt: skip
                row[name] = choices[max(gains, key=lambda k: (gains[k], -k))]
        for pair in pairs_of(row):
            wanted.pop(pair, None)
        rows.append({name: row[name] for name in values})
    return rows
