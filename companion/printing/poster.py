"""The poster of a finished game: one page with the outcome, the table, the tree of who turned whom, and prizes."""

from __future__ import annotations

from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.report import Chronicle, people, ring
from companion.printing.source import Source

MOST_PRIZES, MOST_WITHOUT_TREE = 6, 9
"""So many find room below the tree, and where there is none."""


def poster(order: Order, source: Source, told: Chronicle) -> dict[str, object]:
    """The data of the poster."""
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
