"""The sheet that tells what a printer does: its scale, where its back lands, which tag a camera still reads."""

from __future__ import annotations

from companion.engine.tags import payload
from companion.printing.codes import symbol
from companion.printing.order import Order
from companion.printing.source import Source, mark

LADDER = (8, 10, 12, 14, 16, 18, 20)
"""Widths of the trial tags, in mm."""

FRONT_STEP, BACK_STEP, TICKS = 2.0, 1.9, 15
"""Vernier: ticks to each side, their distance in mm on the front and on the back. The k-th pair meets at k × 0.1 mm."""


def calibration(order: Order, source: Source) -> dict[str, object]:
    """The data of the calibration sheet; its second page is the back of the first."""
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
