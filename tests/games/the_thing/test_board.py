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
    assert own.label == "¿De quién mira una ficha Ana?"
    assert [choice.said["at"] for choice in own.choices] == ["Berto", "Ciro"]
    assert [choice.said["player"] for choice in others.choices] == ["Berto", "Ciro"]
    at.do("look-at-token Berto at=Ciro")
    view = at.game.view(at.decklist, at.course.table, at.words())
    assert [seat.name for seat in view.seats if seat.is_asked] == ["Ana", "Ciro"]


def test_what_the_hands_do_when_it_is_taken_back() -> None:
    at = table("actions")
    before = at.course.table
    at.do("carry-out Ana reparar")
    assert at.state["damage"]["radio"] == 2
    told = at.game.undo_hints(before, at.course.entries[-1].facts, at.words())
    assert {"Daño en Sala de Radio: vuelve a 4.", "El Personaje de Ana vuelve a estar de pie."} <= {*told}
    back = table("rec-room", 'override {"rooms": {"Ana": "kitchen"}}')
    (_, before), (entry, _) = back.course.standing[-2:]
    assert [hint for hint in back.game.undo_hints(before, entry.facts, back.words()) if "Ana" in hint]


@pytest.mark.parametrize(
    ("about", "stands", "filled", "value"),
    [
        ("rooms", {"room.1": ["radio"]}, {"room.0": ["kennel"]},
         {"Ana": "kennel", "Berto": "radio", "Ciro": "kitchen", "Dora": "shed"}),
        ("damage", {"damage.radio": ["4"]}, {"damage.boiler": ["1"]},
         {"boiler": 1, "radio": 4, "helicopter": 2, "shed": 1}),
        ("fires", {"fires.boiler": ["0"]}, {"fires.boiler": ["1"]}, {"boiler": 1}),
    ],
)  # fmt: skip
def test_what_is_kept_is_corrected_on_a_form(
    about: str, stands: dict[str, list[str]], filled: dict[str, list[str]], value: object
) -> None:
    """The form begins with what stands, and changes what is filled in otherwise."""
    at = table("actions")
    question = at.ask({"action": "override", "about": about})
    usual = {field.name: [field.value] for field in question.fields if field.name != "lying"}
    assert stands.items() <= usual.items()
    made = at.game.assemble(at.decklist, at.course.table, question.said, {**usual, **filled})
    assert at.say(**made) == "ok"
    assert at.state[about] == value
