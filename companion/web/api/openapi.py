"""The interface described for programs (OpenAPI 3.1): one table of its calls, and what every game says of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from companion import __version__
from companion.decks.catalog import Title, example
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.live.session import words_of
from companion.service.transfer.playthrough import Outcome, Run, play, read_script, write_script
from companion.web.api import schemas as shapes
from companion.web.api.game_schemas import Described, one_of_games, ref
from companion.web.api.schemas import TEXT, Thing

JSON = "application/json"
KNOWN = {"name": "If-None-Match", "in": "header", "schema": TEXT, "description": "@fields.known"}
LAST = {"name": "Last-Event-ID", "in": "header", "schema": TEXT, "description": "@fields.last"}
BRIEF = {"name": "brief", "in": "query", "schema": {"type": "string", "enum": [""]}, "description": "@fields.brief"}


class Line(NamedTuple):
    """One thing said: how it is called, what is sent, the status, and the answer (shown once for each kind)."""

    name: str
    said: Thing
    status: int
    answer: Thing


class Played(NamedTuple):
    """The example of a game: how it is opened, what is said in it, how the table then stands, and the file of it."""

    slug: str
    script: str
    setup: Thing
    opened: Thing
    lines: tuple[Line, ...]
    final: Thing


def document(titles: Sequence[Title], lang: str) -> Thing:
    """Return the whole description of the interface to these games, in a language."""
    described = [Described(title, lang) for title in titles]
    schemas: Thing = {
        "State": one_of_games("State", described),
        "Setup": one_of_games("Setup", described),
        "Action": {"anyOf": [{"$ref": ref(f"{one.name}Action")} for one in described]},
        "Refusal": {"anyOf": [{"$ref": ref(f"{one.name}Refusal")} for one in described]},
        "Finding": shapes.FOUND,
        "Error": shapes.ERROR,
        "Version": shapes.VERSION,
        "ActionId": shapes.ACTION_ID,
        "Via": shapes.VIA,
    }
    for one in described:
        schemas |= one.schemas()
    found: Thing = {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": __version__, "description": "@about"},
        "components": {"securitySchemes": {"host": {"type": "http", "scheme": "bearer"}}, "schemas": schemas},
        "paths": _paths([game for game in (_played(title, lang) for title in titles) if game]),
    }
    said: Thing = _said(found, catalog.words("api", lang))
    return said


def _said(thing: Any, words: Wording) -> Any:
    """Replace every key in the description by its sentence."""
    if isinstance(thing, list):
        return [_said(item, words) for item in thing]
    if not isinstance(thing, dict):
        return thing
    return {
        key: words.raw(value[1:])
        if key in ("description", "summary") and isinstance(value, str) and value.startswith("@")
        else _said(value, words)
        for key, value in thing.items()
    }


def _paths(games: Sequence[Played]) -> Thing:
    opened = {game.slug: {"id": "k3f9x2m7pq4z", "state": game.opened} for game in games}
    lines = [line for game in games for line in game.lines]
    answered = {
        code: {one.name: one.answer for one in lines if one.status == code and one.answer} for code in (200, 422)
    }
    state = _read(
        "get_state", shapes.STATE, shapes.AT, KNOWN, missing=True, shows={game.slug: game.final for game in games}
    )
    state["responses"]["200"]["headers"] = {"ETag": {"description": "@fields.etag", "schema": TEXT}}
    state["responses"]["304"] = {"description": "@unchanged"}
    listed = _read("list_games", {"type": "array", "items": shapes.LISTED}, shapes.LIMIT, shapes.BEFORE)
    listed["responses"]["200"]["headers"] = {"Link": {"description": "@fields.next", "schema": TEXT}}
    counted = _read("metrics", TEXT, kind="text/plain")
    counted["responses"] |= _errors(401)
    link: Thing = {"type": "object", "required": ["url"], "properties": {"url": TEXT, "code": TEXT, "token": TEXT}}
    linked = _write("link_host", {}, {201: link})
    del linked["requestBody"], linked["parameters"]
    return {
        "/api/health": {"get": _read("health", shapes.HEALTH, shapes.LANG)},
        "/api/ready": {"get": _read("ready", shapes.READY, shapes.LANG)},
        "/api/metrics": {"get": counted},
        "/api/openapi.json": {"get": _read("describe", {"type": "object"}, shapes.LANG)},
        "/api/games": {
            "get": listed,
            "post": _write(
                "open_game",
                _sent({"$ref": ref("Setup")}, {game.slug: game.setup for game in games}),
                {201: shapes.OPENED},
                422,
                shows={201: opened},
            ),
        },
        "/api/import": {
            "post": _write(
                "import_game",
                _sent(TEXT, {game.slug: game.script for game in games}, "text/plain"),
                {200: shapes.OPENED, 201: shapes.OPENED},
                409,
                422,
            ),
        },
        "/api/scan": {"post": _write("scan", _sent(shapes.PICTURE, kind="multipart/form-data"), {200: shapes.SEEN})},
        "/api/games/{game}": {
            "parameters": [shapes.GAME],
            "get": state,
            "patch": _write(
                "label_game",
                _sent(shapes.LABEL, example={"name": "Los martes", "archived": False}),
                {200: shapes.LISTED},
                404,
            ),
        },
        "/api/games/{game}/actions": {
            "parameters": [shapes.GAME],
            "post": _write(
                "say",
                _sent({"$ref": ref("Action")}, {one.name: one.said for one in lines}),
                {200: {"anyOf": [shapes.JUST_STATE, {"$ref": ref("Finding")}]}},
                404,
                409,
                422,
                shows=answered,
            ),
        },
        "/api/games/{game}/return": {
            "parameters": [shapes.GAME],
            "post": _write("return_to", _sent(shapes.RETURN, example={"to": 1}), {200: shapes.JUST_STATE}, 404, 409),
        },
        "/api/games/{game}/log": {
            "parameters": [shapes.GAME],
            "get": _read("get_log", {"type": "array", "items": shapes.TOLD}, shapes.LANG, shapes.AFTER, missing=True),
        },
        "/api/games/{game}/playthrough": {
            "parameters": [shapes.GAME],
            "get": _read("get_playthrough", TEXT, kind="application/jsonl", missing=True),
        },
        "/api/games/{game}/markdown": {
            "parameters": [shapes.GAME],
            "get": _read("get_markdown", TEXT, shapes.LANG, kind="text/markdown", missing=True),
        },
        "/api/games/{game}/record": {
            "parameters": [shapes.GAME],
            "get": _read("get_record", {"type": "object"}, missing=True),
        },
        "/api/games/{game}/seats/{seat}/private": {
            "parameters": [shapes.GAME, shapes.SEAT],
            "post": _write(
                "tell_seat", _sent(shapes.NOTE, example={"text": "¿Enseñas la mano?"}), {200: shapes.TOLD_SEAT}, 404
            ),
        },
        "/api/games/{game}/events": {
            "parameters": [shapes.GAME],
            "get": _read("watch", shapes.EVENT, LAST, BRIEF, kind="text/event-stream", missing=True),
        },
        "/api/host-links": {"post": linked},
    }


def _read(
    name: str, schema: Thing, *query: Thing, kind: str = JSON, missing: bool = False, shows: Thing | None = None
) -> Thing:
    answers = {
        "200": {"description": "@done", "content": _sent(schema, shows, kind)},
        **_errors(*((404,) if missing else ())),
    }
    return {"operationId": name, "summary": f"@operations.{name}", "parameters": list(query), "responses": answers}


def _write(
    name: str, sent: Thing, good: dict[int, Thing], *errors: int, shows: Mapping[int, Thing] | None = None
) -> Thing:
    """Describe a call that changes something; `shows`: examples of what is answered, by status."""
    answers: Thing = {
        str(status): {"description": "@done", "content": _sent(schema)} for status, schema in good.items()
    }
    answers |= _errors(401, 403, 413, *errors)
    for status, examples in (shows or {}).items():
        content = answers[str(status)]["content"]
        content |= _sent(content[JSON]["schema"], examples)
    return {
        "operationId": name,
        "summary": f"@operations.{name}",
        "security": [{"host": []}],
        "parameters": [shapes.LANG],
        "requestBody": {"required": True, "content": sent},
        "responses": answers,
    }


def _sent(schema: Thing, examples: Thing | None = None, kind: str = JSON, example: Thing | None = None) -> Thing:
    """Describe what is sent or answered, with examples by their names, or one that needs no name."""
    shown: Thing = {} if example is None else {"example": example}
    if examples:
        shown = {"examples": {name: {"value": value} for name, value in examples.items()}}
    return {kind: {"schema": schema, **shown}}


def _errors(*more: int) -> Thing:
    found = {}
    for status in sorted({400, 405, 429, 503, *more}):
        schema = {"$ref": ref("Refusal" if status == 422 else "Error")}
        found[str(status)] = {"description": f"@answers.{status}", "content": {JSON: {"schema": schema}}}
    return found


def _played(title: Title, lang: str) -> Played | None:
    """Play the example beside a game's deck; return None if there is none."""
    slug = title.game.slug
    text = example(slug)
    if not text:
        return None
    script = read_script(slug, text)
    run = play(script, lambda game, deck: title)
    assert run.playing is not None, "the example of a game can be opened"
    lines: list[Line] = []
    shown: set[str] = set()
    for number, (line, outcome) in enumerate(zip(script.actions, run.outcomes, strict=True), 1):
        said = cast("Thing", line.said)
        status = 422 if outcome.refused else 200
        kind = "refused" if outcome.refused else "check" if outcome.finding else "said"
        answer = {} if kind in shown else _answered(title, run, outcome, lang)
        shown.add(kind)
        lines.append(Line(f"{title.game.slug}.{number:02}.{said['action']}", said, status, answer))
    return Played(
        slug,
        write_script(run.playing.entries),
        dict(script.opening.said),
        run.playing.state(1),
        tuple(lines),
        run.playing.state(),
    )


def _answered(title: Title, run: Run, outcome: Outcome, lang: str) -> Thing:
    if outcome.refused is not None:
        where = outcome.refused.where(lang)
        body = {"rule": outcome.refused.violation.rule, "message": outcome.refused.sentence(lang)}
        return {**body, "where": where} if where else body
    if outcome.finding is not None:
        return outcome.finding.json(words_of(title, lang))
    assert outcome.entry is not None and run.playing is not None
    return {"state": run.playing.state(outcome.entry.number)}
