"""Parsing of a JSON value as an action: each shape's fault by its key, with the blanks that its sentence needs."""

from __future__ import annotations

from functools import cache

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks.catalog import game_slugs, title
from companion.engine.actions import (
    Action,
    ActionType,
    FieldType,
    Malformed,
    clean_name,
    fields_of,
    list_of,
    never_null,
    number,
    one_of,
    optional,
    read,
    setting,
    so_many,
    table_of,
    text,
    truth,
)

VERBS = {
    "go": ActionType("go", {"player": text, "steps": number(1, 3), "by": list_of(text)}, ("player",)),
    "set": ActionType("set", {"set": fields_of(seats=list_of(text), hands=table_of(number(0, 5)))}),
}


def test_what_is_read() -> None:
    action = read(VERBS, {"action": "go", "player": " Ana ", "steps": 2, "by": ["bea"], "more": 1})
    assert action == Action("go", {"player": "Ana", "steps": 2, "by": ["bea"]})
    assert action.json() == {"action": "go", "player": "Ana", "steps": 2, "by": ["bea"]}
    assert (action.player, action.number("steps"), action.names("by")) == ("Ana", 2, ("bea",))
    assert (action.text("steps"), action.number("player"), action.names("player")) == ("", 0, ())
    assert action.number("nothing") == 0 and action.table("player") == {} and action.table("nothing") == {}
    assert Action("set", {"set": {"seats": ()}}).table("set") == {"seats": ()}
    assert Action("go", {"steps": True}).number("steps") == 0
    assert Action("go", {"by": ("ana", "bea")}).names("by") == ("ana", "bea")


def test_a_name_is_compared_composed_and_trimmed() -> None:
    assert clean_name(" A\u006e\u0303o ") == "Año"
    assert text(None) is None and text("") == "" and text(" a ") == "a"
    assert optional(number(1, 3))(None) is None and optional(number(1, 3))(3) == 3


@pytest.mark.parametrize(
    ("shape", "value", "key", "blanks"),
    [
        (text, 3, "malformed.text", {}),
        (number(1, 3), "2", "malformed.number", {}),
        (number(1, 3), True, "malformed.number", {}),
        (number(1, 3), 0, "malformed.range", {"least": 1, "most": 3}),
        (number(1, 3), 4, "malformed.range", {"least": 1, "most": 3}),
        (one_of("a", "b"), "c", "malformed.value", {"values": "a, b"}),
        (one_of("a", "b"), 1, "malformed.value", {"values": "a, b"}),
        (truth, 1, "malformed.value", {"values": "true, false"}),
        (setting, 1.5, "malformed.setting", {}),
        (never_null(text), None, "malformed.text", {}),
        (list_of(text), "a", "malformed.list", {}),
        (so_many(2, text, "malformed.pair"), ["a"], "malformed.pair", {}),
        (so_many(2, number(1, 6), "malformed.dice", dice=2), [1, 2, 3], "malformed.dice", {"dice": 2}),
        (list_of(text), ["a", None], "malformed.text", {}),
        (list_of(text, 2), ["a", "b", "c"], "malformed.range", {"least": 0, "most": 2}),
        (table_of(text), [], "malformed.table", {}),
        (table_of(number(1, 3)), {"a": 4}, "malformed.range", {"least": 1, "most": 3}),
        (fields_of(a=text, b=text), [], "malformed.table", {}),
        (fields_of(a=text, b=text), {"a": "x", "c": "y"}, "malformed.key", {"key": "c", "keys": "a, b"}),
    ],
)
def test_what_a_shape_refuses(shape: FieldType, value: object, key: str, blanks: dict[str, object]) -> None:
    with pytest.raises(Malformed) as caught:
        shape(value)
    assert (caught.value.key, caught.value.blanks, str(caught.value)) == (key, blanks, key)


@pytest.mark.parametrize(
    ("shape", "value", "clean"),
    [
        (number(1, 3), 1, 1),
        (one_of("a", "b"), "b", "b"),
        (list_of(text), [" a "], ["a"]),
        (table_of(text), {" a ": " b "}, {"a": "b"}),
        (fields_of(a=text), {"a": " x "}, {"a": "x"}),
        (fields_of(a=text), {}, {}),
    ],
)
def test_what_a_shape_cleans(shape: FieldType, value: object, clean: object) -> None:
    assert shape(value) == clean


@pytest.mark.parametrize(
    ("thing", "key", "blanks"),
    [
        ([], "malformed.object", {}),
        ({}, "malformed.action", {"action": "NoneType", "verbs": "go, set"}),
        ({"action": "x" * 70}, "malformed.action", {"action": "x" * 60, "verbs": "go, set"}),
        ({"action": "go"}, "malformed.missing", {"field": "player"}),
        ({"action": "go", "player": 3}, "malformed.text", {"field": "player"}),
        ({"action": "go", "player": "a", "steps": 9}, "malformed.range", {"field": "steps", "least": 1, "most": 3}),
        ({"action": "set", "set": {"x": 1}}, "malformed.key", {"field": "set", "key": "x", "keys": "seats, hands"}),
    ],
)
def test_what_is_no_action(thing: object, key: str, blanks: dict[str, object]) -> None:
    with pytest.raises(Malformed) as caught:
        read(VERBS, thing)
    assert (caught.value.key, caught.value.blanks) == (key, blanks)


def test_the_path_to_a_fault_deep_inside() -> None:
    def fault(value: object) -> object:
        raise Malformed("malformed.text", field="inner", more=1)

    deep = FieldType(fault, {})
    with pytest.raises(Malformed) as caught:
        read({"go": ActionType("go", {"outer": deep})}, {"action": "go", "outer": 1})
    assert caught.value.blanks == {"field": "outer.inner", "more": 1}


MADE = [
    *(text, truth, setting, never_null(text), number(1, 3), one_of("a", "b")),
    *(list_of(text), list_of(text, 2), so_many(2, text, "malformed.pair")),
    list_of(optional(so_many(2, text, "malformed.pair"))),
    *(table_of(text), table_of(number(1, 3)), fields_of(a=text, b=list_of(text))),
    *(optional(number(1, 3)), optional(one_of("a", "b")), optional(list_of(text))),
    *(never_null(optional(one_of("a", "b"))), never_null(optional(setting))),
]
LEAVES = st.sampled_from([None, True, False, 0, 1, 2, 3, 4, -1, 9999, 10_001, 1.5, "", "a", "b", "Ana", "panic"])
KEYS = st.sampled_from(["a", "b", "door", "quarantine", "hands", "seats", "step"])
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))


@cache
def _of_games() -> list[FieldType]:
    return [one for slug in game_slugs() for verb in title(slug).game.verbs.values() for one in verb.fields.values()]


@given(VALUES)
def test_a_shape_tells_programs_what_it_takes(value: object) -> None:
    for shape in MADE + _of_games():
        try:
            shape(value)
            taken = True
        except Malformed:
            taken = False
        assert jsonschema_rs.is_valid(shape.schema, value) is taken, (shape.schema, value)


def test_an_action_tells_programs_what_it_takes() -> None:
    for thing in ({"action": "go", "player": "Ana"}, {"action": "go", "player": None, "steps": 3, "more": 1}):
        assert read(VERBS, thing) and jsonschema_rs.is_valid(VERBS["go"].schema, thing)
    for thing in ({"action": "set", "player": "Ana"}, {"action": "go"}, {"action": "go", "player": "Ana", "steps": 4}):
        assert not jsonschema_rs.is_valid(VERBS["go"].schema, thing)
