"""Facts as JSON and back. The kind is the class name; a place is `[kind, name]`. What is seldom said stands last, and
only where it says something."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import cast, get_args

from companion.engine import facts as f
from companion.engine.places import Kind, Place

_KINDS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(f.Fact)}
_FIELDS: Mapping[str, tuple[str, ...]] = {
    name: tuple(one.name for one in dataclasses.fields(kind) if "seldom" not in one.metadata)
    for name, kind in _KINDS.items()
}
_SELDOM: Mapping[str, Mapping[str, object]] = {
    name: {one.name: one.default for one in dataclasses.fields(kind) if "seldom" in one.metadata}
    for name, kind in _KINDS.items()
}
_WRITTEN: Mapping[str, tuple[str, ...]] = {name: ("fact", *fields) for name, fields in _FIELDS.items()}
_PLAIN = frozenset({str, int, float, bool, type(None)})
"""What is the same in JSON and in a fact."""
_PUT: Mapping[str, tuple[Callable[[object, object], None], ...]] = {
    name: tuple(kind.__dict__[field].__set__ for field in (*_FIELDS[name], *_SELDOM[name]))
    for name, kind in _KINDS.items()
}
_REST = {name: tuple(seldom.values()) for name, seldom in _SELDOM.items()}
_place = lru_cache(maxsize=4096, typed=True)(Place)


def dump(fact: f.Fact) -> dict[str, object]:
    """A fact as a JSON object."""
    name = type(fact).__name__
    said = {"fact": name, **{key: _plain(getattr(fact, key)) for key in _FIELDS[name]}}
    for key, usual in _SELDOM[name].items():
        if getattr(fact, key) != usual:
            said[key] = _plain(getattr(fact, key))
    return said


def load(thing: Mapping[str, object]) -> f.Fact:
    """The fact a JSON object stands for; raises ValueError for what is none."""
    try:
        name = cast(str, thing["fact"])
        if _WRITTEN[name] == tuple(thing):  # as `dump` writes it: whoever reads a game has hundreds of them
            values = [one if type(one) in _PLAIN else _value(key, one) for key, one in thing.items()]
            del values[0]  # its kind
            return _made(name, values)
        keys = (*_FIELDS[name], *_SELDOM[name])
        return cast(f.Fact, _KINDS[name](**{k: _value(k, thing[k]) for k in keys if k in thing}))
    except (KeyError, TypeError) as fault:
        raise ValueError(f"not a fact: {fault}") from fault


def _made(name: str, values: Sequence[object]) -> f.Fact:
    """What calling the class with these values gives, in half of the time."""
    new: object = object.__new__(_KINDS[name])
    for put, value in zip(_PUT[name], (*values, *_REST[name]), strict=True):
        put(new, value)
    return cast(f.Fact, new)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping | types.MappingProxyType):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _value(key: str, value: object) -> object:
    if key in ("source", "target", "at") and value is not None:
        kind, name = cast("list[object]", value)
        return _place(cast(Kind, kind), cast("str | int", name))
    return _frozen(value)


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(value) if _PLAIN.issuperset(map(type, value)) else tuple([_frozen(one) for one in value])
    if isinstance(value, dict):
        if _PLAIN.issuperset(map(type, value.values())):
            return value.copy()
        return {key: _frozen(one) for key, one in value.items()}
    return value
