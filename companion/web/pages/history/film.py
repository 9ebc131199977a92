"""The film: the page of any moment of the past, from the beginning; its scenes are the entries that stand."""

from __future__ import annotations

from flask import Response, jsonify, request

from companion.engine.actions import Malformed, whole
from companion.engine.state import Table
from companion.service.history import film as service
from companion.service.people.forget import nameless
from companion.service.transfer import record
from companion.web.pages.base import game_words, pages, words
from companion.web.pages.history.timeline import shown
from companion.web.pages.table.endings import roles_of
from companion.web.pages.table.page import game_title
from companion.web.server.context import lang, tables


@pages.get("/games/<game>/film")
def film(game: str) -> Response:
    """Show the film from its beginning, or from the scene asked for."""
    asked = whole(request.args.get("n", ""))
    most = len(service.frames(tables().playing(game)))
    return film_frame(game, 1 if asked is None else min(max(asked, 1), most))


@pages.get("/games/<game>/film/<int:number>")
def film_frame(game: str, number: int) -> Response:
    """Show a scene of the film: the moment after one of the entries that stand."""
    past = service.frames(tables().playing(game))
    if not 1 <= number <= len(past):
        raise Malformed("malformed.to", most=len(past))
    return shown(game, past[number - 1][0].number)


@pages.get("/games/<game>/film/scenes")
def scenes(game: str) -> Response:
    """Tell the scenes of a film to the script that draws it as a video (`keep.js`); `names=no`: without names."""
    playing, said = tables().playing(game), game_words(tables().seen(game).title)
    if request.args.get("names") == "no":
        playing = nameless(tables(), game, words(lang()).raw("evening.somebody"))
    past = service.frames(playing)
    table = past[-1][1]
    turned = {bond.number: bond.player for bond in service.told(playing, past, said).bonds}
    return jsonify(
        title=game_title(tables().heading(game), said),
        players=table.players,
        heading=playing.game.view(playing.decklist, table, said).heading,
        roles={one.player: [one.label, one.tone, one.won] for one in roles_of(table, said)},
        scenes=[
            {**_drawn(now), "turned": turned.get(entry.number, ""), "text": record.told(playing, entry, said)}
            for entry, now in past
        ],
    )


def _drawn(table: Table) -> dict[str, object]:
    """Return what a scene draws of the table; by the names people have then."""
    return {"seats": table.seats, "out": table.eliminated, "turn": "" if table.ended else table.turn}
