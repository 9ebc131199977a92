"""Board with rooms, unlike any card game: rooms on the screen, several questions at once, corrected figures."""

from __future__ import annotations

import pytest

from tests.games.play import Sitting, seated

FOUR = ["Ana", "Berto", "Ciro", "Dora"]
AROUND = '{"Ana": "radio", "Berto": "radio", "Ciro": "kitchen", "Dora": "shed"}'


def table(step: str, *lines: str, rooms: str = AROUND) -> Sitting:
    """Return a table of four people at a step and in their rooms, after these lines."""
    begun = f'override {{"step": "{step}", "active_pile": 5, "rooms": {rooms}}}'
    return seated("the-thing", "take-sheets", begun, *lines, players=FOUR)


def test_the_rooms_are_on_the_screen() -> None:
    at = table("actions")
    view = at.game.view(at.decklist, at.course.table, at.words("en"))
    seen = {one.name: (one.label, one.people, [(b.icon, b.count) for b in one.badges]) for one in view.rooms}
    assert seen["radio"] == ("Radio Room", ("Ana", "Berto"), [("damage", 4)])
    assert seen["kitchen"] == ("Kitchen", ("Ciro",), [])
    assert seen["boiler"] == ("Boiler Room", (), [("fuel", 4)])


def test_all_who_are_asked_are_marked_and_one_after_the_other_finds_their_own_choices() -> None:
    together = '{"Ana": "kitchen", "Berto": "kitchen", "Ciro": "kitchen", "Dora": "radio"}'
    at = table("encounters", "meet at=kitchen", rooms=together)
    view = at.game.view(at.decklist, at.course.table, at.words())
    assert [seat.name for seat in view.seats if seat.is_asked] == ["Ana", "Berto", "Ciro"]
    assert view.links == (("Ana", "Ana"), ("Ana", "Berto"), ("Ana", "Ciro"))
    own, _, others, *_ = at.ask().groups
    assert at.ask().text == "¿De quién mira una ficha Ana?"
    assert [choice.said["at"] for choice in own.choices] == ["Berto", "Ciro"]
    assert [choice.said["player"] for choice in others.choices] == ["Berto", "Ciro"]
    at.do("look-at-token Berto at=Ciro")
    view = at.game.view(at.decklist, at.course.table, at.words())
    assert [seat.name for seat in view.seats if seat.is_asked] == ["Ana", "Ciro"]


@pytest.mark.parametrize(
    ("touched", "kept", "value"),
    [
        ("Ana, Dónde está cada figura, Jaula", "rooms",
         {"Ana": "kennel", "Berto": "radio", "Ciro": "kitchen", "Dora": "shed"}),
        ("Sala de Calderas, Los daños, 1", "damage", {"boiler": 1, "radio": 4, "helicopter": 2, "shed": 1}),
        ("Sala de Calderas, Los fuegos", "fires", {"boiler": 1}),
        ("Berto, Tumbados", "lying", ["Berto"]),
        ("Los asientos, Ana, Ciro", "seats", ["Ciro", "Berto", "Ana", "Dora"]),
    ],
)  # fmt: skip
def test_what_is_otherwise_is_touched_on_the_board(touched: str, kept: str, value: object) -> None:
    """Where or of whom, what, and how it is; nothing else is changed."""
    at, said = table("actions"), {"action": "override"}
    for label in touched.split(", "):
        (choice,) = (one for group in at.ask(said).groups for one in group.choices if one.label == label)
        said = dict(choice.said)
    assert choice.done and at.say(**said) == "ok"
    assert at.state[kept] == value and {*said["set"]} == {kept}


def test_a_number_that_takes_more_than_there_is_is_asked_back() -> None:
    """It is said what comes of it, and another can be said; once meant it is not asked back again."""
    at = seated("the-thing", "take-sheets", "weather face=storm", players=FOUR)
    said: dict[str, object] = {}
    for label in ("6", "No, otro número", "5", "Sí, así es", "4"):
        question = at.ask(said)
        (choice,) = (one for group in question.groups for one in group.choices if one.label == label)
        assert question.text == {"No": "¿6?", "Sí": "¿5?"}.get(label[:2], question.text)
        said = dict(choice.said)
    assert choice.done and said == {"action": "upkeep", "generator": 5, "boiler": 4}
