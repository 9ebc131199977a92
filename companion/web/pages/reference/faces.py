"""The face of every card of a game, large: what a table holds ready to show over what is asked."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response

from companion.web.pages.base import pages, render
from companion.web.pages.reference.card_texts import CardText, card_texts, played_words
from companion.web.pages.table.page import game_title
from companion.web.server.context import tables

LONG_TEXT = 220
"""A text of more letters than this is set smaller, so that the whole card is seen at once."""


class FacesPage(NamedTuple):
    """All of them, in the order of the box."""

    id: str
    title: str
    faces: tuple[CardText, ...]
    long_text: int = LONG_TEXT


@pages.get("/games/<game>/faces")
def faces(game: str) -> Response:
    """Every card at once, so that nobody can tell which of them is looked at."""
    seen = tables().seen(game)
    words = played_words(seen)
    return render("faces.html", FacesPage(game, game_title(tables().heading(game), words), card_texts(seen, words)))
