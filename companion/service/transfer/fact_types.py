"""Whether the facts of a foreign record can have happened at a table: the right kinds of things, that fit together.

What the companion wrote itself is never asked this. A record somebody hands in may hold anything.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NoReturn, Union, cast, get_args, get_origin, get_type_hints

from companion.engine import codec
from companion.engine.actions import Malformed
from companion.engine.facts import Fact
from companion.engine.places import Kind, Place


def facts_of(things: object, number: int) -> tuple[Fact, ...]:
    """The facts of an entry of a record; raises `Malformed` where they are none."""
    if not isinstance(things, list):
        _refuse(number, "facts")
    return tuple(_fact(thing, number) for thing in things)


def _fact(thing: object, number: int) -> Fact:
    if not isinstance(thing, dict):
        _refuse(number, "fact")
    try:
        fact = codec.load(thing)
    except (ValueError, TypeError, AttributeError, LookupError) as fault:
        _refuse(number, str(fault)[:80])
    kind: type = type(fact)
    for name, hint in _hints(kind).items():
        if not _fits(getattr(fact, name), hint):
            _refuse(number, f"{kind.__name__}.{name}")
    return fact


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _fits(value: object, hint: Any) -> bool:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Place:
        return isinstance(value, Place) and value.kind in get_args(Kind) and _is_name(value)
    if origin in (Union, types.UnionType):
        return any(_fits(value, one) for one in inner)
    if origin is Literal:
        return value in inner
    if origin is tuple:
        return isinstance(value, tuple) and _fits_tuple(value, inner)
    if origin is not None:
        return isinstance(value, Mapping) and all(
            _fits(key, inner[0]) and _fits(item, inner[1]) for key, item in value.items()
        )
    return type(value) is hint or (value is None and hint is type(None))


def _fits_tuple(value: tuple[object, ...], inner: tuple[Any, ...]) -> bool:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return all(_fits(item, inner[0]) for item in value)
    return len(value) == len(inner) and all(_fits(item, one) for item, one in zip(value, inner, strict=True))


def _is_name(place: Place) -> bool:
    return type(place.name) is (int if place.kind == "gap" else str)


def _refuse(number: int, fault: str) -> NoReturn:
    raise Malformed("malformed.record-facts", number=number, fault=cast(object, fault))
