"""What stands beside the course of play: what the hands put right, what all have seen, names that lead to cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from flask import request
from markupsafe import Markup, escape

from companion.cards.wording import Wording
from companion.catalog import Title
from companion.referee.view import Recalled
from companion.service import record
from companion.service.past_note import Noted, edit_at_the_end
from companion.service.playing import Playing
from companion.service.reading import LONGEST_VIA
from companion.table.history import REDO, UNDO, Entry
from companion.table.state import Table
from companion.web.labels import label_of
from companion.web.pages_icons import icon

VIA = "page"
"""How what entries say begins when a page has sent them; the device follows, where it says what it is."""
MOST_PUT_RIGHT = 12
"""So many sentences at most after going back far: beyond that it is quicker to look at the table on the screen."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card everybody has seen in a hand."""

    name: str
    kind: str
    icon: str
    href: str


@dataclass(frozen=True, slots=True)
class KnownHand:
    """What everybody has seen of a hand, and what happened to it since."""

    player: str
    cards: tuple[KnownCard, ...]
    since: str


@dataclass(frozen=True, slots=True)
class Beside:
    """All of it for one table page."""

    game: str
    undo: str
    """What one tap said, where it said several things: one Undo takes all of it back. Empty else."""
    undo_to: int
    """The entry before that tap."""
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
        """A sentence with every card's name leading to that card."""
        return linked(text, self.words, self.slugs, self.game)

    def card(self, slug: str) -> str:
        """Where a card is explained; empty for what is no card."""
        return rules_href(self.game, slug) if slug in self.slugs else ""


def via() -> str:
    """The page of which device sends this: `page`, or `page · iPad · Safari`."""
    return " · ".join(filter(None, (VIA, label_of(request.headers.get("User-Agent", "")))))[:LONGEST_VIA]


def beside(game: str, playing: Playing, title: Title, table: Table, version: int, words: Wording) -> Beside:
    """What stands beside the table as it was at a version."""
    slugs = tuple(card.slug for card in title.decklist.cards)
    with playing.lock:
        is_now = version == playing.version
        put_right = _put_right(playing, words) if is_now else []
        known = _known(game, playing, title, words) if is_now else ()
        tap = _last_tap(playing) if is_now else 0
        edit = edit_at_the_end(playing.entries) if is_now else None
        standing = playing.course.standing
        return Beside(
            game=game,
            undo=_undone(playing, tap, edit, words),
            undo_to=edit.first - 1 if edit else standing[-tap - 1][0].number if tap > 1 else 0,
            hands=_hands(playing, words, tap) if tap and not edit else (),
            put_right=tuple(put_right[:MOST_PUT_RIGHT]),
            more_put_right=len(put_right) > MOST_PUT_RIGHT,
            known=known,
            house=str(playing.entries[0].action.get("house", "")),
            is_new=playing.version == 1,
            recap=_recap(playing, title, words) if table.ended is not None and is_now else (),
            words=words,
            slugs=slugs,
        )


def _undone(playing: Playing, tap: int, edit: Noted | None, words: Wording) -> str:
    """What one Undo takes back where that is more than one entry: an edit of the past goes as it came, whole."""
    if edit is not None:
        return record.told(playing, playing.entries[edit.first - 1], words)
    return (
        " ".join(record.told(playing, entry, words) for entry, _ in playing.course.standing[-tap:]) if tap > 1 else ""
    )


def _last_tap(playing: Playing) -> int:
    """How many of the entries that stand were said by the last tap: several only where a page said them in one breath.

    They have the same time to the millisecond; nothing was written since they were (else a tap is one entry).
    """
    standing = playing.course.standing
    last = standing[-1][0]
    if len(standing) < 2 or not last.via.startswith(VIA) or last.number != playing.version:
        return min(len(standing) - 1, 1)
    same = 0
    while same < len(standing) - 1 and standing[-1 - same][0].at == last.at and last.at:
        same += 1
    return max(same, 1)


def _hands(playing: Playing, words: Wording, tap: int) -> tuple[str, ...]:
    standing = playing.course.standing
    said: list[str] = []
    for k in range(1, tap + 1):
        said += playing.game.untell(standing[-k - 1][1], standing[-k][0].facts, words)
    return tuple(said)


def _put_right(playing: Playing, words: Wording) -> list[str]:
    """What is to be put right after the last thing said, where that took something back; in the order of the undos."""
    said: list[str] = []
    for entry in _just_turned(playing.entries):
        about = playing.about(entry.number)
        if entry.verb == UNDO and about is not None:
            said += playing.game.untell(playing.table_before(about), playing.entries[about - 1].facts, words)
    return said


def _just_turned(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of the last thing said, if all it did was to go back or forward."""
    last = entries[-1]
    found: list[Entry] = []
    for entry in reversed(entries):
        if entry.at != last.at or entry.verb not in (UNDO, REDO) or (found and not last.at):
            break
        found.append(entry)
    return found[::-1]


def _known(game: str, playing: Playing, title: Title, words: Wording) -> tuple[KnownHand, ...]:
    return tuple(
        KnownHand(
            hand.player,
            tuple(
                KnownCard(card.label, card.kind, icon(card.icon, card.kind), rules_href(game, card.icon))
                for card in hand.cards
            ),
            hand.since,
        )
        for hand in title.game.known(title.decklist, tuple(playing.course.standing), words)
    )


def _recap(playing: Playing, title: Title, words: Wording) -> tuple[Recalled, ...]:
    told = title.game.recap
    return told(title.decklist, tuple(playing.course.standing), words) if told else ()


def rules_href(game: str, slug: str) -> str:
    """Where the card is explained, for this table."""
    return f"/games/{game}/rules#card-{slug}"


def linked(text: str, words: Wording, slugs: tuple[str, ...], game: str) -> Markup:
    """A text with the names of cards as links."""
    names, pattern = _names(words, slugs)
    parts = [Markup("")]
    at = 0
    for found in pattern.finditer(text) if names else ():
        href = rules_href(game, names[found[0].casefold()])
        link = Markup('<a class="of-card" href="{}">{}</a>').format(href, found[0])
        parts += [escape(text[at : found.start()]), link]
        at = found.end()
    return Markup("").join([*parts, escape(text[at:])])


def _names(words: Wording, slugs: tuple[str, ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    return _pattern(tuple((words.card(slug), slug) for slug in slugs))


@lru_cache(maxsize=16)
def _pattern(pairs: tuple[tuple[str, str], ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    names = {name.casefold(): slug for name, slug in pairs if name}
    longest = sorted((name for name, _ in pairs if name), key=len, reverse=True)
    return names, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
