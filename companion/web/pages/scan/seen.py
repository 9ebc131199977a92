"""Cards everybody sees: shown to a camera instead of being looked up, they fill the table's question about them."""

from __future__ import annotations

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.view import Said
from companion.service.live.games import Snapshot
from companion.service.live.parsing import clean_text
from companion.web.api.scan import letters
from companion.web.pages.base import game_words, pages, render
from companion.web.pages.scan.base import Shown, count_said, frame_of_film, framed, pictures
from companion.web.pages.table.page import game_title, table_page
from companion.web.pages.table.prompts import question
from companion.web.server.context import must_lead, tables

SHOWING: Said = {"action": "show", "to": "all"}
"""Cards that the whole table sees."""


@pages.get("/games/<game>/scan/seen")
def seen_begin(game: str) -> Response:
    """Show the page before anything has been shown."""
    return _seen_page(tables().seen(game), Shown())


@pages.post("/games/<game>/scan/seen")
def seen_look(game: str) -> AnyResponse:
    """Cards were shown to everybody: the question of the table about them, filled in."""
    must_lead(game)
    seen = tables().seen(game)
    photos = pictures(seen.title)
    player = clean_text(request.form.get("player", ""))
    slugs = [slug for slug in request.form.getlist("card") if slug in seen.title.decklist.by_slug]
    slugs = slugs or [copy.rpartition(".")[0] for copy in photos.copies]
    if not slugs or player not in seen.table.seats:
        return _seen_page(seen, photos)
    said: dict[str, object] = {**SHOWING, "player": player}
    asked = question(seen.title, seen.table, said, game_words(seen.title))
    offered = {choice.card for group in asked.groups for choice in group.choices if choice.card}
    if not offered:
        return _seen_page(seen, photos)
    said["cards"] = [slug for slug in slugs if slug in offered]
    return render("table.html", table_page(seen, said))


@pages.post("/games/<game>/scan/seen/frame")
def seen_frame(game: str) -> Response:
    """One frame of a live camera: the cards the table's question would be filled with now."""
    must_lead(game)
    looked, fault = frame_of_film(tables().seen(game).title, game)
    read = sorted((one.copy for one in looked.sight.cards if one.copy), key=lambda copy: copy.id) if looked else []
    return framed(looked, fault, cards=[copy.slug for copy in read], said=count_said(looked) if looked else "")


def _seen_page(seen: Snapshot, photos: Shown) -> Response:
    return render(
        "scan/seen.html",
        id=seen.id,
        title=game_title(tables().heading(seen.id), game_words(seen.title)),
        version=seen.version,
        players=tuple(seen.table.seats),
        player=clean_text(request.form.get("player", "")),
        letters=" ".join(letters()),
        looked=photos.looked,
        faults=photos.faults,
    )
