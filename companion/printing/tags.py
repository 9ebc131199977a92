"""Stickers for the real deck: the tag of every copy, with its name beside it so that people stick the right one."""

from __future__ import annotations

from companion.engine.tags import payload
from companion.printing.codes import PANEL_MM, symbol
from companion.printing.faults import Unprintable
from companion.printing.labels import LabelSheet, label_sheet
from companion.printing.order import Order
from companion.printing.source import Source, mark

BESIDE = 11.0
"""A label this much wider than its tag (mm) has its words upright beside it."""

TURNED = 5.0
"""One this much wider has them turned beside it, one this much higher below; else they run along two of its sides."""

LEAST = 1.8
"""Less than this leaves no line that can be read."""


def tags(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the sticker sheets: every label with its tag, its words and its place."""
    sheet = label_sheet(order.label, order.sheet.slug)
    lost = source.decklist.missing if not order.only else frozenset()
    copies = [copy for copy in source.copies(order.players, order.only) if copy.id not in lost]
    payloads = {copy: payload(source.decklist, copy, order.deck) for copy in copies}
    paper = order.sheet
    labels: list[dict[str, object]] = []
    for copy in copies:
        card = source.decklist.by_slug[copy.slug]
        label = {"payload": payloads[copy], "name": source.words.card(copy.slug), "id": copy.id, "kind": card.kind}
        said = source.said.say("tags.copy", k=copy.k)
        labels.append({**label, "copy": said, "number": card.number(copy.k), "mark": mark(card.kind)})
    bottom = paper.h - (sheet.first[1] + (sheet.grid[1] - 1) * sheet.pitch[1] + sheet.size[1])
    return {
        "codes": {code: symbol(code) for code in payloads.values()},
        "label": {"w": sheet.size[0], "h": sheet.size[1], "cut": sheet.cut, "words": words_at(sheet)},
        "outlines": order.labels.outlines or sheet.cut,
        "sheetname": sheet.names[0],
        "deck": order.deck,
        "note": {"x": 10, "y": paper.h - 7.2, "w": paper.w - 20, "turn": 0}
        if bottom >= 9.5
        else {"x": 5.0, "y": paper.h - 12, "w": paper.h - 24, "turn": -90},
        "pages": _pages(order, sheet, labels),
    }


def words_at(sheet: LabelSheet) -> str:
    """Return the place of a label's words: beside the tag, turned beside it, below, or along foot and side."""
    wider, higher = sheet.size[0] - PANEL_MM, sheet.size[1] - PANEL_MM
    if wider >= BESIDE:
        return "beside"
    if wider >= TURNED:
        return "turned"
    if higher >= TURNED:
        return "below"
    if min(wider, higher) >= LEAST:
        return "around"
    raise Unprintable("label-words", label=sheet.names[0])


def _pages(order: Order, sheet: LabelSheet, labels: list[dict[str, object]]) -> list[dict[str, object]]:
    """Lay the labels on sheets, the first of them on the first free label of the used sheet."""
    first = order.labels.first
    if not 1 <= first <= sheet.count:
        raise Unprintable("label-first", first=first, count=sheet.count)
    places = list(sheet.corners(order.labels))
    slots: list[dict[str, object] | None] = [None] * (first - 1) + list(labels)
    pages = []
    for start in range(0, len(slots), sheet.count):
        used = slots[start : start + sheet.count]
        cells = [{"x": x, "y": y, **label} for (x, y), label in zip(places, used, strict=False) if label]
        pages.append({"cells": cells, "outlines": [[x, y] for x, y in places] if order.labels.outlines else []})
    return pages
