"""A screen for the room: the table as everybody may see it, large, without anything to press; also for a stream."""

from __future__ import annotations

from dataclasses import replace

from flask import Response, request

from companion.web.pages.base import device, pages, render
from companion.web.pages.table.page import table_page
from companion.web.server.context import tables

RECENT = 4
"""So many lines of the log stand on it."""


@pages.get("/games/<game>/room")
def room(game: str) -> Response:
    """Show what everybody may know of a game, upright and the same for all; `?clear=1` without a background."""
    page = table_page(tables().seen(game), {}, is_watched=True)
    shown = replace(page, notice=None, lines=page.lines[:RECENT])
    here = device()
    from_afar = here.settings._replace(facing="standing", distance=100)
    seen_by = here._replace(is_host=False, is_owner=False, settings=from_afar)
    return render("room.html", seen_by=seen_by, table=shown, is_clear=request.args.get("clear") == "1")
