"""Check the deck: pictures of the spread cards, and every copy ticked off against the set-up of this game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from flask import Response, render_template, request

from companion.engine.actions import Malformed
from companion.engine.deck import Copy, Decklist
from companion.engine.words import Wording
from companion.service.live.games import Snapshot
from companion.service.live.parsing import parse
from companion.service.referee.scan_service import Tally, tally_of
from companion.web.api.scan import letters
from companion.web.pages.base import game_words, pages, render
from companion.web.pages.icons import icon
from companion.web.pages.scan.base import Shown, frame_of_film, framed, pictures, spoken
from companion.web.pages.table.page import game_title
from companion.web.server.context import must_lead, tables

LONGEST_TALLY = 20_000


class Tick(NamedTuple):
    """One copy that plays, and whether it has been seen."""

    id: str
    number: str
    seen: bool


class CardTicks(NamedTuple):
    """A card with its copies that play."""

    name: str
    icon: str
    kind: str
    ticks: tuple[Tick, ...]

    @property
    def done(self) -> bool:
        """True if every copy is there."""
        return all(tick.seen for tick in self.ticks)


class KindTicks(NamedTuple):
    """The cards of one kind."""

    kind: str
    label: str
    cards: tuple[CardTicks, ...]


class DeckCount(NamedTuple):
    """One deck of a box that has several, as it was counted: what is there against the set-up, and the sentence."""

    found: int
    expected: int
    more: int
    less: int
    text: str


class Count(NamedTuple):
    """The box against the set-up. Each text names a card, with its printed number where it has one."""

    expected: int
    found: int
    missing: tuple[str, ...]
    foreign: tuple[str, ...]
    twice: tuple[str, ...]
    strange: int
    others: tuple[str, ...]
    unread: int
    kinds: tuple[KindTicks, ...]
    decks: tuple[DeckCount, ...] = ()
    """The decks of which something was seen, where the box has several."""

    @property
    def is_right(self) -> bool:
        """True if exactly the cards of the set-up have been seen, and nothing that could be one more."""
        less = any(one.less for one in self.decks)
        return self.found > 0 and not (self.missing or self.is_wrong or self.unread or less)

    @property
    def is_wrong(self) -> bool:
        """True if something has been seen that should not be there."""
        more = any(one.more for one in self.decks)
        return bool(self.foreign or self.twice or self.strange or self.others or more)


@pages.get("/games/<game>/scan/deck")
def deck_begin(game: str) -> Response:
    """Show the count before anything has been seen."""
    return _page(tables().seen(game), Tally(), Shown(), begun=False)


@pages.post("/games/<game>/scan/deck")
def deck_look(game: str) -> Response:
    """More pictures of the same box."""
    must_lead(game)
    seen = tables().seen(game)
    shown = pictures(seen.title)
    tally = tally_of(carried(), seen.title.decklist)
    for one in shown.looked:
        tally = tally.with_photo(one)
    return _page(seen, tally, shown, begun=True)


@pages.post("/games/<game>/scan/deck/frame")
def deck_frame(game: str) -> Response:
    """One frame of a live camera, counted as a photo is; what the page shows of the count, and what it carries on."""
    must_lead(game)
    seen = tables().seen(game)
    looked, fault = frame_of_film(seen.title, game)
    tally = tally_of(carried(), seen.title.decklist)
    tally = tally.with_frame(looked) if looked else tally
    count = _count(seen, tally)
    return framed(
        looked,
        fault,
        copies=sorted(tally.copies),
        carried=carried_on(tally),
        said=spoken("deck.found", found=count.found, expected=count.expected) if looked else "",
        html=render_template("scan/_count.html", count=count),
    )


def carried() -> object:
    text = request.form.get("so-far", "")
    try:
        return parse(text) if 0 < len(text) <= LONGEST_TALLY else None
    except Malformed:
        return None


def _page(seen: Snapshot, tally: Tally, shown: Shown, begun: bool) -> Response:
    return render(
        "scan/deck.html",
        id=seen.id,
        title=game_title(tables().heading(seen.id), game_words(seen.title)),
        players=players_of(seen),
        count=_count(seen, tally),
        so_far=carried_on(tally),
        letters=" ".join(letters()),
        looked=shown.looked,
        faults=shown.faults,
        begun=begun,
    )


def carried_on(tally: Tally) -> str:
    return json.dumps(tally.json(), ensure_ascii=False, separators=(",", ":"))


def _count(seen: Snapshot, tally: Tally) -> Count:
    decklist = seen.title.decklist.answered(seen.table.options)
    return counted(decklist, players_of(seen), tally, game_words(seen.title))


def players_of(seen: Snapshot) -> int:
    """For how many people the box was set up."""
    players = tables().playing(seen.id).entries[0].action.get("players")
    return len(players) if isinstance(players, list | tuple) else len(seen.title.game.people(seen.table))


def counted(decklist: Decklist, players: int, tally: Tally, words: Wording) -> Count:
    """Compare what was seen with the set-up: there, missing, too many."""
    playing = decklist.in_play(players)
    ids = {copy.id for copy in playing}
    if decklist.decks:
        return _deck_by_deck(decklist, players, tally, words)
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
        unread=tally.unread,
        kinds=_kinds(decklist, playing, tally, words),
    )


def _deck_by_deck(decklist: Decklist, players: int, tally: Tally, words: Wording) -> Count:
    """Count a box of several decks: each deck of which something was seen by itself, card by card.

    Which of several equal copies they are does not matter.
    """
    cards, playing = decklist.by_slug, decklist.in_play(players)
    every = [Copy(card.slug, k) for card in decklist.cards for k in range(1, card.copies + 1)]
    seen = [copy for copy in every if copy.id in tally.copies]
    begun = [back for back in decklist.decks if any(cards[copy.slug].back == back for copy in seen)]
    counts = tuple(_one_deck(decklist, players, back, seen, words) for back in begun)
    there = {copy.id: copy for copy in every}
    return Count(
        expected=sum(one.expected for one in counts) or len(playing),
        found=sum(one.found for one in counts),
        missing=(),
        foreign=(),
        twice=_named((there[one] for one in sorted(tally.twice) if one in there), decklist, words),
        strange=len(tally.strange),
        others=tuple(sorted(tally.others)),
        unread=tally.unread,
        kinds=_kinds(decklist, playing, tally, words),
        decks=counts,
    )


def _one_deck(decklist: Decklist, players: int, back: str, seen: list[Copy], words: Wording) -> DeckCount:
    slugs = [card.slug for card in decklist.cards if card.back == back]
    found = {slug: sum(copy.slug == slug for copy in seen) for slug in slugs}
    off = {slug: found[slug] - decklist.how_many(slug, players) for slug in slugs}
    sides = {"more": [(s, n) for s, n in off.items() if n > 0], "less": [(s, -n) for s, n in off.items() if n < 0]}
    expected = sum(found.values()) - sum(off.values())
    text = spoken(
        "deck.one", name=words.raw(f"backs.{back}"), found=sum(found.values()), players=players, expected=expected
    )
    ends = (
        spoken(
            f"deck.{side}", count=sum(n for _, n in cards), cards=", ".join(f"{n} {words.card(s)}" for s, n in cards)
        )
        for side, cards in sides.items()
        if cards
    )
    whole = text + (": " + "; ".join(ends) if off and any(off.values()) else "") + "."
    more, less = (sum(n for _, n in sides[side]) for side in ("more", "less"))
    return DeckCount(sum(found.values()), expected, more, less, whole)


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
