"""Proxies: where cards lie on a sheet, every copy's face with its tag, and its back behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.engine.deck import Copy
from companion.engine.tags import payload
from companion.printing.assets import icon
from companion.printing.codes import symbol
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.papers import Paper
from companion.printing.source import Source

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


BLEED = {"a4": 3.0, "letter": 2.0}
"""How far a back's colour runs past the outer cuts, in mm: Letter has less room."""

SHOP_BLEED = 3.0
RIM = 7.5
"""At least so much of the paper (mm) is left around the cards: for the bleed, the marks, and printers that need it."""

FOLD_GAP = 3.0
"""Between the fold and the nearest cut, in mm."""

Page = dict[str, object]


def cards(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the card sheets: designs, copies, codes, and the pages with every cell in its place."""
    copies = source.copies(order.players, order.only)
    designs = {slug: source.design(source.decklist.by_slug[slug]) for slug in dict.fromkeys(c.slug for c in copies)}
    payloads = {copy: payload(source.decklist, copy, order.deck) for copy in copies}
    if order.single:
        paper = Paper("shop", order.sheet.name, *order.trimmed)
        pages = _single(order, source, copies)
    elif order.layout == "fold":
        paper = order.sheet.sideways()
        pages = _folded(order, source, copies, paper)
    else:
        paper = order.sheet
        pages = _duplex(order, source, copies, paper)
    return {
        "card": list(order.trimmed),
        "paper": paper.json(),
        "bleed": SHOP_BLEED if order.single else 0,
        "rim": 0,
        "art": {slug: picture for slug in designs if (picture := source.art.get(slug))},
        "backart": {back: picture for back in source.backs() if (picture := source.back_art(back))},
        "designs": designs,
        "copies": {
            copy.id: {
                "slug": copy.slug,
                "id": copy.id,
                "number": source.decklist.by_slug[copy.slug].number(copy.k),
                "payload": payloads[copy],
            }
            for copy in copies
        },
        "codes": {code: symbol(code) for code in payloads.values()},
        "backs": dict(source.backs()),
        "motifs": {back: icon(f"back-{back}", "back-other") for back in source.backs()},
        "correction": order.correction.json(),
        "stamp": source.said.raw("stamp") if order.single else "",
        "pages": pages,
    }


def _back(source: Source, copy: Copy) -> str:
    return source.decklist.by_slug[copy.slug].back


def _sheets(source: Source, copies: Sequence[Copy], count: int) -> Iterator[Sequence[Copy]]:
    """Yield the copies of each sheet; a new one begins where the back changes.

    A sheet fed askew would give a card a stripe of its neighbour's back, and the card would be known by it.
    """
    for back in dict.fromkeys(_back(source, copy) for copy in copies):
        yield from sheets_of([copy for copy in copies if _back(source, copy) == back], count)


def _single(order: Order, source: Source, copies: Sequence[Copy]) -> list[Page]:
    """One card a page with bleed, its back on the next."""
    grid = Grid(*order.trimmed, 1, 1, 0, 0)
    pages = []
    for copy in copies:
        front = _page("front", [_cell(grid, 0, copy=copy.id)])
        back = _page(
            "back",
            [_cell(grid, 0, back=_back(source, copy))],
            floods=floods(grid, {0: _back(source, copy)}, SHOP_BLEED),
        )
        pages.extend(_wanted(order, front, back))
    return pages


def _duplex(order: Order, source: Source, copies: Sequence[Copy], paper: Paper) -> list[Page]:
    """Nine a sheet; the backs mirrored as the sheet will be turned."""
    page = (paper.w, paper.h)
    if order.gutter not in (0, 3):
        raise Unprintable("gutter", gutter=order.gutter)
    if order.gutter and order.paper == "letter":
        raise Unprintable("gutter-letter")
    grid = Grid.centred(page, order.trimmed, *_fitting(order, (paper.w, paper.h), order.gutter), order.gutter)
    bleed = BLEED[paper.slug] if not order.gutter else min(BLEED[paper.slug], order.gutter)
    pages = []
    for part in _sheets(source, copies, grid.count):
        behind = {grid.behind(k, order.flip): _back(source, copy) for k, copy in enumerate(part)}
        front = _page(
            "front",
            [_cell(grid, k, copy=c.id) for k, c in enumerate(part)],
            guides(order, grid, page, "front"),
            note(paper, grid),
        )
        back = _page(
            "back",
            [_cell(grid, k, back=name) for k, name in behind.items()],
            guides(order, grid, page, "back", bleed),
            floods=floods(grid, behind, bleed),
        )
        pages.extend(_wanted(order, front, back))
    return pages


def _folded(order: Order, source: Source, copies: Sequence[Copy], paper: Paper) -> list[Page]:
    """Four fronts below the fold, their backs upside down above it: print one side, fold, glue, cut."""
    page, fold = (paper.w, paper.h), paper.h / 2
    w, h = order.trimmed
    columns, _ = _fitting(order, (paper.w, fold - FOLD_GAP + RIM))
    across = Grid.centred(page, (w, h), columns, 1)
    fronts = Grid(w, h, columns, 1, across.x0, fold + FOLD_GAP)
    backs = Grid(w, h, columns, 1, across.x0, fold - FOLD_GAP - h)
    # a mark that crossed the fold would come to lie on a back
    below_fold = [mark for mark in guides(order, fronts, page, "front") if mark[1] > fold]
    pages = []
    for part in _sheets(source, copies, fronts.count):
        names = {k: _back(source, copy) for k, copy in enumerate(part)}
        cells = [_cell(fronts, k, copy=c.id) for k, c in enumerate(part)]
        cells += [_cell(backs, k, turn=180, back=name) for k, name in names.items()]
        made = _page("front", cells, below_fold, note(paper, fronts), floods(backs, names, FOLD_GAP, turn=180))
        pages.append({**made, "folds": [[4.5, fold, paper.w - 4.5, fold]]})
    return pages


def _fitting(order: Order, room: tuple[float, float], gutter: float = 0.0) -> tuple[int, int]:
    """Return how many cards fit beside one another, and how many below, on paper of this size with its rim."""
    sides = zip(room, order.trimmed, strict=True)
    columns, rows = (int((side - 2 * RIM + gutter + 1e-6) // (card + gutter)) for side, card in sides)
    if not (columns and rows):
        w, h = order.trimmed
        raise Unprintable("format-paper", format=f"{w:g} × {h:g}", paper=order.sheet.name)
    return columns, rows


def _wanted(order: Order, front: Page, back: Page) -> list[Page]:
    return {"both": [front, back], "fronts": [front], "backs": [back]}[order.sides]


def guides(order: Order, grid: Grid, page: tuple[float, float], side: str, bleed: float = 0.0) -> list[Mark]:
    """Return the cutting marks of one side of a sheet, as ordered."""
    if order.guides == "none" or (side == "back" and order.guides != "both"):
        return []
    return cut_lines(grid, page) if order.guides == "lines" else crop_marks(grid, page, bleed)


def _cell(grid: Grid, place: int, turn: int = 0, **what: str) -> dict[str, object]:
    x, y = grid.corner(place)
    return {"x": x, "y": y, "turn": turn, **what}


def _page(
    side: str,
    cells: list[dict[str, object]],
    marks: Sequence[Mark] = (),
    note: dict[str, float] | None = None,
    floods: Sequence[dict[str, object]] = (),
) -> Page:
    return {"side": side, "cells": cells, "marks": marks, "note": note, "floods": floods, "folds": []}


def floods(grid: Grid, names: dict[int, str], bleed: float, turn: int = 0) -> list[dict[str, object]]:
    """Return the flat colour behind each back: to the middle of a gap between cards, `bleed` past an outer cut."""
    between = grid.gutter / 2
    out: list[dict[str, object]] = []
    for place, name in names.items():
        row, column = divmod(place, grid.columns)
        x, y = grid.corner(place)
        left = between if column and place - 1 in names else bleed
        right = between if column + 1 < grid.columns and place + 1 in names else bleed
        top = between if row and place - grid.columns in names else bleed
        bottom = between if row + 1 < grid.rows and place + grid.columns in names else bleed
        size = {"w": grid.w + left + right, "h": grid.h + top + bottom}
        lies = {"x": x - left, "y": y - top, "card": [x, y], "bleed": bleed, "turn": turn}
        out.append({**lies, **size, "back": name})
    return out


def note(paper: Paper, grid: Grid) -> dict[str, float]:
    """Return the place of the credit line: under the cards, or along the left side if there is no room below."""
    if paper.h - grid.bottom >= 13:
        return {"x": 15, "y": paper.h - 7.2, "w": paper.w - 30, "turn": 0}
    return {"x": 5.5, "y": paper.h / 2 + 42, "w": 84, "turn": -90}
