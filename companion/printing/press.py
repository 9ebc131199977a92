"""What an order becomes: a PDF, a picture of every card, or everything for an evening in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from companion.printing import engine, sheets
from companion.printing.cards import SHOP_BLEED
from companion.printing.faults import Unprintable
from companion.printing.order import Order, What
from companion.printing.report import Chronicle
from companion.printing.sheets import Telling
from companion.printing.source import Source

PARTS: tuple[What, ...] = ("setup", "reference", "roles", "cards", "tags", "tokens")
"""In the order they are wanted at the table."""

NOT_OF_THIS_GAME = {"cannot.senseless", "cannot.plan", "cannot.about"}
"""Why a game lacks a sheet: the others are made all the same."""

TOGETHER = 12
"""So many cards are drawn at a time: a whole deck at once would take a gigabyte."""


def singles(order: Order, source: Source, telling: Callable[[str], None] = lambda _: None) -> bytes:
    """Return the ZIP of card pictures: `001-<copy>.png`… in the order of the deck, and `back-<name>.png` for each
    back."""
    telling("laying")
    made = sheets.data(order, source)
    telling("typesetting")
    pages = {}  # a back is there once, however many cards have it
    for page in made["pages"]:
        cell = page["cells"][0]
        pages[cell.get("copy") or f"back-{cell['back']}"] = page
    with_rim = {**made, "bleed": 0, "rim": SHOP_BLEED}
    files = []
    numbered = 0
    for start in range(0, len(pages), TOGETHER):
        part = list(pages.items())[start : start + TOGETHER]
        pictures = engine.png("cards", {**with_rim, "pages": [page for _, page in part]}, order.dpi)
        for (name, page), picture in zip(part, pictures, strict=True):
            numbered += page["side"] == "front"
            files.append((f"{numbered:03}-{name}.png" if page["side"] == "front" else f"{name}.png", picture))
    telling("finishing")
    return zipped(files)


def parts(order: Order, source: Source) -> Iterator[tuple[Order, sheets.Data]]:
    """Yield the order for every sheet this game has, and its data."""
    for what in PARTS:
        part = replace(order, what=what)
        try:
            yield part, sheets.data(part, source)
        except Unprintable as fault:
            if fault.key not in NOT_OF_THIS_GAME:
                raise


def ending(order: Order) -> str:
    """Return the file's ending: `pdf` or `zip`."""
    return "zip" if order.what == "kit" or order.png else "pdf"


def build(order: Order, source: Source, told: Chronicle | None = None, telling: Telling = lambda _: None) -> bytes:
    """Return the whole file."""
    if order.what == "kit":
        telling("laying")
        made = list(parts(order, source))
        telling("typesetting")
        return zipped(
            (f"{number}-{source.decklist.slug}-{part.what}.pdf", sheets.typeset(part, source, data))
            for number, (part, data) in enumerate(made, 1)
        )
    if order.png:
        return singles(order, source, telling)
    return sheets.build(order, source, told, telling)


def preview(
    order: Order, source: Source, page: int = 1, ppi: float = 72, told: Chronicle | None = None
) -> tuple[bytes, int]:
    """One page as a PNG picture, and how many there are."""
    if order.what == "kit":
        counted = [(part, len(data["pages"])) for part, data in parts(order, source)]
        total = sum(pages for _, pages in counted)
        before = 0
        for part, pages in counted:
            if before < page <= before + pages:
                return sheets.preview(part, source, page - before, ppi)[0], total
            before += pages
        raise Unprintable("page", page=page, pages=total)
    return sheets.preview(order, source, page, ppi, told)


def pages(order: Order, source: Source, page: int = 1, told: Chronicle | None = None) -> int:
    """Count the pages. Raise `Unprintable` if `page` is none of them."""
    if order.what == "kit":
        found = sum(len(data["pages"]) for _, data in parts(order, source))
    else:
        found = sheets.pages(order, source, told)
    sheets.check_page(page, found)
    return found


# Several files as one ZIP, the same bytes for the same files


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Pack files in their order, uncompressed: PDF and PNG are packed already."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as archive:
        for name, data in files:
            info = ZipInfo(name)
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    """Return the files of such a ZIP by name."""
    with ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
