"""What the pages say to a table that has never played: the goal to read aloud, and one lesson at the question."""

from __future__ import annotations

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.words import Wording
from companion.service.live.games import Snapshot
from companion.service.live.session import LiveGame
from companion.service.people import first_evening
from companion.web.pages.base import game_words, pages, render, sentences
from companion.web.server.context import tables

COOKIE = "companion_taught"
LIVES = 30 * 24 * 3600
"""Seconds for which a device remembers that it has said enough."""


said = sentences("newcomers")


def is_taught(seen: Snapshot) -> bool:
    """Return True if the goal is to be read aloud before the table is made ready."""
    return first_evening.is_first_evening(tables().playing(seen.id)) and bool(
        first_evening.goal(game_words(seen.title))
    )


def lesson(game: str, playing: LiveGame, words: Wording) -> str:
    """Return the sentence at the question; empty if this device has heard enough."""
    if not first_evening.is_first_evening(playing) or request.cookies.get(COOKIE) == game:
        return ""
    return first_evening.lesson(playing, words)


@pages.get("/games/<game>/goal")
def goal(game: str) -> Response:
    """Show the goal, half a minute to read."""
    seen = tables().seen(game)
    words = game_words(seen.title)
    return render(
        "evening/goal.html",
        id=game,
        title=words.raw("game.name"),
        sentences=first_evening.goal(words),
        # true if nothing has been said since the set-up: then the table is made ready next
        is_new=seen.version == 1,
    )


@pages.post("/games/<game>/taught")
def taught(game: str) -> AnyResponse:
    """No more lessons of this game on this device; back to the table."""
    tables().seen(game)
    response = redirect(url_for("pages.table", game=game), 303)
    response.set_cookie(COOKIE, game, max_age=LIVES, samesite="Lax", httponly=True)
    return response
