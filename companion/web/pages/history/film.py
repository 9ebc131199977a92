"""The film: the page of any moment of the past, from the beginning; its scenes are the entries that stand."""

from __future__ import annotations

from flask import Response, request

from companion.engine.actions import Malformed, whole
from companion.service.history import film as service
from companion.web.pages.base import pages
from companion.web.pages.history.timeline import shown
from companion.web.server.context import tables


@pages.get("/games/<game>/film")
def film(game: str) -> Response:
    """Show the film from its beginning, or from the scene asked for."""
    asked = whole(request.args.get("n", ""))
    most = len(service.frames(tables().playing(game)))
    return film_frame(game, 1 if asked is None else min(max(asked, 1), most))


@pages.get("/games/<game>/film/<int:number>")
def film_frame(game: str, number: int) -> Response:
    """Show a scene of the film: the moment after one of the entries that stand."""
    past = service.frames(tables().playing(game))
    if not 1 <= number <= len(past):
        raise Malformed("malformed.to", most=len(past))
    return shown(game, past[number - 1][0].number)
