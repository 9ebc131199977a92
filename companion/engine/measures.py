"""What is printed on a table's own board and told by no rulebook: which figures there are, and how a host gives them.

A game declares them as data (`[[measure]]` in its deck): a number, a column of numbers, or a table. What a host has
read from the board is a JSON object of those that are known; whatever is not there, nobody has read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

BOARD = "board"
"""Under which name a table's answers hold what was read from its board."""
LONGEST = 4000

Cells = Mapping[tuple[str, ...], int]
"""What was read, by cell: the figure's name, with its row and its column where it has some."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of the board, from `least` to `most`: one number, or one for each of `rows`, and each of `columns`.

    `total`: the rows together make so many, once all are known. `players`: the table sizes that need it.
    """

    name: str
    least: int = 0
    most: int = 99
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    total: int = 0
    players: tuple[int, int] | None = None

    @property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """Every number it consists of."""
        if not self.rows:
            return ((self.name,),)
        if not self.columns:
            return tuple((self.name, row) for row in self.rows)
        return tuple((self.name, row, column) for row in self.rows for column in self.columns)

    def number(self, cell: tuple[str, ...], value: object, said: object = None) -> int:
        """Parse a number for a cell; `said` is the text it was given as. Raise `Unreadable` if it cannot stand
        there."""
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        raise Unreadable(Fault("value", cell, value if said is None else said, self.least, self.most))


class Fault(NamedTuple):
    """Reason why figures cannot be on the board, and the cell.

    `shape`: no object of that form; `unknown`: no such figure; `value`: not a number from `least` to `most`; `total`:
    the rows together are not `most`.
    """

    key: str
    cell: tuple[str, ...] = ()
    value: object = None
    least: int = 0
    most: int = 0


class Unreadable(ValueError):
    """Error: the text is no board of this game. `fault` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.key)
        self.fault = fault


def read_board(measures: Sequence[Measure], text: str) -> dict[tuple[str, ...], int]:
    """Parse the numbers of a board. Raise `Unreadable` if the text is no board of these figures."""
    if len(text) > LONGEST:
        raise Unreadable(Fault("shape"))
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(Fault("shape")) from None
    if not isinstance(said, dict):
        raise Unreadable(Fault("shape"))
    known = {measure.name: measure for measure in measures}
    cells: dict[tuple[str, ...], int] = {}
    for cell, value in _leaves(said, ()):
        measure = known.get(cell[0])
        if measure is None or cell not in measure.cells:
            raise Unreadable(Fault("unknown", cell))
        cells[cell] = measure.number(cell, value)
    check_totals(measures, cells)
    return cells


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    if isinstance(value, dict) and (value or not path) and len(path) < 3:
        for name, inner in value.items():
            yield from _leaves(inner, (*path, str(name)))
    else:
        yield path, value


def check_totals(measures: Sequence[Measure], cells: Cells) -> None:
    """Raise `Unreadable` if all rows of a figure are known and do not add up."""
    for measure in measures:
        if measure.total and all(cell in cells for cell in measure.cells):
            together = sum(cells[cell] for cell in measure.cells)
            if together != measure.total:
                raise Unreadable(Fault("total", (measure.name,), together, most=measure.total))


def nested(cells: Cells) -> dict[str, object]:
    """Group the numbers by figure, row and column, always in the same order."""
    tree: dict[str, object] = {}
    for cell in sorted(cells):
        inner = tree
        for name in cell[:-1]:
            inner = inner.setdefault(name, {})  # type: ignore[assignment]
        inner[cell[-1]] = cells[cell]
    return tree


def written(cells: Cells) -> str:
    """Write the numbers as text, always the same for the same numbers; empty where there are none."""
    return json.dumps(nested(cells), separators=(",", ":")) if cells else ""


def unread(measures: Sequence[Measure], cells: Cells, players: int) -> tuple[tuple[str, ...], ...]:
    """List the cells that a table with this number of players needs and nobody has read."""
    needed = (one for one in measures if one.players is None or one.players[0] <= players <= one.players[1])
    return tuple(cell for measure in needed for cell in measure.cells if cell not in cells)
