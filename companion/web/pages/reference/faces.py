"""The face of every card of a game, large: what a table holds ready to show over what is asked."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response

from companion.web.pages.base import game_words, pages, render
from companion.web.pages.icons import icon
from companion.web.pages.table.page import game_title
from companion.web.server.context import tables

LONG_TEXT = 220
"""A text of more letters than this is set smaller, so that the whole card is seen at once."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is held up: its kind, drawing, name and text, and how many play at this table."""

    slug: str
    kind: str
    kind_label: str
    icon: str
    name: str
    text: str
    copies: int

    @property
    def is_long(self) -> bool:
        """Whether its text needs smaller letters."""
        return len(self.text) > LONG_TEXT


@dataclass(frozen=True, slots=True)
class FacesPage:
    """All of them, in the order of the box."""

    id: str
    title: str
    faces: tuple[Face, ...]


@pages.get("/games/<game>/faces")
def faces(game: str) -> Response:
    """Every card at once, so that nobody can tell which of them is looked at."""
    seen = tables().seen(game)
    box = seen.title.decklist
    chosen = {name: str(value).lower() for name, value in seen.table.options.items()}
    words = game_words(seen.title).as_played(chosen)
    players = len(seen.table.players)
    every = tuple(
        Face(
            card.slug,
            card.kind,
            words.raw(f"kinds.{card.kind}"),
            icon(card.slug, card.kind),
            words.card(card.slug),
            words.raw(f"cards.{card.slug}.text"),
            box.how_many(card.slug, players),
        )
        for card in box.cards
    )
    return render("faces.html", FacesPage(game, game_title(tables().heading(game), words), every))
