"""Facts as JSON and back. The kind is the class name; a place is `[kind, name]`. What is seldom said stands last, and
only where it says something."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast, get_args

from companion.engine import facts as f
from companion.engine.places import Kind, Place

_KINDS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in get_args(f.Fact)}
_FIELDS: Mapping[str, tuple[str, ...]] = {
    name: tuple(one.name for one in dataclasses.fields(kind) if "seldom" not in one.metadata)
    for name, kind in _KINDS.items()
}
_SELDOM: Mapping[str, Mapping[str, object]] = {
    name: {one.name: one.default for one in dataclasses.fields(kind) if "seldom" in one.metadata}
    for name, kind in _KINDS.items()
}
_PLAIN = frozenset({str, int, float, bool, type(None)})
"""What is the same in JSON and in a fact."""


class _Form(NamedTuple):
    """Recipe for one kind of fact: its class, the keys in order, the decoder of each value, the default of each rare
    one."""

    kind: type[Any]
    written: tuple[str, ...]
    puts: tuple[Callable[[object, object], None], ...]
    rest: tuple[tuple[Callable[[object, object], None], object], ...]


_FORMS: Mapping[str, _Form] = {
    name: _Form(
        kind,
        ("fact", *_FIELDS[name]),
        tuple(kind.__dict__[field].__set__ for field in _FIELDS[name]),
        tuple((kind.__dict__[field].__set__, usual) for field, usual in _SELDOM[name].items()),
    )
    for name, kind in _KINDS.items()
}
_place = lru_cache(maxsize=4096, typed=True)(Place)


def dump(fact: f.Fact) -> dict[str, object]:
    """Convert a fact to a JSON object."""
    name = type(fact).__name__
    said = {"fact": name, **{key: _plain(getattr(fact, key)) for key in _FIELDS[name]}}
    for key, usual in _SELDOM[name].items():
        if getattr(fact, key) != usual:
            said[key] = _plain(getattr(fact, key))
    return said


def load(thing: Mapping[str, object]) -> f.Fact:
    """Convert a JSON object to a fact. Raise ValueError if it is none."""
    try:
        name = cast(str, thing["fact"])
        kind, written, puts, rest = _FORMS[name]
        if written == tuple(thing):  # as `dump` writes it: whoever reads a game has hundreds of them
            # What calling the class gives, in a third of the time.
            new: f.Fact = object.__new__(kind)
            said = iter(thing.items())
            next(said)  # its kind
            for put, (key, one) in zip(puts, said, strict=True):
                put(new, one if type(one) in _PLAIN else _value(key, one))
            for put, usual in rest:
                put(new, usual)
            return new
        keys = (*_FIELDS[name], *_SELDOM[name])
        made: f.Fact = kind(**{k: _value(k, thing[k]) for k in keys if k in thing})
        return made
    except (KeyError, TypeError) as fault:
        raise ValueError(f"not a fact: {fault}") from fault


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping | types.MappingProxyType):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _value(key: str, value: object) -> object:
    if key in ("source", "target", "at") and value is not None:
        place: Place = _place(*cast("tuple[Kind, str | int]", value))
        return place
    return _frozen(value)


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(value) if _PLAIN.issuperset(map(type, value)) else tuple([_frozen(one) for one in value])
    if isinstance(value, dict):
        if _PLAIN.issuperset(map(type, value.values())):
            return value.copy()
        return {key: _frozen(one) for key, one in value.items()}
    return value
