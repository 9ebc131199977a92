"""What a board with rooms needs and no card game did: numbers of places, several asked at once, hands by kind, dice
with pictures, rooms on the screen. The three hard scenes of decision 0010, played."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.engine.actions import Malformed, read
from companion.engine.codec import dump, load
from companion.engine.state import replay
from companion.engine.view import RoomView
from companion.service.live.dice import rolled
from tests.games.outpost import FOLDER, outpost
from tests.games.play import Sitting
from tests.games.walk import tapped

HERE = outpost()
FOUR = ("Ana", "Berto", "Ciro", "Dora")
SCENES = sorted(FOLDER.glob("*.jsonl"))


def played(path: Path) -> Sitting:
    """A scene played line by line: what is refused, and what the table is like in between."""
    rows = path.read_text("utf-8").splitlines()
    setup, *rest = [row for row in rows if not row.startswith("//") or row[3] in "=!"]
    sitting, wanted = Sitting(HERE.game, HERE.decklist, json.loads(setup)), "ok"
    assert sitting.refused is None
    for row in rest:
        if row.startswith("// ="):
            parts = json.loads(row.removeprefix("// ="))
            assert {key: sitting.state[key] for key in parts} == parts, row
        elif row.startswith("// !"):
            wanted = row.removeprefix("// ! ")
        else:
            assert sitting.say(**json.loads(row)) == wanted, row
            wanted = "ok"
    return sitting


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_hard_scene(path: Path) -> None:
    course = played(path).course
    kept = [load(json.loads(json.dumps(dump(fact)))) for entry in course.entries for fact in entry.facts]
    assert kept == [fact for entry in course.entries for fact in entry.facts]


def test_there_are_three() -> None:
    assert [path.stem for path in SCENES] == ["alien", "leader", "meeting"]


def at(scene: str, lines: int, **last: Any) -> Sitting:
    """The table after so many actions of a scene, and one more."""
    sitting = Sitting(HERE.game, HERE.decklist, {"players": [*FOUR]})
    course = played(FOLDER / f"{scene}.jsonl").course
    for entry in course.entries[1 : 1 + lines]:
        assert sitting.say(**entry.action) == "ok"
    assert not last or sitting.say(**last) == "ok"
    return sitting


def test_the_rooms_are_on_the_screen() -> None:
    table = at("leader", 2).course.table
    view = HERE.game.view(HERE.decklist, table, HERE.words["en"])
    assert [(room.label, room.people, [badge.count for badge in room.badges]) for room in view.rooms] == [
        ("Laboratory", ("Ana",), []),
        ("Boiler room", ("Ciro", "Dora"), [3]),
        ("Warehouse", (), []),
        ("Kennel", ("Berto",), [1]),
    ]
    assert view.rooms[0].touches == ("boiler", "warehouse")
    assert all(isinstance(room, RoomView) for room in view.rooms)


def test_all_who_are_asked_find_their_own_choices_and_are_marked() -> None:
    table = at("meeting", 4).course.table
    question = HERE.game.ask(HERE.decklist, table, {}, HERE.words["en"])
    mine = {group.label: [choice.said["player"] for choice in group.choices] for group in question.groups[:3]}
    assert mine == {f"At whose token does {p} look?": [p, p] for p in ("Ana", "Ciro", "Dora")}
    assert [bool(choice.refusal) for choice in question.groups[0].choices] == [True, False], "Ciro offers none"
    view = HERE.game.view(HERE.decklist, table, HERE.words["en"])
    assert [seat.name for seat in view.seats if seat.is_asked] == ["Ana", "Ciro", "Dora"]
    assert view.links == (("Ana", "Ana"), ("Ana", "Ciro"), ("Ana", "Dora"))


def test_a_die_with_pictures_is_asked_for_rolled_and_told() -> None:
    table = at("leader", 8).course.table
    question = HERE.game.ask(HERE.decklist, table, {}, HERE.words["en"])
    (field,) = question.fields
    assert [label for _, label in field.options] == ["Calm", "Wind", "Blizzard"]
    assert {int(rolled(question.fields)["weather"][0]) for _ in range(60)} == {1, 2, 3}
    made = HERE.game.assemble(HERE.decklist, table, question.said, {"weather": ["3"]})
    assert made == {"action": "weather", "side": 3}
    action = read(HERE.game.verbs, made)
    facts = HERE.game.carry_out(HERE.decklist, table, action)
    assert HERE.game.tell(table, action, facts, HERE.words["en"]) == "Blizzard comes up."
    with pytest.raises(Malformed):
        read(HERE.game.verbs, {"action": "weather", "side": 4})


def test_what_the_hands_do_when_it_is_taken_back() -> None:
    sitting = at("leader", 7)
    before = sitting.course.table
    assert sitting.say(action="repair", to="Dora") == "ok"
    told = HERE.game.undo_hints(before, sitting.course.entries[-1].facts, HERE.words["en"])
    assert "In Boiler room there is 1 damage again." in told


@pytest.mark.parametrize(
    ("about", "filled", "key", "value"),
    [
        ("rooms", {f"room.{k}": ["kennel"] for k in range(4)}, "rooms", dict.fromkeys(FOUR, "kennel")),
        ("damage", {"damage.laboratory": ["1"]}, "damage", {"laboratory": 1, "boiler": 3, "kennel": 1}),
        ("proven", {"proven": ["Dora"]}, "proven", ["Dora"]),
        ("hands", {"hand.0.token": ["1"]}, "hands", {
            p: {"token": 1 if p == "Ana" else 4, "action": 3} for p in FOUR}),
    ],
)  # fmt: skip
def test_what_is_kept_is_corrected_on_a_form(about: str, filled: dict[str, list[str]], key: str, value: object) -> None:
    sitting = at("leader", 2)
    said = {"action": "override", "about": about}
    question = HERE.game.ask(HERE.decklist, sitting.course.table, said, HERE.words["es"])
    usual = {field.name: [field.value] for field in question.fields}
    made = HERE.game.assemble(HERE.decklist, sitting.course.table, question.said, {**usual, **filled})
    assert sitting.say(**made) == "ok"
    assert sitting.state[key] == value


@pytest.mark.parametrize("seed", range(20))
def test_tapped_at_random_it_never_falls_over(seed: int) -> None:
    dice = random.Random(seed)
    sitting = Sitting(HERE.game, HERE.decklist, {"players": [*FOUR[: 3 + seed % 2]]})
    before = sitting.course.table
    for _ in range(60):
        sitting.do(*tapped(HERE, sitting.course.table, dice, quiet=0.05))
        assert HERE.game.view(HERE.decklist, sitting.course.table, HERE.words["es"]).rooms
        before = replay(sitting.course.entries[-1].facts, before)
        if sitting.course.table.ended:
            break
    assert before == sitting.course.table or any(entry.verb == "undo" for entry in sitting.course.entries)
