"""The shapes of what is sent and answered in any game, as the description of the interface has them (JSON Schema).

A description that begins with @ is the key of a sentence in the words of the interface.
"""

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
    "description": "@fields.version",
}
ACTION_ID: Thing = {
    "type": ["string", "null"],
    "minLength": 1,
    "maxLength": 100,
    "pattern": r"^[\x21-\x7e]+$",
    "description": "@fields.action_id",
}
VIA: Thing = {**NAMED, "description": "@fields.via"}
BESIDE: dict[str, Thing] = {
    key: {"$ref": f"#/components/schemas/{name}"}
    for key, name in {"version": "Version", "action_id": "ActionId", "via": "Via"}.items()
}
"""What goes with every action, whatever the game."""
STATE: Thing = {"$ref": "#/components/schemas/State"}
ERROR: Thing = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "message": {**TEXT, "description": "@fields.message"},
        "version": {"type": "integer", "description": "@state.version"},
        "line": {"type": "integer", "description": "@fields.line"},
    },
}
ANSWERED: Thing = {
    "type": "object",
    "required": ["rule", "message"],
    "properties": {
        "rule": {**TEXT, "description": "@fields.rule"},
        "message": {**TEXT, "description": "@fields.message"},
        "where": {**TEXT, "description": "@fields.where"},
    },
}
"""What is answered to something the rules refuse; each game says which rules it has."""
SETUP: Thing = {
    "type": "object",
    "required": ["game", "players"],
    "properties": {
        "playthrough": {"type": "integer", "const": 1, "description": "@fields.playthrough"},
        "game": TEXT,
        "deck": {**NAMED, "description": "@fields.deck"},
        "players": {"type": "array", "items": TEXT},
        "first": {"type": ["string", "null"], "description": "@fields.first"},
        "options": {
            "type": ["object", "null"],
            "additionalProperties": {"type": ["string", "integer", "boolean"]},
            "description": "@fields.options",
        },
        "house": {"type": ["string", "null"], "maxLength": 500, "description": "@fields.house"},
        "first_evening": {"type": ["boolean", "null"], "description": "@fields.first_evening"},
        "via": VIA,
    },
}
RETURN: Thing = {
    "type": "object",
    "required": ["to"],
    "properties": {
        "to": {**NUMBER, "maximum": 2**31, "description": "@fields.to"},
        **BESIDE,
    },
}
LABEL: Thing = {
    "type": "object",
    "minProperties": 1,
    "properties": {
        "name": {"type": "string", "description": "@fields.name"},
        "archived": {"type": "boolean", "description": "@fields.archived"},
    },
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
    "properties": {
        "id": {**TEXT, "description": "@fields.id"},
        "state": STATE,
        "new": {"type": "boolean", "description": "@fields.new"},
    },
}
HEALTH: Thing = {
    "type": "object",
    "required": ["status", "version"],
    "properties": {"status": {"const": "ok"}, "version": TEXT, "notices": {"type": "array", "items": TEXT}},
}
READY: Thing = {
    "type": "object",
    "required": ["status"],
    "properties": {"status": {"enum": ["ready", "away"]}, "message": TEXT},
}
POINTS: Thing = {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}
SEEN: Thing = {
    "type": "object",
    "required": ["image", "cards", "unknown", "ms"],
    "properties": {
        "image": TEXT,
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["copy", "slug", "payload", "corners"],
                "properties": {"copy": TEXT, "slug": TEXT, "payload": TEXT, "corners": POINTS},
            },
        },
        "unknown": {"type": "array", "items": TEXT, "description": "@fields.unknown"},
        "unread": {"type": "array", "items": POINTS, "description": "@fields.unread"},
        "notes": {"type": "array", "items": TEXT},
        "ms": {"type": "number"},
    },
}
PICTURE: Thing = {
    "type": "object",
    "required": ["image"],
    "properties": {
        "image": {"type": "string", "format": "binary", "description": "@fields.image"},
        "game": {**TEXT, "description": "@fields.game"},
        "deck": {"type": "array", "items": TEXT, "description": "@fields.letters"},
    },
}
EVENT: Thing = {
    "type": "object",
    "required": ["id", "event", "data"],
    "properties": {"id": TEXT, "event": {"const": "state"}, "data": {**TEXT, "description": "@fields.data"}},
}
LANG: Thing = {"name": "lang", "in": "query", "schema": TEXT, "description": "@fields.lang"}
AT: Thing = {
    "name": "at",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "description": "@fields.at",
}
AFTER: Thing = {**AT, "name": "after", "schema": {**AT["schema"], "minimum": 0}, "description": "@fields.after"}
LIMIT: Thing = {
    "name": "limit",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    "description": "@fields.limit",
}
BEFORE: Thing = {
    "name": "before",
    "in": "query",
    "schema": {"type": "string", "maxLength": 120, "pattern": "^[ -~]*$"},
    "description": "@fields.before",
}
GAME: Thing = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
SEAT: Thing = {
    "name": "seat",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 99},
    "description": "@fields.seat",
}
NOTE: Thing = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {**TEXT, "minLength": 1, "maxLength": 2000, "description": "@fields.text"}},
}
TOLD_SEAT: Thing = {
    "type": "object",
    "required": ["told"],
    "properties": {"told": {"type": "boolean", "description": "@fields.told"}},
}
JUST_STATE: Thing = {"type": "object", "required": ["state"], "properties": {"state": STATE}}
FOUND: Thing = {
    "type": "object",
    "required": ["verdict", "rules", "needs", "public", "private"],
    "properties": {
        "verdict": {"enum": ["legal", "illegal", "undetermined"], "description": "@fields.verdict"},
        "rules": {"type": "array", "items": TEXT},
        "needs": {"type": "array", "items": TEXT, "description": "@fields.needs"},
        "public": {**TEXT, "description": "@fields.public"},
        "private": {**TEXT, "description": "@fields.private"},
    },
}
