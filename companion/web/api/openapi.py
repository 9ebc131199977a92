"""The interface described for programs (OpenAPI 3.1): one table of its calls, and what every game says of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from companion import __version__
from companion.decks.catalog import Title, example
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.live.session import words_of
from companion.service.transfer.playthrough import Outcome, Run, play, read_script, write_script
from companion.web.api.game_schemas import Described, one_of_games, ref
from companion.web.api.schemas import (
    ACTION_ID,
    AFTER,
    AT,
    BEFORE,
    ERROR,
    EVENT,
    FOUND,
    GAME,
    HEALTH,
    JUST_STATE,
    LABEL,
    LANG,
    LIMIT,
    LISTED,
    NOTE,
    OPENED,
    PICTURE,
    READY,
    RETURN,
    SEAT,
    SEEN,
    STATE,
    TEXT,
    TOLD,
    TOLD_SEAT,
    VERSION,
    VIA,
    Thing,
)

JSON = "application/json"


class Line(NamedTuple):
    """One thing said: how it is called, what is sent, the status, and the answer (shown once for each kind)."""

    name: str
    said: Thing
    status: str
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
        "Finding": FOUND,
        "Error": ERROR,
        "Version": VERSION,
        "ActionId": ACTION_ID,
        "Via": VIA,
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
    return {
        "/api/health": {"get": _read("health", HEALTH, LANG)},
        "/api/ready": {"get": _read("ready", READY, LANG)},
        "/api/metrics": {"get": _counted()},
        "/api/openapi.json": {"get": _read("describe", {"type": "object"}, LANG)},
        "/api/games": {"get": _list(), "post": _open(games)},
        "/api/import": {"post": _import(games)},
        "/api/scan": {"post": _scan()},
        "/api/games/{game}": {
            "parameters": [GAME],
            "get": _state(games),
            "patch": _write("label_game", LABEL, {200: LISTED}, 404, example={"name": "Los martes", "archived": False}),
        },
        "/api/games/{game}/actions": {"parameters": [GAME], "post": _say(games)},
        "/api/games/{game}/return": {
            "parameters": [GAME],
            "post": _write("return_to", RETURN, {200: JUST_STATE}, 404, 409, example={"to": 1}),
        },
        "/api/games/{game}/log": {
            "parameters": [GAME],
            "get": _read("get_log", {"type": "array", "items": TOLD}, LANG, AFTER, missing=True),
        },
        "/api/games/{game}/playthrough": {
            "parameters": [GAME],
            "get": _read("get_playthrough", TEXT, kind="application/jsonl", missing=True),
        },
        "/api/games/{game}/markdown": {
            "parameters": [GAME],
            "get": _read("get_markdown", TEXT, LANG, kind="text/markdown", missing=True),
        },
        "/api/games/{game}/record": {
            "parameters": [GAME],
            "get": _read("get_record", {"type": "object"}, missing=True),
        },
        "/api/games/{game}/seats/{seat}/private": {
            "parameters": [GAME, SEAT],
            "post": _write("tell_seat", NOTE, {200: TOLD_SEAT}, 404, example={"text": "¿Enseñas la mano?"}),
        },
        "/api/games/{game}/events": {"parameters": [GAME], "get": _events()},
        "/api/host-links": {"post": _link()},
    }


def _read(name: str, schema: Thing, *query: Thing, kind: str = JSON, missing: bool = False) -> Thing:
    answers = {"200": _answer(schema, kind), **_errors(*((404,) if missing else ()))}
    return {"operationId": name, "summary": f"@operations.{name}", "parameters": list(query), "responses": answers}


def _write(name: str, schema: Thing, good: dict[int, Thing], *errors: int, example: Thing | None = None) -> Thing:
    body: Thing = {"schema": schema} if example is None else {"schema": schema, "example": example}
    return {
        "operationId": name,
        "summary": f"@operations.{name}",
        "security": [{"host": []}],
        "parameters": [LANG],
        "requestBody": {"required": True, "content": {JSON: body}},
        "responses": {**{str(k): _answer(v) for k, v in good.items()}, **_errors(401, 403, 413, *errors)},
    }


def _open(games: Sequence[Played]) -> Thing:
    operation = _write("open_game", {"$ref": ref("Setup")}, {201: OPENED}, 422)
    _show(operation, "", {game.slug: game.setup for game in games})
    _show(operation, "201", {game.slug: {"id": "k3f9x2m7pq4z", "state": game.opened} for game in games})
    return operation


def _say(games: Sequence[Played]) -> Thing:
    schema = {"anyOf": [JUST_STATE, {"$ref": ref("Finding")}]}
    operation = _write("say", {"$ref": ref("Action")}, {200: schema}, 404, 409, 422)
    _show(operation, "", {line.name: line.said for game in games for line in game.lines})
    for status in ("200", "422"):
        shown = {line.name: line.answer for game in games for line in game.lines if line.status == status}
        _show(operation, status, {name: answer for name, answer in shown.items() if answer})
    return operation


def _show(operation: Thing, status: str, examples: dict[str, Thing]) -> None:
    """Put examples to what is sent, or to what is answered with a status."""
    there = operation["responses"][status] if status else operation["requestBody"]
    if examples:
        there["content"][JSON]["examples"] = {name: {"value": value} for name, value in examples.items()}


def _list() -> Thing:
    operation = _read("list_games", {"type": "array", "items": LISTED}, LIMIT, BEFORE)
    operation["responses"]["200"]["headers"] = {"Link": {"description": "@fields.next", "schema": TEXT}}
    return operation


def _state(games: Sequence[Played]) -> Thing:
    operation = _read("get_state", STATE, AT, missing=True)
    operation["responses"]["200"]["headers"] = {"ETag": {"description": "@fields.etag", "schema": TEXT}}
    operation["responses"]["304"] = {"description": "@unchanged"}
    known = {"name": "If-None-Match", "in": "header", "schema": TEXT, "description": "@fields.known"}
    operation["parameters"].append(known)
    _show(operation, "200", {game.slug: game.final for game in games})
    return operation


def _import(games: Sequence[Played]) -> Thing:
    operation = _write("import_game", {}, {200: OPENED, 201: OPENED}, 409, 422)
    anything: Thing = {"schema": TEXT, "examples": {game.slug: {"value": game.script} for game in games}}
    operation["requestBody"] = {"required": True, "content": {"text/plain": anything}}
    return operation


def _scan() -> Thing:
    operation = _write("scan", {}, {200: SEEN})
    operation["requestBody"] = {"required": True, "content": {"multipart/form-data": {"schema": PICTURE}}}
    return operation


def _events() -> Thing:
    operation = _read("watch", TEXT, missing=True)
    operation["responses"]["200"] = _answer(EVENT, "text/event-stream")
    last = {"name": "Last-Event-ID", "in": "header", "schema": TEXT, "description": "@fields.last"}
    brief = {"name": "brief", "in": "query", "schema": {"type": "string", "enum": [""]}, "description": "@fields.brief"}
    operation["parameters"] = [last, brief]
    return operation


def _counted() -> Thing:
    operation = _read("metrics", TEXT, kind="text/plain")
    operation["responses"] |= _errors(401)
    return operation


def _link() -> Thing:
    link: Thing = {"type": "object", "required": ["url"], "properties": {"url": TEXT, "code": TEXT, "token": TEXT}}
    answers = {"201": _answer(link), **_errors(401, 403, 413)}
    name = "link_host"
    return {"operationId": name, "summary": f"@operations.{name}", "security": [{"host": []}], "responses": answers}


def _answer(schema: Thing, kind: str = JSON) -> Thing:
    return {"description": "@done", "content": {kind: {"schema": schema}}}


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
        status = "422" if outcome.refused else "200"
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
