"""What an order becomes: a PDF, a picture of every card, or everything for an evening in one file."""

from __future__ import annotations

from companion.printing import kit, sheets
from companion.printing.order import Order
from companion.printing.report import Chronicle
from companion.printing.sheets import Telling
from companion.printing.singles import singles
from companion.printing.source import Source


def ending(order: Order) -> str:
    """How the file is called that comes of it: `pdf` or `zip`."""
    return "zip" if order.what == "kit" or order.png else "pdf"


def build(order: Order, source: Source, told: Chronicle | None = None, telling: Telling = lambda _: None) -> bytes:
    """The whole file."""
    if order.what == "kit":
        return kit.kit(order, source, telling)
    if order.png:
        return singles(order, source, telling)
    return sheets.build(order, source, told, telling)


def preview(
    order: Order, source: Source, page: int = 1, ppi: float = 72, told: Chronicle | None = None
) -> tuple[bytes, int]:
    """One page as a PNG picture, and how many there are."""
    if order.what == "kit":
        return kit.preview(order, source, page, ppi)
    return sheets.preview(order, source, page, ppi, told)


def pages(order: Order, source: Source, page: int = 1, told: Chronicle | None = None) -> int:
    """How many pages there are; raises `Unprintable` where `page` is none of them."""
    found = kit.pages(order, source) if order.what == "kit" else sheets.pages(order, source, told)
    sheets.check_page(page, found)
    return found
