"""The list of games: go on with one, name it, put it away, take one in. And the language of this device."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime
from typing import NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.catalog import CatalogFault
from companion.engine.actions import Malformed
from companion.i18n.catalog import languages
from companion.service.live.parsing import LONGEST_LABEL, clean_text
from companion.service.people import evening
from companion.store.base import GameInfo, Mark, StoreFault
from companion.web.pages.base import LOOK_COOKIE, LOOKS, Notice, clock, day, game_words, own_path, pages, render, words
from companion.web.pages.games.boxes import boxes, described, is_other_edition
from companion.web.pages.icons import sprite
from companion.web.pages.table.page import game_title
from companion.web.server.context import LANGUAGE_COOKIE, damage, lang, must_lead, tables

LONGEST_PLACE = 120
"""Letters of a place in the list."""


class Listing(NamedTuple):
    """Some games, the ones changed last first, and the place where the list goes on; empty at its end."""

    headings: list[GameInfo]
    next: str


def listing(most: int, before: str = "", archived: bool | None = None) -> Listing:
    """List games from a place on, which an earlier answer gave. Raise `Malformed` for what can be none."""
    mark = None
    if before:
        if len(before) > LONGEST_PLACE or not (before.isascii() and before.isprintable()):
            raise Malformed("malformed.text", field="before")
        changed, _, ident = before.partition(",")
        mark = Mark(changed, ident)
    found = tables().newest(most + 1, mark, archived)
    shown = found[:most]
    return Listing(shown, f"{shown[-1].changed},{shown[-1].id}" if len(found) > most else "")


COOKIE_LIVES = 400 * 24 * 3600
ON_A_PAGE = 40
"""Games on one page of the list."""
MOST_TOLD = 24
"""Games that came to an end whose winners the first page says: each has to be read for it."""
KNOWN_STATUS = ("playing", "declared", "ended")


class GameRow(NamedTuple):
    """One game of the list."""

    id: str
    title: str
    name: str
    players: tuple[str, ...]
    status: str
    changed: str
    version: int
    archived: bool
    winners: tuple[str, ...] = ()
    """Who won, where the game is one of the last that came to an end."""
    waits: str = ""
    """What the game on the table waits for, in its own words."""


class Running(NamedTuple):
    """The game that stands on the table; `is_now`: it was touched this evening."""

    row: GameRow
    is_now: bool


@pages.get("/")
def games() -> Response:
    """Every game of this house."""
    return _listed()


@pages.post("/games/<game>/label")
def label(game: str) -> AnyResponse:
    """Name a game, put it away or back."""
    must_lead(game)
    name = clean_text(request.form["name"]) if "name" in request.form else None
    if name is not None and len(name) > LONGEST_LABEL:
        text = words(lang()).say("games.name-too-long", most=LONGEST_LABEL)
        return _listed(Notice("error", text), 400, naming=game, typed=name)
    archived = {"yes": True, "no": False}.get(request.form.get("archived", ""))
    tables().label(game, name, archived)
    return redirect(url_for("pages.games"), 303)


@pages.post("/language")
def language() -> AnyResponse:
    """Keep the language of this device and lead back to the page it came from."""
    return _kept("lang", LANGUAGE_COOKIE, languages())


@pages.post("/look")
def look() -> AnyResponse:
    """Night or day on this device from now on; back to the page it came from."""
    return _kept("look", LOOK_COOKIE, LOOKS)


def _kept(field: str, cookie: str, values: Container[str]) -> AnyResponse:
    """Keep a choice of this device in a cookie, if it is one of these values."""
    response = redirect(own_path(request.form.get("back", "/")), 303)
    chosen = request.form.get(field, "")
    if chosen in values:
        response.set_cookie(cookie, chosen, max_age=COOKIE_LIVES, samesite="Lax", httponly=True)
    return response


@pages.get("/icons.svg")
def icons() -> Response:
    """Every drawing of cards and kinds, as symbols."""
    return Response(sprite(), mimetype="image/svg+xml")


def _listed(notice: Notice | None = None, status: int = 200, naming: str = "", typed: str = "") -> Response:
    before, put_away = request.args.get("before", ""), request.args.get("archived", "")
    played, archived = listing(ON_A_PAGE, before, False), listing(ON_A_PAGE, put_away, True)
    notices = ([notice] if notice else []) + [Notice("error", text) for text in damage()]
    is_first = not before
    ended = [heading for heading in played.headings if heading.is_over][:MOST_TOLD] if is_first else []
    won = {heading.id: evening.winners_of(tables(), heading) for heading in ended}
    left = next((heading for heading in played.headings if not heading.is_over), None) if is_first else None
    running = _running(left) if left else None
    return render(
        "games.html",
        status=status,
        games=tuple(row_of(heading, won.get(heading.id, ())) for heading in played.headings if heading is not left),
        archived=tuple(map(row_of, archived.headings)),
        notices=tuple(notices),
        # the place where the list goes on, for the next page of it; empty at its end
        more=played.next,
        archived_more=archived.next,
        archived_count=tables().count(archived=True),
        # true if this is the beginning of the list of those that are played
        is_first=is_first,
        shows_archived=bool(put_away),  # true if somebody leafs through those put away
        naming=naming,
        typed=typed,
        longest=LONGEST_LABEL,
        # the games there are to play
        boxes=tuple(described(title) for title in boxes() if not is_other_edition(title)),
        # the newest game that is not over; it stands apart from the others
        running=running,
        # who has played the last games that came to an end
        people=evening.known([(heading.players, won[heading.id]) for heading in ended if won[heading.id]]),
    )


def _running(heading: GameInfo) -> Running:
    """Return the game that waits on the table; without its question if it cannot be read any more."""
    waits = ""
    try:
        seen = tables().seen(heading.id)
        waits = seen.title.game.view(seen.title.decklist, seen.table, game_words(seen.title)).heading
    except Exception:
        # Forged entries fail in any way they like: one game never takes the list with it.
        pass
    return Running(row_of(heading)._replace(waits=waits), evening.is_recent(heading, tables().clock()))


def row_of(heading: GameInfo, winners: tuple[str, ...] = ()) -> GameRow:
    """Return a game as the list shows it."""
    try:
        name = game_title(heading, game_words(tables().title(heading.game)))
    except (Malformed, CatalogFault, StoreFault):
        name = heading.name or heading.game
    return GameRow(
        heading.id,
        name,
        heading.name,
        heading.players,
        status_of(heading),
        ago(heading.changed, tables().clock()),
        heading.version,
        heading.archived,
        winners,
    )


def ago(at: str, now: str) -> str:
    """Return when something happened, as people say it within two days: minutes ago, today or yesterday at a time."""
    try:
        then, here = (datetime.fromisoformat(one).astimezone() for one in (at, now))
    except ValueError:
        return ""
    minutes, days = int((here - then).total_seconds() // 60), (here.date() - then.date()).days
    if minutes == 0:
        return words(lang()).raw("games.just-now")
    if 0 < minutes < 60:
        return words(lang()).say("games.minutes-ago", count=minutes)
    if days == 0:
        return words(lang()).say("games.today", time=clock(at))
    return words(lang()).say("games.yesterday", time=clock(at)) if days == 1 else day(at)


def status_of(heading: GameInfo) -> str:
    """Return the status of a game in words, if the list has a word for it."""
    return heading.status if heading.status in KNOWN_STATUS else ""
