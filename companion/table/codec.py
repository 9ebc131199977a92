"""Facts as JSON and back. The kind is the class name; a place is `[kind, name]`."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from typing import cast, get_args

from companion.table import facts as f
from companion.table.places import Kind, Place

_KINDS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(f.Fact)}
_FIELDS: Mapping[str, tuple[str, ...]] = {
    name: tuple(field.name for field in dataclasses.fields(kind)) for name, kind in _KINDS.items()
}


def dump(fact: f.Fact) -> dict[str, object]:
    """A fact as a JSON object."""
    name = type(fact).__name__
    return {"fact": name, **{key: _plain(getattr(fact, key)) for key in _FIELDS[name]}}


def load(thing: Mapping[str, object]) -> f.Fact:
    """The fact a JSON object stands for; raises ValueError for what is none."""
    try:
        name = str(thing["fact"])
        return cast(f.Fact, _KINDS[name](**{k: _value(k, thing[k]) for k in _FIELDS[name] if k in thing}))
    except (KeyError, TypeError) as fault:
        raise ValueError(f"not a fact: {fault}") from fault


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping | types.MappingProxyType):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _value(key: str, value: object) -> object:
    if key in ("source", "target"):
        kind, name = cast("list[object]", value)
        return Place(cast(Kind, kind), cast("str | int", name))
    return _frozen(value)


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return value
