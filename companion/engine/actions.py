"""What somebody says they do: a verb and its fields, in the imperative. It may be refused.

Each game lists its verbs and the shape of their fields (`FieldType`), from which the description of the interface for
programs is made as well; `read` turns one JSON object into an `Action` or
says in a sentence what is malformed. Whether the action is *allowed* is the judge's business, not this file's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, cast


class Malformed(ValueError):
    """The thing handed in is not an action at all. `key` and `blanks` name the sentence that says why."""

    def __init__(self, key: str, /, **blanks: object) -> None:
        super().__init__(key)
        self.key = key
        self.blanks = blanks


@dataclass(frozen=True, slots=True)
class Action:
    """One thing somebody says they do."""

    verb: str
    said: Mapping[str, object]

    @property
    def player(self) -> str:
        """Player who acts; empty where none is named."""
        who = self.said.get("player")
        return who if isinstance(who, str) else ""

    def text(self, key: str) -> str:
        """Return a text field; empty where it is missing or null."""
        value = self.said.get(key)
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> int:
        """Return a whole number; 0 where the field is missing."""
        value = self.said.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def names(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; empty where the field is missing."""
        value = self.said.get(key)
        return tuple(cast("list[str]", value)) if isinstance(value, list | tuple) else ()

    def table(self, key: str) -> Mapping[str, object]:
        """Return a field that is a table of its own; empty where it is missing."""
        value = self.said.get(key)
        return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}

    def json(self) -> dict[str, object]:
        """Return the JSON object the action was read from."""
        return {"action": self.verb, **self.said}


Schema = Mapping[str, object]
"""A JSON Schema (2020-12), as the description of the interface has it."""


@dataclass(frozen=True, slots=True)
class FieldType:
    """Type of a field. Called with a value it returns that value cleaned, or raises `Malformed`.

    `schema` describes it to programs. What the schema lets pass and `clean` does not, no JSON Schema can express.
    """

    clean: Callable[[object], object]
    schema: Schema

    def __call__(self, value: object) -> object:
        return self.clean(value)


@dataclass(frozen=True, slots=True)
class ActionType:
    """One thing that can be said: its fields with their shapes, those that must be there, and whose it is to say.

    `said_by`: a `seat` says its own move, whoever sits there named as `player`; everything else the `table` says.
    """

    name: str
    fields: Mapping[str, FieldType]
    required: tuple[str, ...] = ()
    said_by: Literal["seat", "table"] = "table"

    @property
    def schema(self) -> Schema:
        """The action as JSON; fields it does not know are passed over."""
        return {
            "type": "object",
            "required": ["action", *self.required],
            "properties": {"action": {"const": self.name}, **{key: one.schema for key, one in self.fields.items()}},
        }


def clean_name(text: str) -> str:
    """Normalise a name or slug for comparison: NFC, trimmed."""
    return unicodedata.normalize("NFC", text).strip()


def whole(said: str, digits: int = 9) -> int | None:
    """Parse a whole number of plain digits, at most `digits` of them; return None for any other text."""
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= digits else None


def _text(value: object) -> object:
    if value is None or isinstance(value, str):
        return clean_name(value) if value else value
    raise Malformed("malformed.text")


text = FieldType(_text, {"type": ["string", "null"]})
"""A text, or null."""


def never_null(inner: FieldType) -> FieldType:
    """Forbid null for a type that allows it."""

    def clean(value: object) -> object:
        if value is None:
            raise Malformed("malformed.text")
        return inner(value)

    return FieldType(clean, _without_null(inner.schema))


def optional(inner: FieldType) -> FieldType:
    """Allow null beside a type."""
    more = {"enum": [*cast("list[object]", inner.schema["enum"]), None]} if "enum" in inner.schema else {}
    types = [*(kind for kind in _types(inner.schema) if kind != "null"), "null"]
    return FieldType(lambda value: None if value is None else inner(value), {**inner.schema, "type": types, **more})


def number(least: int, most: int) -> FieldType:
    """Make the type of whole numbers from `least` to `most`."""

    def clean(value: object) -> object:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Malformed("malformed.number")
        if not least <= value <= most:
            raise Malformed("malformed.range", least=least, most=most)
        return value

    return FieldType(clean, {"type": "integer", "minimum": least, "maximum": most})


def one_of(*values: str) -> FieldType:
    """One of these texts."""

    def clean(value: object) -> object:
        if not isinstance(value, str) or value not in values:
            raise Malformed("malformed.value", values=", ".join(values))
        return value

    return FieldType(clean, {"type": "string", "enum": list(values)})


def _only(kinds: type | tuple[type, ...], fault: str, **blanks: str) -> Callable[[object], object]:
    """Make the reading of values of these kinds, as they are."""

    def read(value: object) -> object:
        if isinstance(value, kinds):
            return value
        raise Malformed(fault, **blanks)

    return read


truth = FieldType(_only(bool, "malformed.value", values="true, false"), {"type": "boolean"})
"""Yes or no."""


def list_of(inner: FieldType, most: int | None = None) -> FieldType:
    """Make the type of lists of `inner`, without null, and with at most `most` items where that is given."""

    def clean(value: object) -> object:
        if not isinstance(value, list):
            raise Malformed("malformed.list")
        if any(item is None for item in value):
            raise Malformed("malformed.text")
        cleaned = [inner(item) for item in value]
        if most is not None and len(cleaned) > most:
            raise Malformed("malformed.range", least=0, most=most)
        return cleaned

    limit = {} if most is None else {"maxItems": most}
    return FieldType(clean, {"type": "array", "items": _without_null(inner.schema), **limit})


def so_many(count: int, inner: FieldType, fault: str, **blanks: object) -> FieldType:
    """Make the type of lists of exactly `count` items; `fault` and `blanks` are the sentence for any other list."""
    any_number = list_of(inner)

    def clean(value: object) -> object:
        cleaned = any_number(value)
        if len(cast("list[object]", cleaned)) != count:
            raise Malformed(fault, **blanks)
        return cleaned

    return FieldType(clean, {**any_number.schema, "minItems": count, "maxItems": count})


def table_of(inner: FieldType) -> FieldType:
    """Make the type of tables from names to `inner`."""

    def clean(value: object) -> object:
        if not isinstance(value, dict):
            raise Malformed("malformed.table")
        return {clean_name(str(key)): inner(item) for key, item in value.items()}

    return FieldType(clean, {"type": "object", "additionalProperties": inner.schema})


def fields_of(**shapes: FieldType) -> FieldType:
    """Make the type of tables in which each key has its own type; other keys are malformed."""

    def clean(value: object) -> object:
        if not isinstance(value, dict):
            raise Malformed("malformed.table")
        unknown = next((str(key) for key in value if key not in shapes), None)
        if unknown is not None:
            raise Malformed("malformed.key", key=unknown, keys=", ".join(shapes))
        return {key: shapes[key](item) for key, item in value.items()}

    properties = {key: one.schema for key, one in shapes.items()}
    return FieldType(clean, {"type": "object", "properties": properties, "additionalProperties": False})


def record_of(**shapes: FieldType) -> FieldType:
    """Make the type of tables with exactly these keys, each with its own type."""
    fields = fields_of(**shapes)

    def clean(value: object) -> object:
        cleaned = cast("dict[str, object]", fields(value))
        for key in shapes:
            if key not in cleaned:
                raise Malformed("malformed.missing", field=key)
        return cleaned

    return FieldType(clean, {**fields.schema, "required": list(shapes)})


setting = FieldType(_only((bool, int, str), "malformed.setting"), {"type": ["boolean", "integer", "string"]})
"""An answer to a house question: yes or no, a whole number, or a text."""


def _types(schema: Schema) -> list[str]:
    kind = schema["type"]
    return [kind] if isinstance(kind, str) else [str(one) for one in cast("list[str]", kind)]


def _without_null(schema: Schema) -> Schema:
    kinds = [kind for kind in _types(schema) if kind != "null"]
    rest = [value for value in cast("list[object]", schema.get("enum", [])) if value is not None]
    return {**schema, "type": kinds[0] if len(kinds) == 1 else kinds, **({"enum": rest} if rest else {})}


def read(verbs: Mapping[str, ActionType], thing: object) -> Action:
    """Parse a JSON value as an action. Raise `Malformed` with the field and what is wrong with it."""
    if not isinstance(thing, dict):
        raise Malformed("malformed.object")
    name = thing.get("action")
    verb = verbs.get(name) if isinstance(name, str) else None
    if verb is None:
        shown = name if isinstance(name, str) else type(name).__name__
        raise Malformed("malformed.action", action=shown[:60], verbs=", ".join(verbs))
    said: dict[str, object] = {}
    for key, shape in verb.fields.items():
        if key not in thing:
            if key in verb.required:
                raise Malformed("malformed.missing", field=key)
            continue
        try:
            said[key] = shape(thing[key])
        except Malformed as fault:
            path = fault.blanks.pop("field", None)
            field = f"{key}.{path}" if path else key
            raise Malformed(fault.key, field=field, **fault.blanks) from None
    return Action(verb.name, said)
