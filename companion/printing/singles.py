"""A picture of every card with its bleed, as print services take them: one file a face, one a back, in a ZIP."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.printing import engine, sheets
from companion.printing.archive import zipped
from companion.printing.cards import SHOP_BLEED
from companion.printing.order import Order
from companion.printing.source import Source

TOGETHER = 12
"""So many cards are drawn at a time: a whole deck at once would take a gigabyte."""


def singles(order: Order, source: Source, telling: Callable[[str], None] = lambda _: None) -> bytes:
    """The ZIP: `001-<copy>.png`… in the order of the deck, and `back-<name>.png` once for each back there is."""
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
    """What a page shows: the copy, or the back; a back is there once, however many cards have it."""
    cells = page["cells"]
    assert isinstance(cells, list)
    return str(cells[0].get("copy") or f"back-{cells[0]['back']}")
