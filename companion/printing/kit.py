"""Everything an evening needs, for so many people, in one ZIP: a PDF for each sheet, with its own way to be fed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.printing import sheets
from companion.printing.archive import zipped
from companion.printing.faults import Unprintable
from companion.printing.order import Order, What
from companion.printing.source import Source

PARTS: tuple[What, ...] = ("setup", "reference", "roles", "cards", "tags", "tokens")
"""In the order they are wanted at the table."""

NOT_OF_THIS_GAME = {"cannot.senseless", "cannot.plan", "cannot.about"}
"""Why a game lacks a sheet: the others are made all the same."""


def parts(order: Order, source: Source) -> Iterator[tuple[Order, sheets.Data]]:
    """Yield the order for every sheet this game has, and its data."""
    for what in PARTS:
        part = replace(order, what=what)
        try:
            yield part, sheets.data(part, source)
        except Unprintable as fault:
            if fault.key not in NOT_OF_THIS_GAME:
                raise


def kit(order: Order, source: Source, telling: Callable[[str], None] = lambda _: None) -> bytes:
    """Return the ZIP of all sheets: `1-<game>-setup.pdf` and so on."""
    telling("laying")
    made = list(parts(order, source))
    telling("typesetting")
    return zipped(
        (f"{number}-{source.decklist.slug}-{part.what}.pdf", sheets.typeset(part, source, data))
        for number, (part, data) in enumerate(made, 1)
    )


def pages(order: Order, source: Source) -> int:
    """Count the pages of all sheets."""
    return sum(len(data["pages"]) for _, data in parts(order, source))


def preview(order: Order, source: Source, page: int, ppi: float) -> tuple[bytes, int]:
    """Return one page of all sheets, counted through, and their number."""
    counted = [(part, len(data["pages"])) for part, data in parts(order, source)]
    total = sum(pages for _, pages in counted)
    before = 0
    for part, pages in counted:
        if before < page <= before + pages:
            return sheets.preview(part, source, page - before, ppi)[0], total
        before += pages
    raise Unprintable("page", page=page, pages=total)
