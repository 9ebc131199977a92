"""Two tables side by side, and what differs between them in sentences: before anything is put right, and after."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.state import Table
from companion.engine.view import TableView
from companion.engine.words import Wording
from companion.service.history.diff import differences
from companion.web.pages.history.log import past_words, said
from companion.web.pages.table.ring import RingDrawn, ring_drawn
from companion.web.pages.table.sidebar import Beside
from companion.web.server.context import lang


class Side(NamedTuple):
    """The table, as it is or as it would be."""

    label: str
    heading: str
    ring: RingDrawn
    beside: Beside


def side(label: str, view: TableView, table: Table, beside: Beside) -> Side:
    """One of the two tables, drawn."""
    return Side(label, view.heading, ring_drawn(view, table, None), beside)


def differ(old: TableView, new: TableView, words: Wording) -> tuple[str, ...]:
    """Return a sentence for each difference."""
    found = []
    for one in differences(old, new, words):
        way = "gone" if not one.new else "new" if not one.old else "other"
        key = f"differs.{one.key}.{way}"
        known = key if past_words(lang()).has(key) else f"differs.{one.key}.other"
        found.append(said(known, who=one.who, old=one.old or "—", new=one.new or "—"))
    return tuple(found)
