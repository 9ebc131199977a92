"""The boxes that can be played with: which there are, and what the companion does of each game."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app

from companion.decks.catalog import Title, titles
from companion.service.live.about import About, about
from companion.web.pages.base import game_words
from companion.web.pages.icons import icon
from companion.web.server.context import DECK_FOLDERS

MOST_PICTURES = 5


class Described(NamedTuple):
    """A game as the start page offers it."""

    key: str
    name: str
    tagline: str
    fewest: int
    most: int
    about: About
    pictures: tuple[tuple[str, str], ...] = ()
    """What is drawn on its lid: (drawing, kind) of one card of each kind."""


def boxes() -> tuple[Title, ...]:
    """Every box that can be played with: the games' own, then the host's."""
    return titles(current_app.config.get(DECK_FOLDERS, ()))


def key_of(title: Title) -> str:
    """Return the key of a box: its game and its deck."""
    return f"{title.decklist.game}/{title.decklist.slug}"


def titled(key: str) -> Title:
    """Return the box with this key, else the first one."""
    known = boxes()
    return next((title for title in known if key_of(title) == key), known[0])


def name_of(title: Title) -> str:
    """Return the name of a box: its game, and the deck if it is not the game's own."""
    name, box = game_words(title).raw("game.name"), title.decklist
    return name if box.slug == box.game else f"{name} · {box.slug}"


def described(title: Title) -> Described:
    """Return what there is to say of a box before it is chosen."""
    words, box = game_words(title), title.decklist
    tagline = words.raw("game.tagline") if words.has("game.tagline") else ""
    lid = pictures(title)
    return Described(key_of(title), name_of(title), tagline, box.fewest, box.most, about(words), lid)


def pictures(title: Title) -> tuple[tuple[str, str], ...]:
    """One card of each kind that has a drawing, then others of the box: (drawing, kind)."""
    drawn = dict.fromkeys((icon(card.slug, card.kind), card.kind) for card in title.decklist.cards)
    found = [one for one in drawn if one[0]]
    firsts = {kind: (drawing, kind) for drawing, kind in reversed(found)}
    kinds = dict.fromkeys(kind for _, kind in found)
    return tuple(dict.fromkeys((*(firsts[kind] for kind in kinds), *found)))[:MOST_PICTURES]
