"""Cards are missing from the box: which ones, and the table set up again without them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.catalog import DECK_FILE, Title, editions, extras, put_together
from companion.engine.actions import Malformed
from companion.engine.deck import Decklist
from companion.engine.words import Wording
from companion.service.live import parsing
from companion.service.live.games import Snapshot
from companion.service.live.parsing import clean_text
from companion.service.live.session import Refused, begin
from companion.service.messages import why
from companion.service.people import evening
from companion.store.base import StoreFault
from companion.web.pages.base import Notice, game_words, pages, render, words
from companion.web.pages.games.boxes import DECKS, BoxFault, data_folder, lacking, write
from companion.web.pages.games.rematch import put_away
from companion.web.pages.icons import icon
from companion.web.pages.table.page import game_title
from companion.web.pages.table.routes import via
from companion.web.server.context import lang, must_lead, tables

MOST_SAID = 3
"""So many strange copies at most are repeated to whoever sent them."""


class CopyLine(NamedTuple):
    """One copy: its id, the number printed on it, and whether it is ticked."""

    id: str
    k: int
    number: int | None
    missing: bool


class CardCopies(NamedTuple):
    """A card with its copies that play at this table."""

    name: str
    icon: str
    copies: tuple[CopyLine, ...]


class KindCopies(NamedTuple):
    """The cards of one kind."""

    kind: str
    label: str
    cards: tuple[CardCopies, ...]


@pages.get("/games/<game>/box")
def box(game: str) -> AnyResponse:
    """Every card that plays here, to tick what is missing."""
    must_lead(game)
    seen = tables().seen(game)
    return _page(seen, seen.title.decklist.missing)


@pages.post("/games/<game>/box")
def note_box(game: str) -> AnyResponse:
    """Note the deck without these copies, and set up again with it where nothing was played yet."""
    must_lead(game)
    seen = tables().seen(game)
    ticked = frozenset(request.form.getlist("missing"))
    try:
        here, own = seen.title.decklist, _own(seen.title)
        if not only_lacks(seen.title, own):
            raise BoxFault(words(lang()).raw("box.own"))
        known = {copy.id: copy for copy in own.decklist.copies}
        strange = sorted(ticked - known.keys())
        if strange:
            said = ", ".join(f"«{clean_text(copy)[:30]}»" for copy in strange[:MOST_SAID])
            raise BoxFault(words(lang()).say("box.unknown", copies=said))
        if not ticked and not here.missing:
            raise BoxFault(words(lang()).raw("box.none"))
        players = len(seen.title.game.people(seen.table))
        unseen = {copy for copy in here.missing if not own.decklist.plays(known[copy], players)}
        return _noted(seen, ticked | unseen)
    except BoxFault as fault:
        return _page(seen, ticked, str(fault), fault.status)
    except Refused as refused:
        return _page(seen, ticked, refused.sentence(lang()), 422)
    except (Malformed, StoreFault) as fault:
        return _page(seen, ticked, why(fault, lang()), 503 if isinstance(fault, StoreFault) else 400)


def _own(title: Title) -> Title:
    """Return the game with the deck that comes with the companion: of the editions, with what may lie in them besides,
    the one that this box is but for missing copies."""
    game, more = title.decklist.game, extras(title.decklist.game)
    chosen = [besides for many in range(len(more) + 1) for besides in combinations(more, many)]
    boxes = (tables().title(game, put_together(one.decklist.slug, some)) for some in chosen for one in editions(game))
    return next((one for one in boxes if only_lacks(one, title)), tables().title(game, ""))


def _noted(seen: Snapshot, missing: frozenset[str]) -> AnyResponse:
    """Set the table up with the deck that was just written, or leave it for the next game."""
    if missing == seen.title.decklist.missing:
        return redirect(url_for("pages.setup", game=seen.id), 303)
    own = _own(seen.title)

    def must_begin(title: Title) -> None:
        """Raise `Refused` if the table about to be set up could not begin with that deck: before it is kept."""
        if seen.version == 1:  # who sits at the next game nobody knows yet
            begin(title, parsing.opening(parsing.clean(_line(seen, title.decklist.slug))))

    deck = keep(data_folder(), own, missing, must_begin) if missing else ""
    if seen.version == 1:
        again = tables().open(_line(seen, deck or own.decklist.slug), via(), tables().heading(seen.id).name)
        put_away(seen.id)
        return redirect(url_for("pages.setup", game=again.id), 303)
    box = tables().title(own.decklist.game, deck or own.decklist.slug).decklist
    noted = lacking(box, game_words(own)) or words(lang()).raw("box.complete")
    key = f"{box.game}/{box.slug}"
    next_game = url_for("pages.new", again=seen.id, box=key)
    return _page(seen, missing, noted=noted, next_game=next_game)


def _line(seen: Snapshot, deck: str) -> dict[str, object]:
    """Return the set-up line with the same people, first player and agreements, and another deck."""
    again = evening.again(tables(), seen.id, moves_on=False)
    line: dict[str, object] = {
        "playthrough": 1,
        "game": again.game,
        "players": list(again.players),
        "first": again.first,
        "options": dict(again.options),
    }
    if again.first_evening:
        line["first_evening"] = True
    return {**line, **({"house": again.house} if again.house else {}), **({"deck": deck} if deck != again.game else {})}


def only_lacks(title: Title, own: Title) -> bool:
    """Return True if a deck is the game's own but for missing copies: no cards, names or questions of the host's."""
    mine, theirs = title.decklist, own.decklist
    return replace(theirs, slug=mine.slug, missing=mine.missing) == mine and _texts(title) == _texts(own)


def _texts(title: Title) -> dict[str, tuple[object, object]]:
    """Return the texts of a deck in each language."""
    return {tag: (words.sentences, words.answers) for tag, words in title.words.items()}


def slug_for(base: str, missing: Collection[str]) -> str:
    """Return the slug of the deck: the same copies missing, however they were picked, are the same deck."""
    digest = hashlib.sha256("\n".join([base, *sorted(missing)]).encode()).hexdigest()
    return f"faltan-{len(missing)}-{digest[:10]}"


def keep(data: Path, own: Title, missing: Collection[str], judge: Callable[[Title], None]) -> str:
    """Write the deck of a box that lacks these copies into the data folder, whole or not at all; gives its slug.

    `judge` sees the deck before it is there, and raises where it will not do. Raises `BoxFault`.
    """
    slug = slug_for(own.decklist.slug, missing)
    copies = "".join(f'    "{copy}",\n' for copy in sorted(missing))
    remark = " ".join(words(lang()).raw("box.remark").split())
    text = f'# {remark}\nslug = "{slug}"\nbase = "{own.decklist.slug}"\nmissing = [\n{copies}]\n'
    write(data / DECKS / slug, own, {DECK_FILE: text}, judge)
    return slug


def _page(
    seen: Snapshot, ticked: Iterable[str], fault: str = "", status: int = 200, noted: str = "", next_game: str = ""
) -> Response:
    """Show the form; after sending it for a game that has begun, what was noted and where the next game starts."""
    said = game_words(seen.title)
    title = game_title(tables().heading(seen.id), said)
    players = len(seen.title.game.people(seen.table))
    kinds = _kinds(seen.title.decklist, players, frozenset(ticked), said)
    return render(
        "evening/box.html",
        status=status,
        id=seen.id,
        title=title,
        players=players,
        is_new=seen.version == 1,
        kinds=kinds,
        notice=Notice("error", fault) if fault else None,
        noted=noted,
        next=next_game,
    )


def _kinds(deck: Decklist, players: int, ticked: frozenset[str], said: Wording) -> tuple[KindCopies, ...]:
    """Return the cards by kind, in the order of the box."""
    kinds: dict[str, list[CardCopies]] = {}
    for card in deck.cards:
        copies = []
        for k in range(1, card.copies + 1):
            number, ident = card.number(k), f"{card.slug}.{k}"
            if number is None or number <= players:
                copies.append(CopyLine(ident, k, number, ident in ticked))
        if copies:
            shown = CardCopies(said.card(card.slug), icon(card.slug, card.kind), tuple(copies))
            kinds.setdefault(card.kind, []).append(shown)
    return tuple(KindCopies(kind, said.raw(f"kinds.{kind}"), tuple(cards)) for kind, cards in kinds.items())
