"""The screens of the evening: hand the table over to another by a code, lock one against stray hands, keep it awake."""

from __future__ import annotations

from flask import Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.web.pages.base import device, pages, render, unkept
from companion.web.pages.devices.index import square
from companion.web.pages.devices.joining import newest_game
from companion.web.pages.table.page import table_page
from companion.web.server.context import access, address, asking, must_lead, tables


@pages.get("/screens")
def screens() -> Response:
    """Show this screen and the others."""
    leading, mine = access().leading(asking()), access().session(asking())
    code = access().sessions.code_of(leading.id) if leading is not None else None
    seen_by = device()._replace(is_host=device().is_owner or leading is not None)
    link = f"{address()}/join#move={code.token}" if code else ""
    return render(
        "evening/screens.html",
        seen_by=seen_by,
        code=code.text if code else "",
        join=f"{address()}/join",
        picture=square(link) if link else "",
        game=(mine.game if mine else "") or newest_game(),
    )


@pages.post("/screens")
def new_code() -> AnyResponse:
    """Make a code for another screen to take over with."""
    leading = access().leading(asking())
    must_lead(leading.game if leading is not None else "")
    access().sessions.new_code(leading.id if leading is not None else "")
    return redirect("/screens", 303)


@pages.get("/screens/mine")
def mine() -> Response:
    """Answer True if this device may change things, for the script that tells it when it no longer may."""
    return jsonify({"host": device().is_owner or access().session(asking()) is not None})


@pages.app_template_global("other_hosts")
def other_hosts() -> list[str]:
    """Return the addresses of the club's other hosts."""
    return access().others(request.scheme)


@pages.post("/games/<game>/elsewhere")
def elsewhere(game: str) -> Response:
    """Return the other addresses of this game, and what lets this device go on there once (empty for a guest)."""
    access().must_be_own_page(asking())
    tables().heading(game)
    mine, hosts = access().session(asking()), other_hosts()
    token = access().sessions.codes.offer("across", mine.id, game).token if mine is not None and hosts else ""
    return unkept(jsonify({"hosts": hosts, "token": token}))


@pages.get("/games/<game>/locked")
def locked(game: str) -> Response:
    """Show the table behind a lock: nothing on it changes anything; a slide, or two touches, take the lock away."""
    page = table_page(tables().seen(game), {})
    return render("evening/locked.html", seen_by=device()._replace(is_host=False), table=page)
