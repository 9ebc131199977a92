"""Dogs whose phase was left before all had a room: they stay loose, and are asked for afterwards. And the step in
which the pack leader moves, to which a correction may put the table."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from tests.games.play import Sitting

FOUR = ["Ana", "Berto", "Ciro", "Dora"]
LATE = {"action": "locate"}


def at_the_dogs(slug: str, depth: str = "complete", **options: object) -> Sitting:
    """Four people at the end of the first round, when all four dogs come out."""
    here = title(slug)
    sitting = Sitting(here.game, here.decklist, {"players": FOUR, "options": {"depth": depth, **options}})
    sitting.do("take-sheets", {"action": "override", "set": {"step": "food"}, "reason": "t"}, "food")
    assert sitting.course.table.step == "dogs"
    return sitting


def offered(sitting: Sitting, slug: str) -> list[dict[str, object]]:
    """What can be tapped now."""
    here = title(slug)
    question = here.game.ask(here.decklist, sitting.course.table, {}, here.words["es"])
    return [dict(one.said) for group in question.groups for one in group.choices]


@pytest.mark.parametrize("slug", ["the-thing", "the-thing-outpost"])
def test_dogs_without_a_room_are_asked_for_later(slug: str) -> None:
    sitting = at_the_dogs(slug)
    sitting.do({"action": "locate", "at": "armoury"}, "next")
    if sitting.course.table.step == "runaway":
        sitting.do("dog")
    assert (sitting.course.table.step, sitting.state["to_place"]) == ("weather", 3)
    assert LATE in offered(sitting, slug)
    for room in ("kitchen", "shed", "kitchen"):
        sitting.do({"action": "locate", "at": room, "anyway": "t"})
    assert (sitting.state["dogs"], sitting.state["to_place"]) == ({"armoury": 1, "kitchen": 2, "shed": 1}, 0)
    assert (sitting.course.table.step, LATE in offered(sitting, slug)) == ("weather", False)
    assert sitting.say(action="locate", at="radio") == "step.wrong"


def test_they_are_gathered_with_the_others_where_nobody_has_said_it() -> None:
    sitting = at_the_dogs("the-thing")
    sitting.do({"action": "locate", "at": "armoury"}, "next")
    sitting.do({"action": "override", "set": {"step": "food"}, "reason": "t"}, "food")
    assert (sitting.state["dogs"], sitting.state["to_place"]) == ({}, 4)


def test_a_correction_of_the_phase_leaves_them_loose_and_one_of_their_rooms_does_not() -> None:
    sitting = at_the_dogs("the-thing")
    sitting.do({"action": "override", "set": {"step": "tests"}, "reason": "t"})
    assert sitting.state["to_place"] == 4
    sitting.do({"action": "override", "set": {"dogs": {"armoury": 2, "kennel": 1}}, "reason": "t"})
    assert sitting.state["to_place"] == 1


@pytest.mark.parametrize("depth", ["phases", "sums"])
def test_where_the_tablet_does_not_keep_dogs_it_asks_for_none(depth: str) -> None:
    sitting = at_the_dogs("the-thing", depth)
    sitting.do("next")
    assert LATE not in offered(sitting, "the-thing")
    sitting.do({"action": "depth", "to": "complete"})
    assert sitting.state["to_place"] == 4 and LATE in offered(sitting, "the-thing")


def test_the_table_is_put_to_the_step_of_the_pack_leader_where_it_plays_with_one() -> None:
    there = {"action": "override", "set": {"step": "pack"}, "reason": "t"}
    assert at_the_dogs("the-thing").say(**there) == "override.invalid"
    sitting = at_the_dogs("the-thing", pack_leader="yes")
    for room in ("armoury", "kitchen", "shed"):
        sitting.do({"action": "locate", "at": room})
    sitting.do({"action": "locate", "at": "radio"}, {"action": "locate", "at": "boiler"}, there)
    assert (sitting.course.table.step, sitting.state["pack"]) == ("pack", {"radio": 1})
    sitting.do({"action": "locate", "at": "kitchen"})
    assert (sitting.state["pack"], sitting.state["dogs"]["kitchen"]) == ({"kitchen": 1}, 2)


def test_the_form_names_that_step_only_where_it_is_played() -> None:
    for plays in ("no", "yes"):
        here, sitting = title("the-thing"), at_the_dogs("the-thing", pack_leader=plays)
        about = {"action": "override", "about": "turn"}
        fields = here.game.ask(here.decklist, sitting.course.table, about, here.words["es"]).fields
        steps = next(field.options for field in fields if field.name == "step")
        assert ("pack" in dict(steps)) == (plays == "yes")
