"""The interface described for programs (OpenAPI 3.1), built from one table of its calls."""

from __future__ import annotations

from companion import __version__
from companion.web.openapi_shapes import (
    ACTION,
    AFTER,
    AT,
    ERROR,
    EVENT,
    FOUND,
    GAME,
    HEALTH,
    JUST_STATE,
    LABEL,
    LANG,
    LISTED,
    NOTE,
    OPENED,
    PICTURE,
    RETURN,
    SEAT,
    SEEN,
    SETUP,
    STATE,
    TEXT,
    TOLD,
    TOLD_SEAT,
    Thing,
)


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
            "schemas": {"State": STATE, "Error": ERROR},
        },
        "paths": {
            "/api/health": {"get": _read("Whether the service runs", HEALTH, LANG)},
            "/api/metrics": {"get": _counted()},
            "/api/openapi.json": {"get": _read("This description", {"type": "object"})},
            "/api/games": {
                "get": _read("Every game, the one changed last first", {"type": "array", "items": LISTED}),
                "post": _write("Open a game", SETUP, {201: OPENED}, 422),
            },
            "/api/import": {"post": _import()},
            "/api/scan": {"post": _scan()},
            "/api/games/{game}": {
                "parameters": [GAME],
                "get": _state(),
                "patch": _write("Name a game, put it away or back", LABEL, {200: LISTED}, 404),
            },
            "/api/games/{game}/actions": {
                "parameters": [GAME],
                "post": _write("Say an action", ACTION, {200: {"anyOf": [JUST_STATE, FOUND]}}, 404, 409, 422),
            },
            "/api/games/{game}/return": {
                "parameters": [GAME],
                "post": _write("Return to where the table was after an entry", RETURN, {200: JUST_STATE}, 404, 409),
            },
            "/api/games/{game}/log": {
                "parameters": [GAME],
                "get": _read("The public log", {"type": "array", "items": TOLD}, LANG, AFTER, missing=True),
            },
            "/api/games/{game}/playthrough": {
                "parameters": [GAME],
                "get": _read("The playthrough file", TEXT, kind="application/jsonl", missing=True),
            },
            "/api/games/{game}/markdown": {
                "parameters": [GAME],
                "get": _read("The log as Markdown", TEXT, LANG, kind="text/markdown", missing=True),
            },
            "/api/games/{game}/record": {
                "parameters": [GAME],
                "get": _read("The whole record", {"type": "object"}, missing=True),
            },
            "/api/games/{game}/seats/{seat}/private": {
                "parameters": [GAME, SEAT],
                "post": _write("Tell one seat alone something", NOTE, {200: TOLD_SEAT}, 404),
            },
            "/api/games/{game}/events": {"parameters": [GAME], "get": _events()},
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
        "parameters": [LANG],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {**{str(k): _answer(v) for k, v in good.items()}, **_errors(401, 403, 413, *errors)},
    }


def _state() -> Thing:
    operation = _read("The state of a game", STATE, AT, missing=True)
    operation["responses"]["304"] = {"description": "nothing has changed since (`If-None-Match`)"}
    return operation


def _import() -> Thing:
    operation = _write("Take in a record or a playthrough", {}, {200: OPENED, 201: OPENED}, 409, 422)
    anything: Thing = {"schema": {"type": "string"}}
    operation["requestBody"] = {"required": True, "content": {"text/plain": anything}}
    return operation


def _scan() -> Thing:
    operation = _write("Read the cards in a picture", {}, {200: SEEN})
    operation["requestBody"] = {"required": True, "content": {"multipart/form-data": {"schema": PICTURE}}}
    return operation


def _events() -> Thing:
    operation = _read("Server-Sent Events: STATE now and after every change", TEXT, missing=True)
    operation["responses"]["200"] = _answer(EVENT, "text/event-stream")
    last = {"name": "Last-Event-ID", "in": "header", "schema": TEXT, "description": "the version seen last"}
    operation["parameters"] = [last]
    return operation


def _counted() -> Thing:
    operation = _read("What is counted, for Prometheus: for the host and this machine only", TEXT, kind="text/plain")
    operation["responses"] |= _errors(401)
    return operation


def _link() -> Thing:
    link: Thing = {"type": "object", "required": ["url"], "properties": {"url": TEXT, "code": TEXT, "token": TEXT}}
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
