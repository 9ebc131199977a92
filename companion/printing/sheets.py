"""Every sheet there is, and how an order for one becomes a PDF or a picture of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.printing import engine, unwritten
from companion.printing.calibration import calibration
from companion.printing.cards import cards
from companion.printing.faults import Unprintable
from companion.printing.order import TOLD, Order, What
from companion.printing.poster import poster
from companion.printing.preferences import Duplex, at_true_size
from companion.printing.reference import reference
from companion.printing.report import Chronicle, report
from companion.printing.roles import roles
from companion.printing.setup import setup
from companion.printing.source import Source, section
from companion.printing.tags import tags
from companion.printing.tokens import tokens

Data = dict[str, Any]

MAKERS: Mapping[str, Callable[[Order, Source], Data]] = {
    "cards": cards,
    "tags": tags,
    "setup": setup,
    "reference": reference,
    "roles": roles,
    "tokens": tokens,
    "calibration": calibration,
}
"""What draws up the data of a sheet; the template of the same name draws it."""

TELLERS: Mapping[str, Callable[[Order, Source, Chronicle], Data]] = {"report": report, "poster": poster}
"""The same for the sheets that need a finished game as well."""

FLOWING: tuple[What, ...] = ("report",)
"""The sheets of which only their template knows how many pages they fill."""

LEAST_PPI = 10.0
"""Points to the inch of pictures that nobody looks at."""

Telling = Callable[[str], None]
"""Is told what is being done: the key of a sentence."""


def data(order: Order, source: Source, told: Chronicle | None = None) -> Data:
    """Everything the template of a sheet reads."""
    made = _made(order, source, told)
    said = source.said
    title = said.say(f"title.{order.what}", game=source.game)
    whole = {
        "title": title,
        "lang": order.lang,
        "ink": order.ink,
        "game": source.game,
        "paper": order.sheet.json(),
        "credit": said.say("credit", title=title, paper=order.sheet.name),
        "words": section(said, order.what),
        **made,
    }
    return whole if told is None else _writable(whole, source, told)


def _writable(whole: Data, source: Source, told: Chronicle) -> Data:
    """The data of a told game in letters there are; `note` says so where something is written otherwise."""
    write = unwritten.rewriter(told.players, engine.drawable())
    shown: Data = unwritten.throughout(whole, write)
    differs = unwritten.signs(shown) > unwritten.signs(whole)
    return {**shown, "note": source.said.say("unwritten", sign=unwritten.SIGN) if differs else ""}


def _made(order: Order, source: Source, told: Chronicle | None) -> Data:
    senseless = f"print.none.{order.what}"
    if source.words.has(senseless):
        raise Unprintable("senseless", why=source.words.raw(senseless))
    if order.what not in TOLD:
        return MAKERS[order.what](order, source)
    if told is None:
        raise Unprintable("record")
    return TELLERS[order.what](order, source, told)


def warnings(order: Order, source: Source, told: Chronicle | None = None) -> list[str]:
    """What to know before this is printed, in sentences: a game says them of its cards (`print.warn`); names that no
    typeface can write."""
    if told is not None:
        return [note for note in (data(order, source, told)["note"],) if note]
    if order.what not in ("cards", "kit") or source.words.has("print.none.cards"):
        return []
    counts = Counter(copy.slug for copy in source.copies(order.players, order.only))
    said = section(source.words, "print.warn")
    return [source.words.say(f"print.warn.{slug}", count=counts[slug]) for slug in said if counts[slug]]


def build(order: Order, source: Source, told: Chronicle | None = None, telling: Telling = lambda _: None) -> bytes:
    """The whole sheet as PDF, ready to print at its true size."""
    telling("laying")
    made = data(order, source, told)
    telling("typesetting")
    return typeset(order, source, made, telling)


def typeset(order: Order, source: Source, made: Data, telling: Telling = lambda _: None) -> bytes:
    """The PDF of data that were drawn up before."""
    pdf = engine.pdf(order.what, made)
    telling("finishing")
    return at_true_size(pdf, duplex(order))


def preview(
    order: Order, source: Source, page: int = 1, ppi: float = 72, told: Chronicle | None = None
) -> tuple[bytes, int]:
    """One page as a PNG picture, and how many pages there are."""
    made = data(order, source, told)
    flowing = order.what in FLOWING
    pages = made["pages"]
    if not flowing:
        check_page(page, len(pages))
        made["pages"] = pages[page - 1 : page]
    pictures = engine.png(order.what, made, ppi)
    if flowing:
        check_page(page, len(pictures))
        return pictures[page - 1], len(pictures)
    return pictures[0], len(pages)


def pages(order: Order, source: Source, told: Chronicle | None = None) -> int:
    """How many pages the sheet has. Only a chronicle, whose text runs on, has to be set for that."""
    if order.what in FLOWING:
        return preview(order, source, ppi=LEAST_PPI, told=told)[1]
    return len(data(order, source, told)["pages"])


def check_page(page: int, pages: int) -> None:
    """Raises `Unprintable` for a page that a sheet of so many has not."""
    if not 1 <= page <= pages:
        raise Unprintable("page", page=page, pages=pages)


def duplex(order: Order) -> Duplex:
    """How the printer should turn the sheet; empty where it prints one side only."""
    if order.what == "cards":
        both = order.sides == "both" and order.layout == "duplex" and not order.single
        return order.flip if both else ""
    if order.what == "reference":
        return "long" if order.form == "page" else "short"
    return "long" if order.what == "calibration" else ""
