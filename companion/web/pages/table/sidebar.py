"""What stands beside the course of play: what the hands put right, what all have seen, names that lead to cards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from flask import request
from markupsafe import Markup, escape

from companion.decks.catalog import Title
from companion.engine.kit.known_cards import SEEN, known
from companion.engine.state import Table
from companion.engine.view import Recalled
from companion.engine.words import Wording
from companion.service.history import diff, film
from companion.service.history.edit_note import edit_at_the_end
from companion.service.live.parsing import LONGEST_VIA
from companion.service.live.session import LiveGame
from companion.service.live.undo_range import Step, redo_step, undo_step
from companion.service.transfer import record
from companion.web.auth.device_settings import label_of
from companion.web.pages.icons import icon

VIA = "page"
"""How what entries say begins when a page has sent them; the device follows, where it says what it is."""
MOST_TOLD = 3
"""So many entries of one tap are told one by one; of more, how many they are, the first and the last."""
MOST_PUT_RIGHT = 12
"""So many sentences at most after going back far: beyond that it is quicker to look at the table on the screen."""


class KnownCard(NamedTuple):
    """A card everybody has seen in a hand."""

    name: str
    kind: str
    icon: str
    href: str


class KnownHand(NamedTuple):
    """Cards of a hand that everybody has seen, and what happened to it since."""

    player: str
    cards: tuple[KnownCard, ...]
    since: str


class Beside(NamedTuple):
    """All of it for one table page."""

    game: str
    undo: str
    """What one tap said, where it said several things: one Undo takes all of it back. Empty else."""
    undo_to: int
    """The entry before that tap."""
    redo: str
    """What one Redo restores, where one tap took back several things. Empty else."""
    redo_to: int
    """The entry before that tap."""
    redo_all: int
    """How many entries were taken back, where one Redo does not restore them all; 0 else."""
    redo_all_to: int
    """The last of them: the moment after it is the one before anything was taken back."""
    hands: tuple[str, ...]
    """What the hands would do if the last thing were taken back now."""
    put_right: tuple[str, ...]
    """What the hands do now, since something has just been taken back."""
    more_put_right: bool
    known: tuple[KnownHand, ...]
    house: str
    is_new: bool
    """Whether nothing has been said since the set-up: somebody late can still sit down."""
    recap: tuple[Recalled, ...]
    """What is worth telling once the game is over."""
    words: Wording
    slugs: tuple[str, ...]

    def linked(self, text: str) -> Markup:
        """Return a sentence in which every card's name links to that card."""
        return linked(text, self.words, self.slugs, self.game)

    def card(self, slug: str) -> str:
        """Return the address of a card's explanation; empty for anything that is no card."""
        return rules_href(self.game, slug) if slug in self.slugs else ""

    def cards(self, slugs: Iterable[str]) -> tuple[str, ...]:
        """Return the addresses of several cards' explanations."""
        return tuple(map(self.card, slugs))


def via() -> str:
    """Return the sending page with its device: `page`, or `page · iPad · Safari`."""
    return " · ".join(filter(None, (VIA, label_of(request.headers.get("User-Agent", "")))))[:LONGEST_VIA]


def beside(game: str, playing: LiveGame, title: Title, table: Table, version: int, words: Wording) -> Beside:
    """Return the sidebar: undo and redo labels, instructions after an undo, publicly known cards, links to cards."""
    slugs = tuple([card.slug for card in title.decklist.cards])
    with playing.lock:
        is_now = version == playing.version
        put_right = diff.put_right(playing, words) if is_now else ()
        seen = _seen(game, playing, title, words) if is_now else ()
        back, forth = (undo_step(playing), redo_step(playing)) if is_now else (None, None)
        edit = edit_at_the_end(playing.entries) if is_now else None
        gone = playing.course.undone if is_now else []
        told = record.told(playing, playing.entries[edit.first - 1], words) if edit else _told(playing, back, words)
        return Beside(
            game=game,
            undo=told,
            undo_to=edit.first - 1 if edit else back.to if back else 0,
            redo=_told(playing, forth, words),
            redo_to=forth.to if forth else 0,
            redo_all=len(gone) if forth and len(gone) > len(forth.entries) else 0,
            redo_all_to=gone[0][0].number if gone else 0,
            hands=diff.hands(playing, back.entries, words)[:MOST_PUT_RIGHT] if back and not edit else (),
            put_right=put_right[:MOST_PUT_RIGHT],
            more_put_right=len(put_right) > MOST_PUT_RIGHT,
            known=seen,
            house=str(playing.entries[0].action.get("house", "")),
            is_new=playing.version == 1,
            recap=film.recap(playing, words) if table.ended is not None and is_now else (),
            words=words,
            slugs=slugs,
        )


def _told(playing: LiveGame, step: Step | None, words: Wording) -> str:
    """Return what one undo takes back, or one redo restores, if that is more than one entry."""
    if step is None or len(step.entries) < 2:
        return ""
    told = [record.told(playing, entry, words) for entry in step.entries]
    if len(told) <= MOST_TOLD:
        return " ".join(told)
    return words.say("log.many", count=len(told), first=told[0], last=told[-1])


def _seen(game: str, playing: LiveGame, title: Title, words: Wording) -> tuple[KnownHand, ...]:
    return tuple(
        KnownHand(
            hand.player,
            tuple(
                KnownCard(card.label, card.kind, icon(card.icon, card.kind), rules_href(game, card.icon))
                for card in hand.cards
            ),
            hand.since,
        )
        for hand in known(title.decklist, playing.running(SEEN), playing.table.seats, words)
    )


def rules_href(game: str, slug: str) -> str:
    """Return the address of a card's explanation for this table."""
    return f"/games/{game}/rules#card-{slug}"


@lru_cache(maxsize=512)
def linked(text: str, words: Wording, slugs: tuple[str, ...], game: str) -> Markup:
    """Return a text with the names of cards as links."""
    names, pattern = _names(words, slugs)
    parts = [Markup("")]
    at = 0
    for found in pattern.finditer(text) if names else ():
        href = rules_href(game, names[found[0].casefold()])
        link = Markup('<a class="of-card" href="{}">{}</a>').format(href, found[0])
        parts += [escape(text[at : found.start()]), link]
        at = found.end()
    return Markup("").join([*parts, escape(text[at:])])


@lru_cache(maxsize=32)
def _names(words: Wording, slugs: tuple[str, ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    pairs = [(words.card(slug), slug) for slug in slugs]
    names = {name.casefold(): slug for name, slug in pairs if name}
    longest = sorted((name for name, _ in pairs if name), key=len, reverse=True)
    return names, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
