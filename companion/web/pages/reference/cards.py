"""Pages to read: the set-up, every card and what this table decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from flask import Response, request

from companion.decks.catalog import Title
from companion.engine.actions import whole
from companion.engine.kit.setup import listed
from companion.engine.words import Wording
from companion.service.live.parsing import clean_text
from companion.web.pages.base import game_words, pages, render
from companion.web.pages.devices.seats import reader_of
from companion.web.pages.games.boxes import key_of, lacking, titled
from companion.web.pages.games.new import Ruling, rulings
from companion.web.pages.games.rematch import sorted_for
from companion.web.pages.icons import icon
from companion.web.pages.reference.search import LONGEST_FIND, about_card, holds, why_nots
from companion.web.pages.table.page import game_title
from companion.web.pages.table.ring import ring_drawn
from companion.web.pages.table.sidebar import beside
from companion.web.server.context import tables

Rows = Sequence[Mapping[str, object]]
"""Cards as the figures of a set-up list them."""


class CardLine(NamedTuple):
    """One card of a list: how many, and the numbers printed on those copies."""

    slug: str
    name: str
    kind: str
    icon: str
    copies: int
    numbers: str
    text: str = ""
    elsewhere: int = 0
    """Copies that do not play with this many players."""
    asked: tuple[Ruling, ...] = ()
    """The open questions about this card, with the table's answers."""
    also: str = ""
    """What people call it, or what it does, in words that stand neither on it nor in its text."""
    is_ours: bool = False
    """Whether another name than this one stands on the card, which is not known."""


class KindList(NamedTuple):
    """The cards of one kind."""

    kind: str
    label: str
    cards: tuple[CardLine, ...]
    copies: int


@pages.get("/games/<game>/setup")
def setup(game: str) -> Response:
    """Show what to do with the box before the first turn."""
    seen = tables().seen(game)
    title, words = seen.title, game_words(seen.title)
    live = tables().playing(game)
    with live.lock:
        entry, start = live.course.standing[0]
    first = entry.action
    players = first.get("players")
    names = tuple(str(name) for name in players) if isinstance(players, list | tuple) else seen.table.players
    plan = title.game.plan(title.decklist.answered(seen.table.options), len(names), words)
    playing, box = _listed(plan.figures, "cards"), _listed(plan.figures, "box")
    last = sorted_for(seen)
    was = len(last.players) if last else 0
    comes, goes = _changes(seen.title, was, len(names)) if was else ([], [])
    new = [name for name in names if last and name not in last.players]
    is_dealt = last is not None and last.version == 1 and len(names) == len(last.players) + len(new)
    # Who does each of the first steps, where several can be done at the same time.
    parts = tuple(names[k % len(names)] for k in range(plan.apart)) if len(names) > 1 else ()
    reader, order = reader_of(game), list(range(len(plan.steps)))
    if reader and parts:  # on a phone first its own, then everybody's, the others' last
        order.sort(key=lambda k: 1 if k >= len(parts) else 2 * (parts[k] != reader))
    return render(
        "setup.html",
        id=game,
        title=game_title(tables().heading(game), words),
        players=len(names),
        names=names,
        first="" if title.game.first_in_play else str(first.get("first", "")),
        total=sum(_copies(row) for row in playing),
        steps=plan.steps,
        verify=plan.verify,
        advice=plan.advice,
        playing=_by_kind(playing, words),
        box=_by_kind(box, words),
        boxed=sum(_copies(row) for row in box),
        house=str(first.get("house", "")),
        ring=ring_drawn(title.game.view(title.decklist, start, words), start, None),
        beside=beside(game, live, title, start, entry.number, words),
        is_new=seen.version == 1,  # somebody late can still sit down
        parts=parts,
        reader=reader,
        order=order,
        # the box whose board has figures to be read
        board=key_of(title) if title.decklist.measures else "",
        lacking=lacking(title.decklist, words),
        pictures=tuple(tuple(filter(None, map(icon, names))) for names in plan.pictures),
        # for how many people the box was sorted last, if it is known; then only what changes is told
        was=was if comes or goes or (new and is_dealt) else 0,
        comes=_by_kind(comes, words),
        goes=_by_kind(goes, words),
        # how somebody late gets a hand where the others have theirs already
        newcomer=words.say("setup.newcomer", players=words.listed(new), hand=title.decklist.setup.get("hand", 0))
        if new and is_dealt and words.has("setup.newcomer")
        else "",
    )


def _changes(title: Title, was: int, now: int) -> tuple[Rows, Rows]:
    """Return the copies that come in from the box, and those that go back to it, when so many play after so many."""
    before, after = title.decklist.in_play(was), title.decklist.in_play(now)
    comes = [copy for copy in after if copy not in before]
    goes = [copy for copy in before if copy not in after]
    return listed(title.decklist, comes, numbered=True), listed(title.decklist, goes, numbered=True)


@pages.get("/games/<game>/rules")
def rules_of(game: str) -> Response:
    """Show the cards of this game and what its table decided."""
    seen = tables().seen(game)
    chosen = {name: str(value).lower() for name, value in seen.table.options.items()}
    house = str(tables().playing(game).entries[0].action.get("house", ""))
    here = replace(seen.title, decklist=seen.title.decklist.answered(seen.table.options))
    return _rules(here, len(seen.title.game.people(seen.table)), chosen, game, house)


@pages.get("/rules")
def rules() -> Response:
    """Show the cards of a box, for any number of players."""
    title = titled(request.args.get("box", ""))
    least, most = title.decklist.fewest, title.decklist.most
    asked = whole(request.args.get("players", ""))
    number = most if asked is None else min(max(asked, least), most)
    here = replace(title, decklist=title.decklist.answered({}))
    return _rules(here, number, {}, "")


def _rules(title: Title, players: int, chosen: Mapping[str, str], game: str, house: str = "") -> Response:
    """Show every card with its text, and the open questions with this table's answers."""
    words, box = game_words(title).as_played(chosen), title.decklist
    find = clean_text(request.args.get("find", ""))[:LONGEST_FIND]
    asked = rulings(title, words, chosen)
    lines = []
    for card in box.cards:
        here, everywhere = box.how_many(card.slug, players), card.copies
        numbers = _joined(number for number in card.numbers if number <= players)
        name, text = words.card(card.slug), words.raw(f"cards.{card.slug}.text")
        called = words.raw(key) if words.has(key := f"cards.{card.slug}.also") else ""
        if not holds(find, name, called, text, words.raw(f"kinds.{card.kind}")):
            continue
        picture = icon(card.slug, card.kind)
        about = about_card(name, asked)
        lines.append(
            CardLine(
                card.slug,
                name,
                card.kind,
                picture,
                here,
                numbers,
                text,
                everywhere - here,
                about,
                called,
                words.is_ours(card.slug),
            )
        )
    if find:  # the card itself, then what people call so, before those that only speak of it
        lines.sort(key=lambda line: (not holds(find, line.name), not holds(find, line.also)))
    ruled = tuple(one for one in asked if holds(find, one.question, one.why))
    refusals = tuple(one for one in why_nots(words) if holds(find, one.text, one.where))
    return render(
        "rules.html",
        id=game,
        title=words.raw("game.name"),
        players=players,
        counts=() if game else tuple(range(box.fewest, box.most + 1)),
        kinds=_kinds(lines, words),
        rulings=ruled,
        refusals=refusals,
        find=find,
        found=len(lines) + len(ruled) + len(refusals),
        house=house,
        box="" if game else key_of(title),
        # which names are ours, and how to send those on the cards
        names=words.raw("edition.names") if any(line.is_ours for line in lines) else "",
    )


def _listed(figures: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    return cast("list[Mapping[str, object]]", figures.get(key, []))


def _copies(row: Mapping[str, object]) -> int:
    return cast("int", row["copies"])


def _by_kind(rows: Iterable[Mapping[str, object]], words: Wording) -> tuple[KindList, ...]:
    lines = []
    for row in rows:
        slug, kind = str(row["slug"]), str(row["kind"])
        numbers = _joined(cast("list[int]", row["numbers"]))
        lines.append(CardLine(slug, words.card(slug), kind, icon(slug, kind), _copies(row), numbers))
    return _kinds(lines, words)


def _kinds(lines: Iterable[CardLine], words: Wording) -> tuple[KindList, ...]:
    """Group the lines by kind, in the order of the box."""
    kinds: dict[str, list[CardLine]] = {}
    for line in lines:
        kinds.setdefault(line.kind, []).append(line)
    return tuple(
        KindList(kind, words.raw(f"kinds.{kind}"), tuple(found), sum(line.copies for line in found))
        for kind, found in kinds.items()
    )


def _joined(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)
