"""JSON under `/api`: the games, their states, actions, logs and records."""

from __future__ import annotations

import json
from functools import cache
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion import __version__
from companion.decks.catalog import game_slugs, title
from companion.engine.actions import Malformed, whole
from companion.service.live import parsing
from companion.service.messages import why
from companion.service.referee.checks import answer, is_check
from companion.service.transfer import record
from companion.service.transfer.importing import take_in
from companion.service.transfer.playthrough import write_script
from companion.store.base import GameInfo, StoreFault
from companion.web.api import openapi
from companion.web.auth.device_settings import label_of
from companion.web.auth.private_inbox import LONGEST_NOTE
from companion.web.auth.seats import must_say
from companion.web.pages.games.index import listing
from companion.web.server.context import (
    access,
    address,
    asking,
    damage,
    is_told_little,
    lang,
    metrics,
    must_be_host,
    must_be_somebody,
    must_lead,
    tables,
)
from companion.web.server.files import attached
from companion.web.server.lengths import filled_up
from companion.web.server.telling import BRIEF, as_event

api = Blueprint("api", __name__)

LISTED_AT_ONCE, MOST_LISTED = 200, 1000
"""Games in one answer of the list: where nobody says how many, and at most."""

COOKIE_LIVES = 400 * 24 * 3600
"""Seconds; the longest that browsers keep one."""


@api.get("/api/health")
def health() -> Response:
    """Report that the service runs, and what happened to damaged files."""
    return jsonify({"status": "ok", "version": __version__, "notices": damage()})


@api.get("/api/ready")
def ready() -> AnyResponse:
    """Report if something could be written now; 503 with the reason if not. Pages of the other hosts of a club ask
    too."""
    try:
        tables().must_be_ready()
        response = jsonify({"status": "ready"})
    except StoreFault as fault:
        response = jsonify({"status": "away", "message": why(fault, lang(), is_told_little())})
        response.status_code = 503
        response.headers["Retry-After"] = "1"
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@api.get("/api/metrics")
def counted() -> Response:
    """Return metrics for Prometheus, to the host and to this machine itself."""
    is_local = request.remote_addr in ("127.0.0.1", "::1") and "X-Forwarded-For" not in request.headers
    if not is_local or access().settings.origin:
        must_be_host()
    now = {
        "streams": access().streams,
        "games": tables().count(),
        "connections": access().connection_limiter.connections,
    }
    now |= {"devices": len(access().sessions.all()), "turned_away": access().connection_limiter.turned_away}
    return Response(metrics().text(now), content_type="text/plain; version=0.0.4; charset=utf-8")


@api.get("/api/openapi.json")
def described() -> Response:
    """Return this interface's description for programs."""
    return Response(_described(lang()), mimetype="application/json")


@cache
def _described(lang: str) -> str:
    return json.dumps(openapi.document([title(slug) for slug in game_slugs()], lang), ensure_ascii=False)


@api.get("/api/games")
def games() -> Response:
    """List the games, the ones changed last first: at most `?limit=`, from a place on (`?before=`).

    If there are more, the answer says where they go on (`Link: <...>; rel="next"`).
    """
    limit = _number("limit")
    if limit == 0:
        raise Malformed("malformed.number", field="limit")
    listed = listing(min(limit or LISTED_AT_ONCE, MOST_LISTED), request.args.get("before", ""))
    response = jsonify([_listed(heading) for heading in listed.headings])
    if listed.next:
        more = urlencode({"limit": limit or LISTED_AT_ONCE, "before": listed.next})
        response.headers["Link"] = f'</api/games?{more}>; rel="next"'
    return response


@api.post("/api/games")
def open_game() -> tuple[Response, int]:
    """Open a game from a set-up line."""
    must_be_host()
    thing = _body()
    seen = tables().open(thing, parsing.via(thing))
    return jsonify({"id": seen.id, "state": seen.state}), 201


@api.post("/api/import")
def import_game() -> tuple[Response, int]:
    """Take in a JSON record or a playthrough file; the same one twice is one game."""
    must_be_host()
    taken = take_in(tables(), request.get_data(cache=False), "import")
    body = {"id": taken.seen.id, "state": taken.seen.state, "new": taken.is_new}
    return jsonify(body), 201 if taken.is_new else 200


@api.get("/api/games/<game>")
def state(game: str) -> Response:
    """STATE, now or (`?at=`) after an entry."""
    seen = tables().seen(game, _number("at"))
    response = jsonify(seen.state)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(f"{game}.{seen.version}.{__version__}", weak=True)
    if tables().is_away:
        response.headers["Warning"] = f'110 - "as of entry {seen.version}"'
    return response.make_conditional(request)  # type: ignore[return-value]


@api.patch("/api/games/<game>")
def label(game: str) -> Response:
    """Name a game, put it away or back."""
    must_lead(game)
    tables().heading(game)
    name, archived = parsing.label(_body())
    return jsonify(_listed(tables().label(game, name, archived)))


@api.post("/api/games/<game>/actions")
def act(game: str) -> Response:
    """Say an action."""
    leads = must_be_somebody(game)
    service = tables()
    playing = service.playing(game)
    thing = _body()
    if not leads:
        must_say(access(), asking(), game, playing, [thing])
    version = parsing.whole_number(thing, "version", "malformed.version")
    ident, via = parsing.action_id(thing), parsing.via(thing)
    if is_check(playing.title, thing):
        # Padded, so that all findings have the same number of bytes.
        return Response(
            filled_up(json.dumps(answer(service, game, thing, version).json(lang()), ensure_ascii=False).encode()),
            mimetype="application/json",
        )
    seen = service.say(game, thing, version, ident, via)
    return jsonify({"state": seen.state})


@api.post("/api/games/<game>/return")
def return_to(game: str) -> Response:
    """Bring the table back to where it was after an entry."""
    must_lead(game)
    newest = tables().playing(game).version
    thing = _body()
    version = parsing.whole_number(thing, "version", "malformed.version")
    to = parsing.whole_number(thing, "to", "malformed.to", most=newest)
    if to is None:
        raise Malformed("malformed.to", most=newest)
    seen = tables().return_to(game, to, version, parsing.action_id(thing), parsing.via(thing))
    return jsonify({"state": seen.state})


@api.get("/api/games/<game>/log")
def log(game: str) -> Response:
    """Return the public log, whole or (`?after=`) from an entry on."""
    first = 1 + (_number("after") or 0)
    return jsonify([line._asdict() for line in record.log(tables().playing(game), lang(), first)])


@api.get("/api/games/<game>/playthrough")
def playthrough(game: str) -> Response:
    """Return the playthrough file."""
    text = write_script(tables().playing(game).entries)
    return attached(text, "application/jsonl", f"{game}.jsonl")


@api.get("/api/games/<game>/markdown")
def markdown(game: str) -> Response:
    """Return the log as a page of Markdown."""
    text = record.markdown(tables().playing(game), tables().heading(game), lang())
    return attached(text, "text/markdown", f"{game}.md")


@api.get("/api/games/<game>/record")
def whole_record(game: str) -> Response:
    """Return everything known of the game, to be taken in elsewhere."""
    document = record.document(tables().playing(game), tables().heading(game))
    return attached(json.dumps(document, ensure_ascii=False), "application/json", f"{game}.json")


@api.get("/api/games/<game>/events")
def events(game: str) -> Response:
    """One event and the end: for a server without the native stream a browser comes back by itself, like polling."""
    last = request.headers.get("Last-Event-ID", "")
    told = (as_event(change, BRIEF in request.args) for change in tables().changes(game, whole(last)))
    return Response("retry: 1000\n\n" + "".join(told), mimetype="text/event-stream")


@api.post("/api/host-links")
def host_link() -> tuple[Response, int]:
    """Return a link that makes one more device the host's, and a code for the same, to be scanned or typed."""
    must_be_host()
    offer = access().new_pairing()
    return jsonify({"url": f"{address()}{access().new_link()}", "code": offer.text, "token": offer.token}), 201


@api.get("/host/<token>")
def become_host(token: str) -> AnyResponse:
    """Make this device the host's: the link that the terminal shows."""
    if access().is_host(asking()):
        return redirect("/", 303)
    if request.method == "HEAD":
        return Response()  # who only asks whether there is anything (a preview, a virus scanner) uses nothing up
    access().open_link(token, request.remote_addr or "")
    return give_cookie(redirect("/", 303), access().sessions.new_cookie(device_label()))


@api.post("/api/games/<game>/seats/<int:seat>/private")
def tell_seat(game: str, seat: int) -> tuple[Response, int]:
    """Tell one seat alone something: its phone shows it, and nothing else knows of it."""
    must_lead(game)
    given = _body().get("text")
    text = parsing.clean_text(given) if isinstance(given, str) else ""
    if seat >= len(tables().playing(game).course.table.players):
        raise Malformed("malformed.number", field="seat")
    if not text or len(text) > LONGEST_NOTE:
        raise Malformed("malformed.text", field="text")
    has_phone = access().sessions.phone_here(game, seat) is not None
    if has_phone:
        access().private_inbox.put(game, seat, {lang(): text})
    return jsonify({"told": has_phone}), 200


def device_label() -> str:
    """Return the name that the asking device gives itself."""
    return label_of(request.headers.get("User-Agent", ""))


def give_cookie(response: AnyResponse, cookie: str) -> AnyResponse:
    """Add to an answer the cookie that makes a device the host's."""
    response.set_cookie(
        access().name_of_cookie(request.scheme),
        cookie,
        max_age=COOKIE_LIVES,
        path="/",
        httponly=True,
        samesite="Strict",
        secure=request.is_secure or access().settings.origin.startswith("https://"),
    )
    return response


def _number(name: str) -> int | None:
    """Return a whole number in the query, None if there is none."""
    given = request.args.get(name)
    if given is None:
        return None
    number = whole(given)
    if number is None:
        raise Malformed("malformed.number", field=name)
    return number


def _body() -> dict[str, object]:
    thing = parsing.parse(request.get_data(cache=False))
    if not isinstance(thing, dict):
        raise Malformed("malformed.object")
    return thing


def _listed(heading: GameInfo) -> dict[str, object]:
    return {
        "id": heading.id,
        "game": heading.game,
        "name": heading.name,
        "players": list(heading.players),
        "status": heading.status,
        "version": heading.version,
        "opened": heading.opened,
        "changed": heading.changed,
        "archived": heading.archived,
    }
