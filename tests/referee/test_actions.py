"""How a JSON value is read as an action: each shape's fault by its key, with the blanks that its sentence needs."""

from __future__ import annotations

import pytest

from companion.referee.actions import (
    Action,
    Malformed,
    Shape,
    Verb,
    clean_name,
    fields_of,
    list_of,
    maybe,
    number,
    one_of,
    read,
    table_of,
    text,
)

VERBS = {
    "go": Verb("go", {"player": text, "steps": number(1, 3), "by": list_of(text)}, ("player",)),
    "set": Verb("set", {"set": fields_of(seats=list_of(text), hands=table_of(number(0, 5)))}),
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
    assert maybe(number(1, 3))(None) is None and maybe(number(1, 3))(3) == 3


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
        (list_of(text), "a", "malformed.list", {}),
        (list_of(text), ["a", None], "malformed.text", {}),
        (table_of(text), [], "malformed.table", {}),
        (table_of(number(1, 3)), {"a": 4}, "malformed.range", {"least": 1, "most": 3}),
        (fields_of(a=text, b=text), [], "malformed.table", {}),
        (fields_of(a=text, b=text), {"a": "x", "c": "y"}, "malformed.key", {"key": "c", "keys": "a, b"}),
    ],
)
def test_what_a_shape_refuses(shape: Shape, value: object, key: str, blanks: dict[str, object]) -> None:
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
def test_what_a_shape_cleans(shape: Shape, value: object, clean: object) -> None:
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
    def deep(value: object) -> object:
        raise Malformed("malformed.text", field="inner", more=1)

    with pytest.raises(Malformed) as caught:
        read({"go": Verb("go", {"outer": deep})}, {"action": "go", "outer": 1})
    assert caught.value.blanks == {"field": "outer.inner", "more": 1}
