"""The face of every card of a game, large: what a table holds ready to show over what is asked."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response

from companion.engine.words import Wording
from companion.service.live.games import Snapshot
from companion.web.pages.base import game_words, pages, render
from companion.web.pages.icons import icon
from companion.web.pages.table.page import game_title
from companion.web.server.context import tables


class CardText(NamedTuple):
    """One card: its kind and what that is called, its drawing, name and text, and how many play at this table."""

    slug: str
    kind: str
    label: str
    icon: str
    name: str
    text: str
    copies: int


def played_words(seen: Snapshot) -> Wording:
    """Return the sentences of the game as the table has answered its open questions."""
    return game_words(seen.title).as_played(answers(seen))


def answers(seen: Snapshot) -> dict[str, str]:
    """Return the table's answers to the open questions, as forms write them."""
    return {name: str(value).lower() for name, value in seen.table.options.items()}


def card_texts(seen: Snapshot, words: Wording) -> tuple[CardText, ...]:
    """All cards, in the order of the box."""
    box, players = seen.title.decklist.answered(seen.table.options), len(seen.title.game.people(seen.table))
    return tuple(
        CardText(
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


LONG_TEXT = 220
"""A text of more letters than this is set smaller, so that the whole card is seen at once."""


@pages.get("/games/<game>/faces")
def faces(game: str) -> Response:
    """Every card at once, so that nobody can tell which of them is looked at."""
    seen = tables().seen(game)
    words = played_words(seen)
    return render(
        "faces.html",
        id=game,
        title=game_title(tables().heading(game), words),
        faces=card_texts(seen, words),
        long_text=LONG_TEXT,
    )
