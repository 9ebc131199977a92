"""The list of games: go on with one, name it, put it away, take one in. And the language of this device."""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import dataclass

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.catalog import CatalogFault
from companion.referee.actions import Malformed
from companion.service.importing import take_in
from companion.service.playing import Refused
from companion.service.playthrough import FileMalformed
from companion.service.reading import LONGEST_LABEL, clean_text
from companion.service.saying import damage_told, why
from companion.store.log import Heading, StoreFault
from companion.web.app import LANGUAGE_COOKIE, lang, must_be_host, tables
from companion.web.languages import languages
from companion.web.pages_boxes import Described, boxes, described
from companion.web.pages_common import LOOK_COOKIE, LOOKS, Notice, day, game_words, own_path, pages, render, words
from companion.web.pages_icons import sprite
from companion.web.pages_table import game_title

COOKIE_LIVES = 400 * 24 * 3600
KNOWN_STATUS = ("playing", "declared", "ended")


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of the list."""

    id: str
    title: str
    name: str
    players: tuple[str, ...]
    status: str
    changed: str
    version: int
    archived: bool


@dataclass(frozen=True, slots=True)
class GamesPage:
    """The games that are played, those put away, and what there is to say about them."""

    games: tuple[GameRow, ...]
    archived: tuple[GameRow, ...]
    notices: tuple[Notice, ...]
    naming: str = ""
    typed: str = ""
    longest: int = LONGEST_LABEL
    boxes: tuple[Described, ...] = ()
    """The games there are to play."""


@pages.get("/")
def games() -> Response:
    """Every game of this house."""
    return _listed()


@pages.post("/games/<game>/label")
def label(game: str) -> AnyResponse:
    """Name a game, put it away or back."""
    must_be_host()
    name = clean_text(request.form["name"]) if "name" in request.form else None
    if name is not None and len(name) > LONGEST_LABEL:
        text = words(lang()).say("games.name-too-long", most=LONGEST_LABEL)
        return _listed(Notice("error", text), 400, naming=game, typed=name)
    archived = {"yes": True, "no": False}.get(request.form.get("archived", ""))
    tables().label(game, name, archived)
    return redirect(url_for("pages.games"), 303)


@pages.post("/import")
def import_game() -> AnyResponse:
    """Take in a record or a playthrough file."""
    must_be_host()
    upload = request.files.get("file")
    data = upload.read() if upload else b""
    if not data:
        return _listed(Notice("error", words(lang()).raw("games.no-file")), 400)
    name = clean_text(upload.filename or "")[:80] if upload else ""
    try:
        taken = take_in(tables(), data, name, "import")
    except FileMalformed as fault:
        return _listed(Notice("error", fault.sentence(lang())), 400)
    except Malformed as fault:
        return _listed(Notice("error", why(fault, lang())), 400)
    except Refused as refused:
        return _listed(Notice("error", refused.sentence(lang()), refused.where(lang())), 422)
    return redirect(url_for("pages.table", game=taken.seen.id), 303)


@pages.post("/language")
def language() -> AnyResponse:
    """The language of this device from now on; back to the page it came from."""
    return _kept("lang", LANGUAGE_COOKIE, languages())


@pages.post("/look")
def look() -> AnyResponse:
    """Night or day on this device from now on; back to the page it came from."""
    return _kept("look", LOOK_COOKIE, LOOKS)


def _kept(field: str, cookie: str, values: Container[str]) -> AnyResponse:
    """A choice this device keeps for itself, if it is one of these."""
    response = redirect(own_path(request.form.get("back", "/")), 303)
    chosen = request.form.get(field, "")
    if chosen in values:
        response.set_cookie(cookie, chosen, max_age=COOKIE_LIVES, samesite="Lax", httponly=True)
    return response


@pages.get("/icons.svg")
def icons() -> Response:
    """Every drawing of cards and kinds, as symbols."""
    response = Response(sprite(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def _listed(notice: Notice | None = None, status: int = 200, naming: str = "", typed: str = "") -> Response:
    rows = [row_of(heading) for heading in tables().headings()]
    damage = [Notice("error", text) for salvage in tables().salvages for text in damage_told(salvage, lang())]
    notices = ([notice] if notice else []) + damage
    page = GamesPage(
        tuple(row for row in rows if not row.archived),
        tuple(row for row in rows if row.archived),
        tuple(notices),
        naming,
        typed,
        boxes=tuple(described(title) for title in boxes()),
    )
    return render("games.html", page, status)


def row_of(heading: Heading) -> GameRow:
    """A game as the list shows it."""
    players, status = glance_of(heading)
    return GameRow(
        heading.id,
        _title(heading),
        heading.name,
        players,
        status,
        day(heading.changed),
        heading.version,
        heading.archived,
    )


def _title(heading: Heading) -> str:
    """The game's name; its slug where its rules are not here any more."""
    try:
        return game_title(heading, game_words(tables().title(heading.game)))
    except (Malformed, CatalogFault, StoreFault):
        return heading.name or heading.game


def glance_of(heading: Heading) -> tuple[tuple[str, ...], str]:
    """Who plays, and whether it is over, as the list of games keeps it."""
    try:
        glance = json.loads(heading.glance)
        players, status = tuple(str(p) for p in glance["players"]), str(glance["status"])
    except (ValueError, KeyError, TypeError):
        return (), ""
    return players, status if status in KNOWN_STATUS else ""
