"""Every sheet there is, and how an order for one becomes a PDF or a picture of a page."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any, Literal

from companion.engine.scripts import FSI, PDI, ZWJ, ZWNJ, is_kept
from companion.engine.tags import payload
from companion.printing import engine
from companion.printing.cards import cards
from companion.printing.codes import symbol
from companion.printing.faults import Unprintable
from companion.printing.order import TOLD, Order, What
from companion.printing.puzzles import puzzles
from companion.printing.reference import reference, roles
from companion.printing.report import Chronicle, people, report, ring
from companion.printing.setup import setup
from companion.printing.source import Source, mark, section
from companion.printing.tags import tags
from companion.printing.tokens import tokens

SIGN = "◊"
"""Stands for a sign that cannot be drawn; every typeface has it."""


def written(text: str, known: frozenset[str]) -> str:
    """Replace each run of characters that cannot be drawn by one sign; invisible ones are dropped."""
    shown: list[str] = []
    is_gap = False
    text = unicodedata.normalize("NFC", text)
    for at, char in enumerate(text):
        if char in (FSI, PDI, ZWJ, ZWNJ):  # nothing is drawn for it, but it orders or joins letters
            joins = {text[at - 1 : at], text[at + 1 : at + 2]} <= known and is_kept(text, at)
            shown += [char] if joins or char in (FSI, PDI) else []
        elif char in known or ord(char) < 32:
            shown.append(char)
            is_gap = False
        # Marks, joiners and spaces are no picture.
        elif unicodedata.category(char) not in ("Cf", "Mn", "Me", "Cc", "Zs"):
            shown += [] if is_gap else [SIGN]
            is_gap = True
    return "".join(shown)


def as_written(names: Sequence[str], known: frozenset[str]) -> dict[str, str]:
    """Return each player's name on paper; those whom the signs alone would tell apart get their number behind."""
    plain = {name: written(name, known) for name in names}
    times = Counter(plain.values())
    return {
        name: shown if shown == name or (times[shown] == 1 and any(map(str.isalnum, shown))) else f"{shown} {number}"
        for number, (name, shown) in enumerate(plain.items(), 1)
    }


def rewriter(names: Sequence[str], known: frozenset[str]) -> Callable[[str], str]:
    """Return a function that writes any text in which these players may be named."""
    called = as_written(names, known)
    odd = sorted((name for name, shown in called.items() if shown != written(name, known)), key=len, reverse=True)
    people = re.compile("|".join(map(re.escape, odd))) if odd else None

    def write(text: str) -> str:
        return written(people.sub(lambda found: called[found[0]], text) if people else text, known)

    return write


def throughout(value: Any, write: Callable[[str], str]) -> Any:
    """Apply `write` to every text in the data of a sheet."""
    if isinstance(value, str):
        return write(value)
    if isinstance(value, Mapping):
        return {key: throughout(item, write) for key, item in value.items()}
    return [throughout(item, write) for item in value] if isinstance(value, list | tuple) else value


def signs(value: Any) -> int:
    """Count the signs for undrawable characters in the data."""
    if isinstance(value, str):
        return value.count(SIGN)
    if isinstance(value, Mapping):
        return sum(map(signs, value.values()))
    return sum(map(signs, value)) if isinstance(value, list | tuple) else 0


Duplex = Literal["long", "short", ""]
NAMES = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", "": "/Simplex"}

_TAIL = re.compile(rb"trailer\s*<<(?P<entries>.*?)>>\s*startxref\s+(?P<xref>\d+)\s+%%EOF\s*$", re.DOTALL)
_ROOT = re.compile(rb"/Root (?P<number>\d+) 0 R")
_CATALOG = re.compile(rb"(?P<entries><</Type/Catalog.*)/ViewerPreferences<<[^<>]*>>>>\s*$", re.DOTALL)


def at_true_size(pdf: bytes, duplex: Duplex = "") -> bytes:
    """Add viewer preferences to the document: print at 100 %, choose the tray by page size, turn as ordered."""
    return _appended(pdf, NAMES[duplex]) or _rewritten(pdf, NAMES[duplex])


def _appended(pdf: bytes, duplex: str) -> bytes | None:
    """Append the catalog once more with our preferences; return None if the document is built otherwise."""
    tail = _TAIL.search(pdf, max(0, len(pdf) - 1024))
    root = _ROOT.search(tail["entries"]) if tail else None
    if tail is None or root is None:
        return None
    start = pdf.rfind(b"\n%s 0 obj\n" % root["number"])
    catalog = _CATALOG.match(pdf[start:].partition(b" obj\n")[2].partition(b"endobj")[0])
    if start < 0 or catalog is None:
        return None
    wanted = f"/PrintScaling/None/PickTrayByPDFSize true/DisplayDocTitle true/Duplex{duplex}".encode()
    body = b"%s 0 obj\n%s/ViewerPreferences<<%s>>>>\nendobj\n" % (root["number"], catalog["entries"], wanted)
    place = len(pdf) + 1
    table = b"xref\n%s 1\n%010d 00000 n\r\n" % (root["number"], place)
    entries = b"%s/Prev %s" % (tail["entries"], tail["xref"])
    end = b"trailer\n<<%s>>\nstartxref\n%d\n%%%%EOF\n" % (entries, place + len(body))
    return pdf + b"\n" + body + table + end


def _rewritten(pdf: bytes, duplex: str) -> bytes:
    """Add the preferences by pypdf, which understands every way to build a document."""
    from pypdf import PdfWriter
    from pypdf.generic import BooleanObject, DictionaryObject, NameObject

    writer = PdfWriter(BytesIO(pdf), incremental=True)
    writer.root_object[NameObject("/ViewerPreferences")] = DictionaryObject(
        {
            NameObject("/PrintScaling"): NameObject("/None"),
            NameObject("/PickTrayByPDFSize"): BooleanObject(True),
            NameObject("/DisplayDocTitle"): BooleanObject(True),
            NameObject("/Duplex"): NameObject(duplex),
        }
    )
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


MOST_PRIZES, MOST_WITHOUT_TREE = 6, 9
"""So many find room below the tree, and where there is none."""


def poster(order: Order, source: Source, told: Chronicle) -> dict[str, object]:
    """Return the data of the poster."""
    reel = told.reel
    if reel is None:
        raise Unprintable("record")
    most = MOST_PRIZES if reel.tree else MOST_WITHOUT_TREE
    return {
        "players": people(source, told),
        **ring(source, told),
        "headline": reel.headline,
        "detail": reel.detail,
        "when": reel.when,
        "treelabel": reel.tree_label,
        "columns": reel.columns,
        "rows": reel.rows,
        "tree": [
            {"name": one.player, "role": one.role, "x": one.x, "y": one.y, "above": one.parent,
             "root": one.is_root}
            for one in reel.tree
        ],
        "prizes": [list(prize) for prize in reel.prizes[:most]],
        "pages": [0],
    }  # fmt: skip


LADDER = (8, 10, 12, 14, 16, 18, 20)
"""Widths of the trial tags, in mm."""

FRONT_STEP, BACK_STEP, TICKS = 2.0, 1.9, 15
"""Vernier: ticks to each side, their distance in mm on the front and on the back. The k-th pair meets at k × 0.1 mm."""


def calibration(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the calibration sheet; its second page is the back of the first."""
    copies = source.decklist.copies[: len(LADDER)]
    payloads = [payload(source.decklist, copy, order.deck) for copy in copies]
    kinds = dict.fromkeys(card.kind for card in source.decklist.cards)
    return {
        "codes": {code: symbol(code) for code in payloads},
        "ladder": [{"size": size, "payload": code} for size, code in zip(LADDER, payloads, strict=False)],
        "vernier": {"front": FRONT_STEP, "back": BACK_STEP, "ticks": TICKS},
        "kinds": [{"kind": kind, "word": source.word("kinds", kind), "mark": mark(kind)} for kind in kinds],
        "correction": order.correction.json(),
        "pages": ["front", "back"],
    }


Data = dict[str, Any]

MAKERS: Mapping[str, Callable[[Order, Source], Data]] = {
    "cards": cards,
    "tags": tags,
    "setup": setup,
    "reference": reference,
    "roles": roles,
    "tokens": tokens,
    "puzzles": puzzles,
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
    """Return everything the template of a sheet reads."""
    said, senseless = source.said, f"print.none.{order.what}"
    if source.words.has(senseless):
        raise Unprintable("senseless", why=source.words.raw(senseless))
    if order.what not in TOLD:
        made = MAKERS[order.what](order, source)
    elif told is None:
        raise Unprintable("record")
    else:
        made = TELLERS[order.what](order, source, told)
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
    if told is None:
        return whole
    # A game holds what people typed: in drawable characters, and `note` says where that changed something.
    shown: Data = throughout(whole, rewriter(told.players, engine.drawable()))
    differs = signs(shown) > signs(whole)
    return {**shown, "note": said.say("unwritten", sign=SIGN) if differs else ""}


def warnings(order: Order, source: Source, told: Chronicle | None = None) -> list[str]:
    """Return sentences to read before printing: the game's own on its cards (`print.warn`), and names no typeface can
    write."""
    if told is not None:
        return [note for note in (data(order, source, told)["note"],) if note]
    if order.what not in ("cards", "kit") or source.words.has("print.none.cards"):
        return []
    counts = Counter(copy.slug for copy in source.copies(order.players, order.only))
    said = section(source.words, "print.warn")
    return [source.words.say(f"print.warn.{slug}", count=counts[slug]) for slug in said if counts[slug]]


def build(order: Order, source: Source, told: Chronicle | None = None, telling: Telling = lambda _: None) -> bytes:
    """Return the whole sheet as PDF, ready to print at its true size."""
    telling("laying")
    made = data(order, source, told)
    telling("typesetting")
    return typeset(order, source, made, telling)


def typeset(order: Order, source: Source, made: Data, telling: Telling = lambda _: None) -> bytes:
    """Return the PDF of data that were made before."""
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
    """Count the pages of a sheet. Only a chronicle, whose text runs on, has to be typeset for that."""
    if order.what in FLOWING:
        return preview(order, source, ppi=LEAST_PPI, told=told)[1]
    return len(data(order, source, told)["pages"])


def check_page(page: int, pages: int) -> None:
    """Raise `Unprintable` for a page that a sheet with this number of pages does not have."""
    if not 1 <= page <= pages:
        raise Unprintable("page", page=page, pages=pages)


def duplex(order: Order) -> Duplex:
    """Return how the printer should turn the sheet; empty if it prints one side only."""
    if order.what == "cards":
        both = order.sides == "both" and order.layout == "duplex" and not order.single
        return order.flip if both else ""
    if order.what == "reference":
        return "long" if order.form == "page" else "short"
    return "long" if order.what == "calibration" else ""
