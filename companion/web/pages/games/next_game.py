"""The next game of a table that was handed to a device of its own: opened there, once the one it leads is over."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from companion.store.base import StoreFault
from companion.web.pages.base import Device, device
from companion.web.server.context import access, asking, must_be_host, tables
from companion.web.server.errors import HttpError


def own_table() -> str:
    """The game that the device that asks leads and no other; empty where it leads every table, or none."""
    found = access().leading(asking())
    return found.game if found is not None and found.role == "table" and not access().is_host(asking()) else ""


def must_open(late: str = "") -> str:
    """Stops the request unless the host makes it, or a device whose own table has played to the end, or has not begun
    (`late`: that game, set up again with somebody more). The game it leads until now; empty for the host."""
    game = own_table()
    if not game or "Authorization" in request.headers:
        must_be_host()
        return ""
    access().must_be_own_page(asking())
    if not _is_done(game, late):
        raise HttpError(403, "table-plays-on")
    return game


def opener(late: str = "") -> Device:
    """The device that asks, as the form of a new game sees it."""
    found, game = device(), own_table()
    if found.is_owner or not game:
        return found
    return replace(found, is_host=_is_done(game, late))


def _is_done(game: str, late: str) -> bool:
    try:
        playing = tables().playing(game)
    except StoreFault:
        return False
    return playing.table.ended is not None or (late == game and playing.version == 1)
