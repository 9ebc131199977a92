"""Where cards, cuts and folds lie on the sheets. Millimetres from the top left corner of the page; pure geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
Mark = tuple[float, float, float, float]

MARK_FROM_CUT = 0.5
"""Gap between a cut (or the bleed's edge) and the mark that shows it, in mm."""

MARK_FROM_EDGE = 4.5
"""Nothing is printed nearer to the paper's edge: viewers shrink pages with ink on the rim."""

MARK_LENGTH = 6.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one size on a page: columns and rows, the first cell's corner, the gap between cells."""

    w: float
    h: float
    columns: int
    rows: int
    x0: float
    y0: float
    gutter: float = 0.0

    @classmethod
    def centred(
        cls, page: tuple[float, float], cell: tuple[float, float], columns: int, rows: int, gutter: float = 0.0
    ) -> Grid:
        """Return a grid in the middle of a page."""
        x0 = (page[0] - columns * cell[0] - (columns - 1) * gutter) / 2
        y0 = (page[1] - rows * cell[1] - (rows - 1) * gutter) / 2
        return cls(cell[0], cell[1], columns, rows, x0, y0, gutter)

    @property
    def count(self) -> int:
        """Number of cells on a page."""
        return self.columns * self.rows

    @property
    def right(self) -> float:
        """The right edge of the last column."""
        return self.x(self.columns - 1) + self.w

    @property
    def bottom(self) -> float:
        """The bottom edge of the last row."""
        return self.y(self.rows - 1) + self.h

    def x(self, column: int) -> float:
        """Return the left edge of a column."""
        return self.x0 + column * (self.w + self.gutter)

    def y(self, row: int) -> float:
        """Return the top edge of a row."""
        return self.y0 + row * (self.h + self.gutter)

    def corner(self, place: int) -> tuple[float, float]:
        """Return the top left corner of the n-th cell, row by row, from 0."""
        return self.x(place % self.columns), self.y(place // self.columns)

    def behind(self, place: int, flip: str) -> int:
        """Return the cell that lies behind a cell when the sheet is turned over its long or its short edge."""
        row, column = divmod(place, self.columns)
        if flip == "long":
            return row * self.columns + self.columns - 1 - column
        return (self.rows - 1 - row) * self.columns + column

    def cuts(self) -> tuple[list[float], list[float]]:
        """Every x and every y where a blade goes."""
        xs = {round(edge, 4) for c in range(self.columns) for edge in (self.x(c), self.x(c) + self.w)}
        ys = {round(edge, 4) for r in range(self.rows) for edge in (self.y(r), self.y(r) + self.h)}
        return sorted(xs), sorted(ys)


def crop_marks(grid: Grid, page: tuple[float, float], bleed: float = 0.0) -> list[Mark]:
    """Return a mark at both ends of every cut, on all four sides, outside the bleed and off the paper's edge."""
    xs, ys = grid.cuts()
    gap = bleed + MARK_FROM_CUT
    left, top = grid.x0 - gap, grid.y0 - gap
    right, bottom = grid.right + gap, grid.bottom + gap
    left_end, top_end = max(MARK_FROM_EDGE, left - MARK_LENGTH), max(MARK_FROM_EDGE, top - MARK_LENGTH)
    right_end = min(page[0] - MARK_FROM_EDGE, right + MARK_LENGTH)
    bottom_end = min(page[1] - MARK_FROM_EDGE, bottom + MARK_LENGTH)
    upright = [mark for x in xs for mark in ((x, top_end, x, top), (x, bottom, x, bottom_end))]
    level = [mark for y in ys for mark in ((left_end, y, left, y), (right, y, right_end, y))]
    return [mark for mark in upright + level if mark[2] > mark[0] or mark[3] > mark[1]]


def cut_lines(grid: Grid, page: tuple[float, float]) -> list[Mark]:
    """Every cut as a line over the whole sheet, for those who lose the marks with the first cut."""
    xs, ys = grid.cuts()
    edge = MARK_FROM_EDGE
    return [(x, edge, x, page[1] - edge) for x in xs] + [(edge, y, page[0] - edge, y) for y in ys]


def sheets_of(things: Sequence[T], count: int) -> Iterator[Sequence[T]]:
    """Yield the things of each sheet, `count` a sheet."""
    return (things[start : start + count] for start in range(0, len(things), count))
