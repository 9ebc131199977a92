"""The boxes that can be played with: which there are, and what the companion does of each game."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from flask import current_app

from companion.decks.catalog import Title, editions, titles
from companion.service.live.about import About, about
from companion.store.base import StoreFault
from companion.web.pages.base import game_words
from companion.web.pages.icons import icon
from companion.web.server.context import DECK_FOLDERS, tables

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
    """Return the name of a box: its game, and the edition or the deck if it is not the game's own."""
    words, box = game_words(title), title.decklist
    if box.slug == box.game:
        return words.raw("game.name")
    name = words.raw("edition.name") if is_other_edition(title) else box.slug
    return f"{words.raw('game.name')} · {name}"


def is_other_edition(title: Title) -> bool:
    """Return True if a box is a game as it is sold elsewhere: neither its own deck nor one of the host's."""
    return title.decklist.slug in {one.decklist.slug for one in editions(title.decklist.game)[1:]}


class Edition(NamedTuple):
    """A game as it is sold somewhere, and what tells it apart from how it is sold elsewhere."""

    key: str
    name: str
    mark: str
    doubt: str
    """What is not known of it, or not done by the companion."""
    tells: tuple[tuple[str, str, tuple[tuple[int, int], ...]], ...]
    """Of each card that differs: its drawing, its kind, and how many copies carry each number that tells."""


def offered(title: Title) -> tuple[Edition, ...]:
    """Return the editions of a box's game, each with what tells them apart; none where it is sold in one way, or the
    box is the host's own."""
    there = editions(title.decklist.game)
    if len(there) < 2 or not (title.decklist == there[0].decklist or is_other_edition(title)):
        return ()
    return tuple(_edition(one, there) for one in there)


def _edition(title: Title, there: tuple[Title, ...]) -> Edition:
    """Return what is said of an edition beside the others."""
    words = game_words(title)
    name, mark, doubt = (words.raw(f"edition.{part}") for part in ("name", "mark", "open"))
    return Edition(key_of(title), name, mark, doubt, _tells(title, there))


def _tells(title: Title, there: tuple[Title, ...]) -> tuple[tuple[str, str, tuple[tuple[int, int], ...]], ...]:
    found = []
    for card in title.decklist.cards:
        counts = [Counter(one.decklist.by_slug[card.slug].numbers) for one in there]
        numbers = {number for count in counts for number in count if len({one[number] for one in counts}) > 1}
        if numbers:
            own = Counter(card.numbers)
            found.append((icon(card.slug, card.kind), card.kind, tuple((n, own[n]) for n in sorted(numbers))))
    return tuple(found)


def as_last_played(title: Title) -> Title:
    """Return the edition of a game that was played with last; the box itself if it is another one, or none was."""
    there = editions(title.decklist.game)
    if len(there) < 2 or title.decklist != there[0].decklist:
        return title
    last = last_of(title.decklist.game)
    return next((one for one in there if last is not None and one.decklist.slug == last), title)


def last_of(game: str) -> str | None:
    """Return the deck with which a game was played last; None if it was not, or that game cannot be read any more."""
    heading = next((one for one in tables().headings() if one.game == game), None)
    try:
        return None if heading is None else tables().seen(heading.id).title.decklist.slug
    except StoreFault:
        return None


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
