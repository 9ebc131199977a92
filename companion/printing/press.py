"""What an order becomes: a PDF, a picture of every card, or everything for an evening in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.printing import engine, kit, sheets
from companion.printing.archive import zipped
from companion.printing.cards import SHOP_BLEED
from companion.printing.order import Order
from companion.printing.report import Chronicle
from companion.printing.sheets import Telling
from companion.printing.source import Source

TOGETHER = 12
"""So many cards are drawn at a time: a whole deck at once would take a gigabyte."""


def singles(order: Order, source: Source, telling: Callable[[str], None] = lambda _: None) -> bytes:
    """Return the ZIP of card pictures: `001-<copy>.png`… in the order of the deck, and `back-<name>.png` for each
    back."""
    telling("laying")
    made = sheets.data(order, source)
    telling("typesetting")
    files = list(_drawn(order, made))
    telling("finishing")
    return zipped(files)


def _drawn(order: Order, made: sheets.Data) -> Iterator[tuple[str, bytes]]:
    pages = {_name(page): page for page in made["pages"]}
    with_rim = {**made, "bleed": 0, "rim": SHOP_BLEED}
    numbered = 0
    for start in range(0, len(pages), TOGETHER):
        part = list(pages.items())[start : start + TOGETHER]
        pictures = engine.png("cards", {**with_rim, "pages": [page for _, page in part]}, order.dpi)
        for (name, page), picture in zip(part, pictures, strict=True):
            numbered += page["side"] == "front"
            yield (f"{numbered:03}-{name}.png" if page["side"] == "front" else f"{name}.png"), picture


def _name(page: dict[str, object]) -> str:
    """Return the file name of a page: the copy, or the back, which is there once however many cards have it."""
    cells = page["cells"]
    assert isinstance(cells, list)
    return str(cells[0].get("copy") or f"back-{cells[0]['back']}")


def ending(order: Order) -> str:
    """Return the file's ending: `pdf` or `zip`."""
    return "zip" if order.what == "kit" or order.png else "pdf"


def build(order: Order, source: Source, told: Chronicle | None = None, telling: Telling = lambda _: None) -> bytes:
    """Return the whole file."""
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
    """Count the pages. Raise `Unprintable` if `page` is none of them."""
    found = kit.pages(order, source) if order.what == "kit" else sheets.pages(order, source, told)
    sheets.check_page(page, found)
    return found
