"""Markers to cut out: the direction, whose turn it is, a piece for every obstacle card, a number for every seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.deck import Card
from companion.printing.assets import icon
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.papers import Paper
from companion.printing.source import Source

GAP = 4.0
MARGIN = 12.0
TOP = 31.0
"""Below the heading of the page, in mm."""

ROUNDS = (4, 3, 2, 1, 0)


@dataclass(frozen=True, slots=True)
class Token:
    """A marker: what it shows and how large it is, in mm."""

    shape: str
    w: float
    h: float
    words: str = ""
    icon: str = ""
    number: int = 0
    clockwise: bool = True
    kind: str = ""
    extra: tuple[int, ...] = field(default=())

    def at(self, x: float, y: float) -> dict[str, object]:
        """Return the marker in its place."""
        return {
            "x": x, "y": y, "w": self.w, "h": self.h, "shape": self.shape, "words": self.words, "icon": self.icon,
            "number": self.number, "clockwise": self.clockwise, "kind": self.kind, "rounds": list(self.extra),
        }  # fmt: skip


def tokens(order: Order, source: Source) -> dict[str, object]:
    """Return the data of the sheets of markers."""
    seats = source.decklist.most if order.players is None else source.checked(order.players)
    pages = packed(_tokens(source, order, seats), order.sheet)
    return {"top": TOP, "helps": _helps(source), "pages": [{"tokens": page} for page in pages]}


def _tokens(source: Source, order: Order, seats: int) -> list[Token]:
    own: list[Token] = []
    for row in _rows(source):
        sign = icon(row["icon"], "kind-other")
        own += [Token("out", 27, 27, row["name"], sign, kind=row["kind"])] * _figure(source, row["count"])
        cells = range(1, _figure(source, row["cells"]) + 1)
        own += [Token("seat", 27, 27, row["name"], number=number) for number in cells]
    if own:
        return own
    said = source.said
    ways = [(True, said.raw("tokens.clockwise")), (False, said.raw("tokens.counterclockwise"))]
    out = [Token("direction", 60, 60, words, "direction", clockwise=way) for way, words in ways]
    out.append(Token("turn", 54, 60, said.raw("tokens.turn"), "turn"))
    for card in _obstacles(source):
        copies = card.copies if order.players is None else source.decklist.how_many(card.slug, order.players)
        name, sign = source.words.card(card.slug), icon(card.slug, card.acts_as, "kind-obstacle")
        clock = Token("clock", 48, 48, name, sign, kind=card.kind, extra=ROUNDS)
        piece = Token("piece", 23, 48, name, sign, kind=card.kind)
        out += [clock if card.acts_as in _clocks(source) else piece] * copies
    out += [Token("out", 27, 27, said.raw("tokens.out"), "eliminated")] * min(seats, 6)
    out += [Token("seat", 27, 27, said.raw("tokens.seat"), number=n) for n in range(1, seats + 1)]
    return out


def _rows(source: Source) -> list[dict[str, str]]:
    """Return the markers a game declares: `1.name`, `1.icon`, `1.kind`, `1.count`, `1.text`; empty for none."""
    part = source.about("tokens")
    numbers = [str(n) for n in range(1, 20) if f"{n}.name" in part]
    return [
        {key: part.get(f"{n}.{key}", "") for key in ("name", "icon", "kind", "count", "cells", "text")} for n in numbers
    ]


def _figure(source: Source, said: str) -> int:
    return int(said) if said.isdecimal() else source.decklist.setup.get(said, 0)


def _obstacles(source: Source) -> list[Card]:
    """Return the cards that stay on the table, the tall pieces first."""
    clocks = _clocks(source)
    return sorted((c for c in source.decklist.cards if c.kind == "obstacle"), key=lambda c: c.acts_as not in clocks)


def _clocks(source: Source) -> frozenset[str]:
    """Return the obstacles that count rounds: each is a disc with 4-3-2-1-0 that is turned."""
    return frozenset(source.about("clocks").values())


def _helps(source: Source) -> list[dict[str, str]]:
    """Return a line on each marker that is there."""
    own = _rows(source)
    if own:
        return [{"icon": icon(row["icon"], "kind-other"), "text": row["text"]} for row in own if row["text"]]
    said, clocks = source.said, _clocks(source)
    signs = {"clock" if card.acts_as in clocks else "gap": card.acts_as for card in _obstacles(source)}
    lines = [("turn", "turnhelp"), *((signs[key], key) for key in ("clock", "gap") if key in signs)]
    lines += [("eliminated", "outhelp"), ("human", "seathelp")]
    return [{"icon": icon(sign, "kind-obstacle"), "text": said.raw(f"tokens.{key}")} for sign, key in lines]


def packed(things: list[Token], paper: Paper) -> list[list[dict[str, object]]]:
    """Lay the markers in rows on as many pages as it takes; the rows of a page spread down it."""
    rows: list[list[Token]] = [[]]
    for thing in things:
        if _wide([*rows[-1], thing]) > paper.w - 2 * MARGIN and rows[-1]:
            rows.append([])
        rows[-1].append(thing)
    pages: list[list[list[Token]]] = [[]]
    room = paper.h - TOP - MARGIN - GAP
    for row in rows:
        if _high([*pages[-1], row]) > room and pages[-1]:
            pages.append([])
        pages[-1].append(row)
        if _wide(row) > paper.w - 2 * MARGIN or _high(pages[-1]) > room:
            raise Unprintable("unfit", text=row[0].words)
    return [_spread(page, room, paper) for page in pages]


def _wide(row: list[Token]) -> float:
    return sum(token.w for token in row) + GAP * (len(row) - 1)


def _high(rows: list[list[Token]]) -> float:
    return sum(max(token.h for token in row) for row in rows) + GAP * (len(rows) - 1)


def _spread(rows: list[list[Token]], room: float, paper: Paper) -> list[dict[str, object]]:
    gap = GAP + min(8.0, (room - _high(rows)) / max(1, len(rows) - 1))
    out, y = [], TOP
    for row in rows:
        x = (paper.w - _wide(row)) / 2
        for token in row:
            out.append(token.at(x, y))
            x += token.w + GAP
        y += max(token.h for token in row) + gap
    return out
