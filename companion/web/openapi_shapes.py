"""The shapes of what is sent and answered, as the description of the interface names them (JSON Schema)."""

from __future__ import annotations

from typing import Any

Thing = dict[str, Any]

TEXT: Thing = {"type": "string"}
NUMBER: Thing = {"type": "integer", "minimum": 1}
NAMED: Thing = {"type": ["string", "null"]}
VERSION: Thing = {
    "type": ["integer", "null"],
    "minimum": 1,
    "maximum": 2**31,
    "description": "the version the speaker saw; 409 if it is no longer",
}
ACTION_ID: Thing = {
    "type": ["string", "null"],
    "minLength": 1,
    "maxLength": 100,
    "pattern": r"^[\x21-\x7e]+$",
    "description": "the same id again changes nothing and gets the same answer",
}
STATE: Thing = {
    "type": "object",
    "required": ["game", "status", "version"],
    "properties": {"game": TEXT, "status": TEXT, "version": NUMBER},
    "description": "the public state; its other keys are the game's",
}
ERROR: Thing = {
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
SETUP: Thing = {
    "type": "object",
    "required": ["game", "players"],
    "properties": {
        "playthrough": {"type": "integer", "const": 1},
        "game": TEXT,
        "deck": NAMED,
        "players": {"type": "array", "items": TEXT, "description": "clockwise"},
        "first": {"type": ["string", "null"], "description": "who begins; the first of the players if left out"},
        "options": {"type": ["object", "null"], "additionalProperties": {"type": ["string", "integer", "boolean"]}},
        "house": {"type": ["string", "null"], "maxLength": 500, "description": "house rules in the table's own words"},
        "via": NAMED,
    },
}
ACTION: Thing = {
    "type": "object",
    "required": ["action"],
    "properties": {"action": TEXT, "version": VERSION, "action_id": ACTION_ID, "via": NAMED},
    "description": "the other fields are the verb's",
}
RETURN: Thing = {
    "type": "object",
    "required": ["to"],
    "properties": {"to": {**NUMBER, "maximum": 2**31}, "version": VERSION, "action_id": ACTION_ID, "via": NAMED},
}
LABEL: Thing = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": False,
    "properties": {"name": {"type": "string", "description": "up to 80 characters"}, "archived": {"type": "boolean"}},
}
LISTED: Thing = {
    "type": "object",
    "required": ["id", "game", "players", "status", "version", "archived"],
    "properties": {
        "id": TEXT,
        "game": TEXT,
        "name": TEXT,
        "players": {"type": "array", "items": TEXT},
        "status": TEXT,
        "version": NUMBER,
        "opened": TEXT,
        "changed": TEXT,
        "archived": {"type": "boolean"},
    },
}
TOLD: Thing = {
    "type": "object",
    "required": ["version", "at", "text", "undone"],
    "properties": {"version": NUMBER, "at": TEXT, "text": TEXT, "undone": {"type": "boolean"}},
}
OPENED: Thing = {
    "type": "object",
    "required": ["id", "state"],
    "properties": {"id": TEXT, "state": STATE, "new": {"type": "boolean"}},
}
HEALTH: Thing = {
    "type": "object",
    "required": ["status", "version"],
    "properties": {"status": {"const": "ok"}, "version": TEXT, "notices": {"type": "array", "items": TEXT}},
}
POINTS: Thing = {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}
SEEN: Thing = {
    "type": "object",
    "required": ["image", "cards", "unknown", "ms"],
    "properties": {
        "image": {**TEXT, "description": "the name of the picture"},
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["copy", "slug", "payload", "corners"],
                "properties": {"copy": TEXT, "slug": TEXT, "payload": TEXT, "corners": POINTS},
            },
        },
        "unknown": {"type": "array", "items": TEXT, "description": "payloads that are no card of the decks asked for"},
        "unread": {"type": "array", "items": POINTS, "description": "tags seen that could not be read"},
        "notes": {"type": "array", "items": TEXT},
        "ms": {"type": "number"},
    },
}
PICTURE: Thing = {
    "type": "object",
    "required": ["image"],
    "properties": {
        "image": {"type": "string", "format": "binary", "description": "JPEG, PNG or WebP; it is kept nowhere"},
        "game": {**TEXT, "description": "the game this companion is for, if left out"},
        "deck": {"type": "array", "items": TEXT, "description": "the letters of the printed decks; 00 if left out"},
    },
}
EVENT: Thing = {
    "type": "object",
    "required": ["id", "event", "data"],
    "properties": {"id": TEXT, "event": {"const": "state"}, "data": {**TEXT, "description": "STATE as JSON"}},
}
LANG: Thing = {"name": "lang", "in": "query", "schema": TEXT, "description": "es or en; else as Accept-Language says"}
AT: Thing = {
    "name": "at",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "description": "the state after this entry",
}
AFTER: Thing = {**AT, "name": "after", "schema": {**AT["schema"], "minimum": 0}, "description": "only later lines"}
GAME: Thing = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
SEAT: Thing = {
    "name": "seat",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 99},
    "description": "the number of the seat, in the order of the players",
}
NOTE: Thing = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {**TEXT, "minLength": 1, "maxLength": 2000}},
}
TOLD_SEAT: Thing = {
    "type": "object",
    "required": ["told"],
    "properties": {"told": {"type": "boolean", "description": "whether the seat has a phone"}},
}
JUST_STATE: Thing = {"type": "object", "required": ["state"], "properties": {"state": STATE}}
FOUND: Thing = {
    "type": "object",
    "required": ["verdict", "rules", "needs", "public", "private"],
    "properties": {
        "verdict": {"enum": ["legal", "illegal", "undetermined"]},
        "rules": {"type": "array", "items": TEXT},
        "needs": {"type": "array", "items": TEXT},
        "public": {**TEXT, "description": "all that the table may hear"},
        "private": {**TEXT, "description": "for those whose cards were shown"},
    },
    "description": "the answer to a check",
}
