"""What somebody says they do: a verb and its fields, in the imperative. It may be refused.

Each game lists its verbs and the shape of their fields (`Shape`); `read` turns one JSON object into an `Action` or
says in a sentence what is malformed. Whether the action is *allowed* is the judge's business, not this file's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast


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
        """Who acts; empty where nobody is named."""
        return self.text("player")

    def text(self, key: str) -> str:
        """A field that is a text; empty where it is missing or null."""
        value = self.said.get(key)
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> int:
        """A field that is a whole number; 0 where it is missing."""
        value = self.said.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def names(self, key: str) -> tuple[str, ...]:
        """A field that is a list of texts; empty where it is missing."""
        value = self.said.get(key)
        return tuple(cast("list[str]", value)) if isinstance(value, list | tuple) else ()

    def table(self, key: str) -> Mapping[str, object]:
        """A field that is a table of its own; empty where it is missing."""
        value = self.said.get(key)
        return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}

    def json(self) -> dict[str, object]:
        """The action as the JSON object it was read from."""
        return {"action": self.verb, **self.said}


Shape = Callable[[object], object]
"""Takes a field's value and gives it back cleaned, or raises `Malformed`."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that can be said: its fields with their shapes, and those that must be there."""

    name: str
    fields: Mapping[str, Shape]
    required: tuple[str, ...] = ()


def clean_name(text: str) -> str:
    """A name or slug as it is compared: NFC, trimmed."""
    return unicodedata.normalize("NFC", text).strip()


def whole(said: str, digits: int = 9) -> int | None:
    """The whole number a text writes in plain digits, no more than so many; None for any other text."""
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= digits else None


def text(value: object) -> object:
    """A text, or null."""
    if value is None or isinstance(value, str):
        return clean_name(value) if value else value
    raise Malformed("malformed.text")


def number(least: int, most: int) -> Shape:
    """A whole number from `least` to `most`."""

    def shape(value: object) -> object:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Malformed("malformed.number")
        if not least <= value <= most:
            raise Malformed("malformed.range", least=least, most=most)
        return value

    return shape


def one_of(*values: str) -> Shape:
    """One of these texts."""

    def shape(value: object) -> object:
        if not isinstance(value, str) or value not in values:
            raise Malformed("malformed.value", values=", ".join(values))
        return value

    return shape


def list_of(inner: Shape) -> Shape:
    """A list of things of one shape, none of them null."""

    def shape(value: object) -> object:
        if not isinstance(value, list):
            raise Malformed("malformed.list")
        if any(item is None for item in value):
            raise Malformed("malformed.text")
        return [inner(item) for item in value]

    return shape


def table_of(inner: Shape) -> Shape:
    """A table from names to things of one shape."""

    def shape(value: object) -> object:
        if not isinstance(value, dict):
            raise Malformed("malformed.table")
        return {clean_name(str(key)): inner(item) for key, item in value.items()}

    return shape


def fields_of(**shapes: Shape) -> Shape:
    """A table of which each key has its own shape; other keys are malformed."""

    def shape(value: object) -> object:
        if not isinstance(value, dict):
            raise Malformed("malformed.table")
        unknown = next((str(key) for key in value if key not in shapes), None)
        if unknown is not None:
            raise Malformed("malformed.key", key=unknown, keys=", ".join(shapes))
        return {key: shapes[key](item) for key, item in value.items()}

    return shape


def setting(value: object) -> object:
    """An answer to a house question: yes or no, a whole number, or a text."""
    if isinstance(value, bool | int | str):
        return value
    raise Malformed("malformed.setting")


def maybe(inner: Shape) -> Shape:
    """The shape, or null."""
    return lambda value: None if value is None else inner(value)


def read(verbs: Mapping[str, Verb], thing: object) -> Action:
    """The action a JSON value stands for; raises `Malformed` with the field and what is wrong with it."""
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
