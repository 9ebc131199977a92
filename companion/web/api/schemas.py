"""The shapes of what is sent and answered in any game, as the description of the interface has them (JSON Schema).

A description that begins with @ is the key of a sentence in the words of the interface.
"""

from __future__ import annotations

from typing import Any

Thing = dict[str, Any]


def thing(required: str, /, **properties: Thing) -> Thing:
    """Return the shape of an object; `required`: the names of what it always has."""
    return {"type": "object", "required": required.split(), "properties": properties}


def told(shape: Thing, description: str) -> Thing:
    """Return a shape with its description."""
    return {**shape, "description": description}


def several(shape: Thing) -> Thing:
    """Return the shape of a list of such things."""
    return {"type": "array", "items": shape}


def asked(name: str, shape: Thing, description: str) -> Thing:
    """Return a parameter of the query."""
    return {"name": name, "in": "query", "schema": shape, "description": description}


TEXT: Thing = {"type": "string"}
WHOLE: Thing = {"type": "integer"}
NUMBER: Thing = {"type": "integer", "minimum": 1}
FLAG: Thing = {"type": "boolean"}
TEXTS: Thing = several(TEXT)
NAMED: Thing = {"type": ["string", "null"]}
VERSION: Thing = told({"type": ["integer", "null"], "minimum": 1, "maximum": 2**31}, "@fields.version")
ACTION_ID: Thing = told({**NAMED, "minLength": 1, "maxLength": 100, "pattern": r"^[\x21-\x7e]+$"}, "@fields.action_id")
VIA: Thing = told(NAMED, "@fields.via")
BESIDE: dict[str, Thing] = {
    key: {"$ref": f"#/components/schemas/{name}"}
    for key, name in {"version": "Version", "action_id": "ActionId", "via": "Via"}.items()
}
"""What goes with every action, whatever the game."""
STATE: Thing = {"$ref": "#/components/schemas/State"}
ERROR: Thing = thing(
    "message",
    message=told(TEXT, "@fields.message"),
    version=told(WHOLE, "@state.version"),
    line=told(WHOLE, "@fields.line"),
)
ANSWERED: Thing = thing(
    "rule message",
    rule=told(TEXT, "@fields.rule"),
    message=told(TEXT, "@fields.message"),
    where=told(TEXT, "@fields.where"),
)
"""What is answered to something the rules refuse; each game says which rules it has."""
OPTIONS: Thing = {"type": ["object", "null"], "additionalProperties": {"type": ["string", "integer", "boolean"]}}
SETUP: Thing = thing(
    "game players",
    playthrough=told({"type": "integer", "const": 1}, "@fields.playthrough"),
    game=TEXT,
    deck=told(NAMED, "@fields.deck"),
    players=TEXTS,
    first=told(NAMED, "@fields.first"),
    options=told(OPTIONS, "@fields.options"),
    house=told({**NAMED, "maxLength": 500}, "@fields.house"),
    first_evening=told({"type": ["boolean", "null"]}, "@fields.first_evening"),
    via=VIA,
)
RETURN: Thing = thing("to", to=told({**NUMBER, "maximum": 2**31}, "@fields.to"), **BESIDE)
LABEL: Thing = {
    "type": "object",
    "minProperties": 1,
    "properties": {"name": told(TEXT, "@fields.name"), "archived": told(FLAG, "@fields.archived")},
}
LISTED: Thing = thing(
    "id game players status version archived",
    id=TEXT,
    game=TEXT,
    name=TEXT,
    players=TEXTS,
    status=TEXT,
    version=NUMBER,
    opened=TEXT,
    changed=TEXT,
    archived=FLAG,
)
TOLD: Thing = thing("version at text undone", version=NUMBER, at=TEXT, text=TEXT, undone=FLAG)
OPENED: Thing = thing("id state", id=told(TEXT, "@fields.id"), state=STATE, new=told(FLAG, "@fields.new"))
HEALTH: Thing = thing("status version", status={"const": "ok"}, version=TEXT, notices=TEXTS)
READY: Thing = thing("status", status={"enum": ["ready", "away"]}, message=TEXT)
POINTS: Thing = several(several({"type": "number"}))
SEEN: Thing = thing(
    "image cards unknown ms",
    image=TEXT,
    cards=several(thing("copy slug payload corners", copy=TEXT, slug=TEXT, payload=TEXT, corners=POINTS)),
    unknown=told(TEXTS, "@fields.unknown"),
    unread=told(several(POINTS), "@fields.unread"),
    notes=TEXTS,
    ms={"type": "number"},
)
PICTURE: Thing = thing(
    "image",
    image=told({**TEXT, "format": "binary"}, "@fields.image"),
    game=told(TEXT, "@fields.game"),
    deck=told(TEXTS, "@fields.letters"),
)
EVENT: Thing = thing("id event data", id=TEXT, event={"const": "state"}, data=told(TEXT, "@fields.data"))
LANG: Thing = asked("lang", TEXT, "@fields.lang")
AT: Thing = asked("at", {**NUMBER, "maximum": 999_999_999}, "@fields.at")
AFTER: Thing = asked("after", {"type": "integer", "minimum": 0, "maximum": 999_999_999}, "@fields.after")
LIMIT: Thing = asked("limit", {**NUMBER, "maximum": 999_999_999}, "@fields.limit")
BEFORE: Thing = asked("before", {**TEXT, "maxLength": 120, "pattern": "^[ -~]*$"}, "@fields.before")
GAME: Thing = {"name": "game", "in": "path", "required": True, "schema": {**TEXT, "minLength": 1}}
SEAT: Thing = {
    "name": "seat",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 99},
    "description": "@fields.seat",
}
NOTE: Thing = thing("text", text=told({**TEXT, "minLength": 1, "maxLength": 2000}, "@fields.text"))
TOLD_SEAT: Thing = thing("told", told=told(FLAG, "@fields.told"))
JUST_STATE: Thing = thing("state", state=STATE)
FOUND: Thing = thing(
    "verdict rules needs public private",
    verdict=told({"enum": ["legal", "illegal", "undetermined"]}, "@fields.verdict"),
    rules=TEXTS,
    needs=told(TEXTS, "@fields.needs"),
    public=told(TEXT, "@fields.public"),
    private=told(TEXT, "@fields.private"),
)
