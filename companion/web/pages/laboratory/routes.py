"""The laboratory: what many games of the twin came to, and what each open question changes. Simple players, said so."""

from __future__ import annotations

from flask import Response, current_app, request

from companion.web.pages.base import pages, render
from companion.web.server.context import DATA_FOLDER


@pages.get("/laboratory")
def laboratory() -> Response:
    """What the twin's games came to; `?result=` one of those kept, `?players=` for what options do."""
    # A server starts without the twin, which nobody needs for an evening.
    from companion.web.pages.laboratory.page import EmptyPage, laboratory_page

    folder = str(current_app.config.get(DATA_FOLDER) or "")
    page = laboratory_page(folder, request.args.get("result", ""), request.args.get("players", ""))
    is_empty = isinstance(page, EmptyPage)
    return render("laboratory/none.html" if is_empty else "laboratory/laboratory.html", page)
