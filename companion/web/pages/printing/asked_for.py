"""The box that a sheet is printed for: one of the shelf, or that of a table of this house as it plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.decks.catalog import Title
from companion.printing.faults import Unprintable
from companion.printing.order import Order, What
from companion.printing.source import Source, source_of
from companion.service.live.session import LiveGame
from companion.store.base import UnknownGame
from companion.web.pages.games.boxes import boxes
from companion.web.server.context import tables

NAMED = 3
"""How many people's names stand for a table that has none."""
AGREED: tuple[What, ...] = ("cards", "reference", "roles", "setup", "kit")
"""The sheets that say what a table decided, where they are printed for one."""


def asked(order: Order, fields: Mapping[str, str]) -> Source:
    """Return the chosen box; or that of the table it is printed for, with its answers."""
    if fields.get("table") and order.what in AGREED:
        playing = table_of(fields["table"])
        return source_of(playing.title, order.lang, playing.course.table.options)
    return source_of(_title(fields.get("box", "")), order.lang)


def table_of(ident: str) -> LiveGame:
    """Return the table of this house that a sheet is printed for."""
    try:
        return tables().playing(ident)
    except UnknownGame:
        raise Unprintable("table") from None


def tables_of(game: str) -> tuple[tuple[str, str], ...]:
    """Return the tables of this house that play a game, the newest first: by name, else by who sits there."""
    there = [heading for heading in tables().headings() if heading.game == game]
    return tuple((h.id, f"{h.name or _sitting(h.players)} · {h.changed[:10]}") for h in there)


def _sitting(players: Sequence[str]) -> str:
    """Name the first few of those at a table."""
    return ", ".join(players[:NAMED]) + ("…" if len(players) > NAMED else "")


def _title(slug: str) -> Title:
    known = boxes()
    if not slug:
        return known[0]
    found = next((title for title in known if title.decklist.slug == slug), None)
    if found is None:
        raise Unprintable("no-box", box=slug[:60])
    return found
