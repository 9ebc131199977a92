"""The interface described for programs (OpenAPI 3.1), built from one table of its calls."""

from __future__ import annotations

from typing import Any

from companion import __version__

Thing = dict[str, Any]

_TEXT: Thing = {"type": "string"}
_NUMBER: Thing = {"type": "integer", "minimum": 1}
_NAMED: Thing = {"type": ["string", "null"]}
_VERSION: Thing = {
    "type": ["integer", "null"],
    "minimum": 1,
    "maximum": 2**31,
    "description": "the version the speaker saw; 409 if it is no longer",
}
_ACTION_ID: Thing = {
    "type": ["string", "null"],
    "minLength": 1,
    "maxLength": 100,
    "pattern": r"^[\x21-\x7e]+$",
    "description": "the same id again changes nothing and gets the same answer",
}
_STATE: Thing = {
    "type": "object",
    "required": ["game", "status", "version"],
    "properties": {"game": _TEXT, "status": _TEXT, "version": _NUMBER},
    "description": "the public state; its other keys are the game's",
}
_ERROR: Thing = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "message": {"type": "string", "description": "a sentence, in Spanish or English"},
        "rule": {"type": "string", "description": "the id of the rule that refuses"},
        "where": {"type": "string", "description": "the place in the rulebook"},
        "version": {"type": "integer"},
        "line": {"type": "integer"},
    },
}
_SETUP: Thing = {
    "type": "object",
    "required": ["game", "players"],
    "properties": {
        "playthrough": {"type": "integer", "const": 1},
        "game": _TEXT,
        "deck": _NAMED,
        "players": {"type": "array", "items": _TEXT, "description": "clockwise"},
        "first": {"type": ["string", "null"], "description": "who begins; the first of the players if left out"},
        "options": {"type": ["object", "null"], "additionalProperties": {"type": ["string", "integer", "boolean"]}},
        "house": {"type": ["string", "null"], "maxLength": 500, "description": "house rules in the table's own words"},
        "via": _NAMED,
    },
}
_ACTION: Thing = {
    "type": "object",
    "required": ["action"],
    "properties": {"action": _TEXT, "version": _VERSION, "action_id": _ACTION_ID, "via": _NAMED},
    "description": "the other fields are the verb's",
}
_RETURN: Thing = {
    "type": "object",
    "required": ["to"],
    "properties": {"to": {**_NUMBER, "maximum": 2**31}, "version": _VERSION, "action_id": _ACTION_ID, "via": _NAMED},
}
_LABEL: Thing = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": False,
    "properties": {"name": {"type": "string", "description": "up to 80 characters"}, "archived": {"type": "boolean"}},
}
_LISTED: Thing = {
    "type": "object",
    "required": ["id", "game", "players", "status", "version", "archived"],
    "properties": {
        "id": _TEXT,
        "game": _TEXT,
        "name": _TEXT,
        "players": {"type": "array", "items": _TEXT},
        "status": _TEXT,
        "version": _NUMBER,
        "opened": _TEXT,
        "changed": _TEXT,
        "archived": {"type": "boolean"},
    },
}
_TOLD: Thing = {
    "type": "object",
    "required": ["version", "at", "text", "undone"],
    "properties": {"version": _NUMBER, "at": _TEXT, "text": _TEXT, "undone": {"type": "boolean"}},
}
_OPENED: Thing = {
    "type": "object",
    "required": ["id", "state"],
    "properties": {"id": _TEXT, "state": _STATE, "new": {"type": "boolean"}},
}
_HEALTH: Thing = {
    "type": "object",
    "required": ["status", "version"],
    "properties": {"status": {"const": "ok"}, "version": _TEXT, "notices": {"type": "array", "items": _TEXT}},
}
_POINTS: Thing = {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}
_SEEN: Thing = {
    "type": "object",
    "required": ["image", "cards", "unknown", "ms"],
    "properties": {
        "image": {**_TEXT, "description": "the name of the picture"},
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["copy", "slug", "payload", "corners"],
                "properties": {"copy": _TEXT, "slug": _TEXT, "payload": _TEXT, "corners": _POINTS},
            },
        },
        "unknown": {"type": "array", "items": _TEXT, "description": "payloads that are no card of the decks asked for"},
        "unread": {"type": "array", "items": _POINTS, "description": "tags seen that could not be read"},
        "notes": {"type": "array", "items": _TEXT},
        "ms": {"type": "number"},
    },
}
_PICTURE: Thing = {
    "type": "object",
    "required": ["image"],
    "properties": {
        "image": {"type": "string", "format": "binary", "description": "JPEG, PNG or WebP; it is kept nowhere"},
        "game": {**_TEXT, "description": "the game this companion is for, if left out"},
        "deck": {"type": "array", "items": _TEXT, "description": "the letters of the printed decks; 00 if left out"},
    },
}
_EVENT: Thing = {
    "type": "object",
    "required": ["id", "event", "data"],
    "properties": {"id": _TEXT, "event": {"const": "state"}, "data": {**_TEXT, "description": "STATE as JSON"}},
}
_LANG: Thing = {"name": "lang", "in": "query", "schema": _TEXT, "description": "es or en; else as Accept-Language says"}
_AT: Thing = {
    "name": "at",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "description": "the state after this entry",
}
_AFTER: Thing = {**_AT, "name": "after", "schema": {**_AT["schema"], "minimum": 0}, "description": "only later lines"}
_GAME: Thing = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
_SEAT: Thing = {
    "name": "seat",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 99},
    "description": "the number of the seat, in the order of the players",
}
_NOTE: Thing = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {**_TEXT, "minLength": 1, "maxLength": 2000}},
}
_TOLD_SEAT: Thing = {
    "type": "object",
    "required": ["told"],
    "properties": {"told": {"type": "boolean", "description": "whether the seat has a phone"}},
}
_JUST_STATE: Thing = {"type": "object", "required": ["state"], "properties": {"state": _STATE}}
_FOUND: Thing = {
    "type": "object",
    "required": ["verdict", "rules", "needs", "public", "private"],
    "properties": {
        "verdict": {"enum": ["legal", "illegal", "undetermined"]},
        "rules": {"type": "array", "items": _TEXT},
        "needs": {"type": "array", "items": _TEXT},
        "public": {**_TEXT, "description": "all that the table may hear"},
        "private": {**_TEXT, "description": "for those whose cards were shown"},
    },
    "description": "the answer to a check",
}


def document() -> Thing:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion",
            "version": __version__,
            "description": "Reading is free. Changing needs `Authorization: Bearer HOST_KEY`, or the host's cookie; "
            "the phone of a seat may say that seat's moves.",
        },
        "components": {
            "securitySchemes": {"host": {"type": "http", "scheme": "bearer"}},
            "schemas": {"State": _STATE, "Error": _ERROR},
        },
        "paths": {
            "/api/health": {"get": _read("Whether the service runs", _HEALTH, _LANG)},
            "/api/metrics": {"get": _counted()},
            "/api/openapi.json": {"get": _read("This description", {"type": "object"})},
            "/api/games": {
                "get": _read("Every game, the one changed last first", {"type": "array", "items": _LISTED}),
                "post": _write("Open a game", _SETUP, {201: _OPENED}, 422),
            },
            "/api/import": {"post": _import()},
            "/api/scan": {"post": _scan()},
            "/api/games/{game}": {
                "parameters": [_GAME],
                "get": _state(),
                "patch": _write("Name a game, put it away or back", _LABEL, {200: _LISTED}, 404),
            },
            "/api/games/{game}/actions": {
                "parameters": [_GAME],
                "post": _write("Say an action", _ACTION, {200: {"anyOf": [_JUST_STATE, _FOUND]}}, 404, 409, 422),
            },
            "/api/games/{game}/return": {
                "parameters": [_GAME],
                "post": _write("Return to where the table was after an entry", _RETURN, {200: _JUST_STATE}, 404, 409),
            },
            "/api/games/{game}/log": {
                "parameters": [_GAME],
                "get": _read("The public log", {"type": "array", "items": _TOLD}, _LANG, _AFTER, missing=True),
            },
            "/api/games/{game}/playthrough": {
                "parameters": [_GAME],
                "get": _read("The playthrough file", _TEXT, kind="application/jsonl", missing=True),
            },
            "/api/games/{game}/markdown": {
                "parameters": [_GAME],
                "get": _read("The log as Markdown", _TEXT, _LANG, kind="text/markdown", missing=True),
            },
            "/api/games/{game}/record": {
                "parameters": [_GAME],
                "get": _read("The whole record", {"type": "object"}, missing=True),
            },
            "/api/games/{game}/seats/{seat}/private": {
                "parameters": [_GAME, _SEAT],
                "post": _write("Tell one seat alone something", _NOTE, {200: _TOLD_SEAT}, 404),
            },
            "/api/games/{game}/events": {"parameters": [_GAME], "get": _events()},
            "/api/host-links": {"post": _link()},
        },
    }


def _read(summary: str, schema: Thing, *query: Thing, kind: str = "application/json", missing: bool = False) -> Thing:
    answers = {"200": _answer(schema, kind), **_errors(*((404,) if missing else ()))}
    return {"summary": summary, "parameters": list(query), "responses": answers}


def _write(summary: str, schema: Thing, good: dict[int, Thing], *errors: int) -> Thing:
    return {
        "summary": summary,
        "security": [{"host": []}],
        "parameters": [_LANG],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {**{str(k): _answer(v) for k, v in good.items()}, **_errors(401, 403, 413, *errors)},
    }


def _state() -> Thing:
    operation = _read("The state of a game", _STATE, _AT, missing=True)
    operation["responses"]["304"] = {"description": "nothing has changed since (`If-None-Match`)"}
    return operation


def _import() -> Thing:
    operation = _write("Take in a record or a playthrough", {}, {200: _OPENED, 201: _OPENED}, 409, 422)
    anything: Thing = {"schema": {"type": "string"}}
    operation["requestBody"] = {"required": True, "content": {"text/plain": anything}}
    return operation


def _scan() -> Thing:
    operation = _write("Read the cards in a picture", {}, {200: _SEEN})
    operation["requestBody"] = {"required": True, "content": {"multipart/form-data": {"schema": _PICTURE}}}
    return operation


def _events() -> Thing:
    operation = _read("Server-Sent Events: STATE now and after every change", _TEXT, missing=True)
    operation["responses"]["200"] = _answer(_EVENT, "text/event-stream")
    last = {"name": "Last-Event-ID", "in": "header", "schema": _TEXT, "description": "the version seen last"}
    operation["parameters"] = [last]
    return operation


def _counted() -> Thing:
    operation = _read("What is counted, for Prometheus: for the host and this machine only", _TEXT, kind="text/plain")
    operation["responses"] |= _errors(401)
    return operation


def _link() -> Thing:
    link: Thing = {"type": "object", "required": ["url"], "properties": {"url": _TEXT, "code": _TEXT, "token": _TEXT}}
    answers = {"201": _answer(link), **_errors(401, 403, 413)}
    return {"summary": "A link for one more host", "security": [{"host": []}], "responses": answers}


def _answer(schema: Thing, kind: str = "application/json") -> Thing:
    return {"description": "done", "content": {kind: {"schema": schema}}}


_WHY = {
    400: "malformed",
    401: "only the host may",
    403: "another site's page asked",
    404: "no such game",
    405: "not with this method",
    409: "the game has gone on",
    413: "too large",
    422: "the rules refuse it",
    429: "too many requests",
    503: "the disk does not take it",
}


def _errors(*more: int) -> Thing:
    reference = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {str(k): {"description": _WHY[k], "content": reference} for k in sorted({400, 405, 429, 503, *more})}
