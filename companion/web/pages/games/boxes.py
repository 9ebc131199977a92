"""The boxes that can be played with: which there are, what the companion does of each game, decks of the host's own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, cast

from flask import current_app, g

from companion.decks.catalog import Title, editions, extras, parted, put_together, read_folder, title, titles
from companion.decks.loader import Box
from companion.engine.deck import Decklist
from companion.engine.words import Wording
from companion.service.live.about import About, about
from companion.store.base import StoreFault
from companion.web.pages.base import game_words, words
from companion.web.pages.icons import icon
from companion.web.server.context import DATA_FOLDER, DECK_FOLDERS, lang, tables

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
    """Every box that can be played with: the games' own, then the host's, read once a request."""
    if "boxes" not in g:
        g.boxes = titles(current_app.config.get(DECK_FOLDERS, ()))
    return cast("tuple[Title, ...]", g.boxes)


def boxes_with(mine: Title) -> tuple[Title, ...]:
    """Every box that can be played with, and this one if it was put together."""
    known = boxes()
    return known if any(key_of(one) == key_of(mine) for one in known) else (mine, *known)


def key_of(title: Title) -> str:
    """Return the key of a box: its game and its deck."""
    return f"{title.decklist.game}/{title.decklist.slug}"


def titled(key: str) -> Title:
    """Return the box with this key, else the first one."""
    return next((one for one in _found(key.partition("/")[2]) if key_of(one) == key), boxes()[0])


def called(deck: str) -> Title | None:
    """Return the box with the deck of this name; None if there is none."""
    return next(_found(deck), None)


def _found(deck: str) -> Iterator[Title]:
    """Yield the boxes whose deck is called so, those with something besides in them included."""
    for one in boxes():
        if one.decklist.slug == deck:
            yield one
        elif one.decklist.slug == parted(deck)[0] and extras(one.decklist.game):
            yield title(one.decklist.game, deck, tuple(current_app.config.get(DECK_FOLDERS, ())))


def name_of(title: Title) -> str:
    """Return the name of a box: its game, and the edition or the deck if it is not the game's own."""
    words, box = game_words(title), title.decklist
    if box.slug == box.game:
        return words.raw("game.name")
    base, besides = parted(box.slug)
    more = [words.card(one) for one in besides]
    name = [words.raw("edition.name") if is_other_edition(title) else base] if base != box.game else []
    return " · ".join((words.raw("game.name"), *name, *more))


def is_other_edition(title: Title) -> bool:
    """Return True if a box is a game as it is sold elsewhere, or the host's own that was counted and has a name."""
    there = editions(title.decklist.game)
    is_sold = parted(title.decklist.slug)[0] in {one.decklist.slug for one in there[1:]}
    return is_sold or (len(there) > 1 and _called(title) not in map(_called, there))


def _called(title: Title) -> str:
    return title.wording("es").raw("edition.name")


def sold(game: str) -> tuple[Title, ...]:
    """Return a game as it is sold, edition by edition, then the host's own boxes that were counted."""
    there = editions(game)
    if len(there) < 2:
        return there
    mine = (one for one in boxes() if one.decklist.game == game and one not in there)
    return (*there, *filter(is_other_edition, mine))


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
    box is a deck of the host's own that nobody counted."""
    there = sold(title.decklist.game)
    base, besides = parted(title.decklist.slug)
    if len(there) < 2 or base not in {one.decklist.slug for one in there}:
        return ()
    found = []
    for one in there:
        words, tells = game_words(one), []
        for card in one.decklist.cards:
            counts = [Counter(printed(other, card.slug)) for other in there]
            numbers = {number for count in counts for number in count if len({each[number] for each in counts}) > 1}
            if numbers:
                own = Counter(printed(one, card.slug))
                tells.append((icon(card.slug, card.kind), card.kind, tuple((n, own[n]) for n in sorted(numbers))))
        name, mark, doubt = (words.raw(f"edition.{part}") for part in ("name", "mark", "open"))
        is_ours = one in editions(one.decklist.game)
        key = f"{one.decklist.game}/{put_together(one.decklist.slug, besides if is_ours else ())}"
        found.append(Edition(key, name, mark, doubt, tuple(tells)))
    return tuple(found)


class Extra(NamedTuple):
    """Something that may lie in a box besides, and the box it makes of this one when it is touched."""

    key: str
    name: str
    icon: str
    kind: str
    number: int
    text: str
    is_in: bool


def besides(box: Title) -> tuple[Extra, ...]:
    """Return what may lie in a box besides, with what is in it; nothing for a deck of the host's own."""
    game, (base, chosen) = box.decklist.game, parted(box.decklist.slug)
    if base not in {one.decklist.slug for one in editions(game)}:
        return ()
    found = []
    for slug in extras(game):
        alone = title(game, put_together(game, (slug,)))
        card, words = alone.decklist.by_slug[slug], game_words(alone)
        key = f"{game}/{put_together(base, {*chosen} ^ {slug})}"
        said = words.card(slug), icon(slug, card.kind), card.kind, card.numbers[0], words.raw(f"cards.{slug}.text")
        found.append(Extra(key, *said, slug in chosen))
    return tuple(found)


def printed(title: Title, slug: str) -> tuple[int, ...]:
    """Return the numbers on the copies of a card that a box has, in order; 0 where none is printed."""
    cards = title.decklist.by_slug
    return tuple(sorted(cards[one.slug].number(one.k) or 0 for one in title.decklist.copies if one.slug == slug))


def as_last_played(title: Title) -> Title:
    """Return the edition of a game that was played with last; the box itself if it is another one, or none was."""
    there = sold(title.decklist.game)
    if len(there) < 2 or title.decklist != there[0].decklist:
        return title
    last = last_of(title.decklist.game)
    known = last is not None and parted(last)[0] in {one.decklist.slug for one in there}
    return titled(f"{title.decklist.game}/{last}") if known else title


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


# -- a deck of the host's own, as a page writes it ------------------------------------------------------------------

DECKS = "decks"
"""The folder within the data folder that holds the host's own decks."""


class BoxFault(Exception):
    """The box cannot be noted like this; nothing has changed. The text is the sentence for whoever asked."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.status = status


def lacking(decklist: Decklist, wording: Wording) -> str:
    """Return the copies a box lacks, by card with the numbers printed on them; empty for a complete one."""
    named = []
    for card in decklist.cards:
        gone = [k for k in range(1, card.copies + 1) if f"{card.slug}.{k}" in decklist.missing]
        numbers = ", ".join(str(number) for k in gone if (number := card.number(k)) is not None)
        if gone:
            named.append(wording.card(card.slug) + (f" ({numbers})" if numbers else ""))
    return ", ".join(named)


def write(target: Path, own: Title, files: Mapping[str, str], judge: Callable[[Title], None]) -> None:
    """Write the files of a deck into the data folder, whole or not at all; raise `BoxFault` where it will not do."""
    data = target.parents[1]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the decks, not among them: nobody may find a deck that is only half written.
        with TemporaryDirectory(prefix="deck-", dir=data, ignore_cleanup_errors=True) as desk:
            draft = Path(desk) / target.name
            draft.mkdir()
            for name, text in files.items():
                with (draft / name).open("w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())  # a game is about to depend on it
            box = _usable(draft, own)
            judge(replace(own, decklist=box.decklist, words=box.words))
            if not _stands(target, box):
                draft.rename(target)
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise BoxFault(words(lang()).say("box.not-written", folder=target.parent, why=why), 503) from None


def data_folder() -> Path:
    """Return the data folder. Raise `BoxFault` if there is none, or the decks in it would not be found again."""
    data = current_app.config.get(DATA_FOLDER)
    if not data or Path(data) / DECKS not in {Path(folder) for folder in current_app.config.get(DECK_FOLDERS, ())}:
        raise BoxFault(words(lang()).raw("box.nowhere"), 503)
    return Path(data)


def _usable(draft: Path, own: Title) -> Box:
    """Return the deck as it will be read. Raise `BoxFault` if nobody can play with it."""
    reading = read_folder(draft, thorough=False)
    if reading.box is not None:
        return reading.box
    grave = next(finding for finding in reading.findings if finding.grave)
    if grave.key == "card.unique":
        card = own.wording(lang()).card(str(grave.blanks["slug"]))
        raise BoxFault(words(lang()).say("box.unique", card=card))
    raise BoxFault(words(lang()).say("box.refused", why=grave.sentence(lang())))


def _stands(target: Path, box: Box) -> bool:
    """Return True if this deck is there already. Raise `BoxFault` if its place is taken by something else."""
    if not os.path.lexists(target):
        return False
    there = read_folder(target, thorough=False).box
    if there is None or there.decklist != box.decklist:
        raise BoxFault(words(lang()).say("box.taken", folder=target), 503)
    return True
