"""Check the deck: pictures of the spread cards, and every copy ticked off against the set-up of this game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Response, request

from companion.cards.decklist import Copy, Decklist
from companion.cards.wording import Wording
from companion.referee.actions import Malformed
from companion.service.reading import parse
from companion.service.scanning import Looked, Tally, tally_of
from companion.service.tables import Seen
from companion.web.app import must_be_host, tables
from companion.web.pages_common import game_words, pages, render
from companion.web.pages_icons import icon
from companion.web.pages_scan import Shown, pictures
from companion.web.pages_table import game_title
from companion.web.scan_api import letters

LONGEST_TALLY = 20_000


@dataclass(frozen=True, slots=True)
class Tick:
    """One copy that plays, and whether it has been seen."""

    id: str
    number: str
    seen: bool


@dataclass(frozen=True, slots=True)
class CardTicks:
    """A card with its copies that play."""

    name: str
    icon: str
    kind: str
    ticks: tuple[Tick, ...]

    @property
    def done(self) -> bool:
        """Whether every copy is there."""
        return all(tick.seen for tick in self.ticks)


@dataclass(frozen=True, slots=True)
class KindTicks:
    """The cards of one kind."""

    kind: str
    label: str
    cards: tuple[CardTicks, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The box against the set-up. Each text names a card, with its printed number where it has one."""

    expected: int
    found: int
    missing: tuple[str, ...]
    foreign: tuple[str, ...]
    twice: tuple[str, ...]
    strange: int
    others: tuple[str, ...]
    kinds: tuple[KindTicks, ...]

    @property
    def is_right(self) -> bool:
        """Whether exactly the cards of the set-up have been seen."""
        return not (self.missing or self.foreign or self.twice or self.strange)


@dataclass(frozen=True, slots=True)
class DeckPage:
    """The page: what was counted so far, the pictures of this time, and what goes on to the next."""

    id: str
    title: str
    players: int
    count: Count
    so_far: str
    letters: str
    looked: tuple[Looked, ...] = ()
    faults: tuple[str, ...] = ()
    begun: bool = False


@pages.get("/games/<game>/scan/deck")
def deck_begin(game: str) -> Response:
    """Nothing has been seen yet."""
    return _page(tables().seen(game), Tally(), Shown(), begun=False)


@pages.post("/games/<game>/scan/deck")
def deck_look(game: str) -> Response:
    """More pictures of the same box."""
    must_be_host()
    seen = tables().seen(game)
    shown = pictures(seen.title)
    tally = tally_of(_carried(), seen.title.decklist)
    for one in shown.looked:
        tally = tally.with_sight(one.sight)
    return _page(seen, tally, shown, begun=True)


def _carried() -> object:
    text = request.form.get("so-far", "")
    try:
        return parse(text) if 0 < len(text) <= LONGEST_TALLY else None
    except Malformed:
        return None


def _page(seen: Seen, tally: Tally, shown: Shown, begun: bool) -> Response:
    words = game_words(seen.title)
    players = players_of(seen)
    page = DeckPage(
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        players=players,
        count=counted(seen.title.decklist.answered(seen.table.options), players, tally, words),
        so_far=json.dumps(tally.json(), ensure_ascii=False, separators=(",", ":")),
        letters=" ".join(letters()),
        looked=shown.looked,
        faults=shown.faults,
        begun=begun,
    )
    return render("scan/deck.html", page)


def players_of(seen: Seen) -> int:
    """For how many people the box was set up."""
    players = tables().playing(seen.id).entries[0].action.get("players")
    return len(players) if isinstance(players, list | tuple) else len(seen.table.players)


def counted(decklist: Decklist, players: int, tally: Tally, words: Wording) -> Count:
    """What is there, what is missing, what should not be there."""
    playing = decklist.in_play(players)
    ids = {copy.id for copy in playing}
    every = (Copy(card.slug, k) for card in decklist.cards for k in range(1, card.copies + 1))
    there = {copy.id: copy for copy in every}
    return Count(
        expected=len(playing),
        found=len(ids & tally.copies),
        missing=_named((copy for copy in playing if copy.id not in tally.copies), decklist, words),
        foreign=_named((there[one] for one in sorted(tally.copies - ids)), decklist, words),
        twice=_named((there[one] for one in sorted(tally.twice)), decklist, words),
        strange=len(tally.strange),
        others=tuple(sorted(tally.others)),
        kinds=_kinds(decklist, playing, tally, words),
    )


def _named(copies: Iterable[Copy], decklist: Decklist, words: Wording) -> tuple[str, ...]:
    """Cards by name and printed number; several alike once, with how many."""
    names: dict[str, int] = {}
    for copy in copies:
        number = decklist.by_slug[copy.slug].number(copy.k)
        name = words.card(copy.slug) + (f" ({number})" if number else "")
        names[name] = names.get(name, 0) + 1
    return tuple(name if count == 1 else f"{count} × {name}" for name, count in names.items())


def _kinds(decklist: Decklist, playing: tuple[Copy, ...], tally: Tally, words: Wording) -> tuple[KindTicks, ...]:
    kinds: dict[str, list[CardTicks]] = {}
    for card in decklist.cards:
        numbers = {copy.k: card.number(copy.k) for copy in playing if copy.slug == card.slug}
        ticks = tuple(Tick(f"{card.slug}.{k}", str(n or ""), f"{card.slug}.{k}" in tally.copies)
                      for k, n in numbers.items())  # fmt: skip
        if ticks:
            line = CardTicks(words.card(card.slug), icon(card.slug, card.kind), card.kind, ticks)
            kinds.setdefault(card.kind, []).append(line)
    return tuple(KindTicks(kind, words.raw(f"kinds.{kind}"), tuple(cards)) for kind, cards in kinds.items())
