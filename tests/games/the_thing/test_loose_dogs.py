"""Dogs that stay loose are offered a room later (cases: `rules/the-thing/loose-dogs.txt`); the pack leader's step."""

from __future__ import annotations

import pytest

from tests.games.play import Sitting, seated

FOUR = ["Ana", "Berto", "Ciro", "Dora"]
LATE = {"action": "locate"}


def at_the_dogs(slug: str = "the-thing", depth: str = "complete", **options: object) -> Sitting:
    """Return a table of four people at the end of the first round, when all four dogs come out."""
    lines = ("take-sheets", 'override {"step": "food"}', "food")
    sitting = seated(slug, *lines, players=FOUR, depth=depth, **options)
    assert sitting.course.table.step == "dogs"
    return sitting


def offers_late(sitting: Sitting) -> bool:
    """Return True if a room for a loose dog can be tapped now."""
    return LATE in [dict(one.said) for group in sitting.ask().groups for one in group.choices]


@pytest.mark.parametrize("slug", ["the-thing", "the-thing-outpost"])
def test_dogs_without_a_room_are_asked_for_later(slug: str) -> None:
    sitting = at_the_dogs(slug)
    sitting.do("locate at=armoury", "next")
    if sitting.course.table.step == "runaway":
        sitting.do("dog")
    assert offers_late(sitting) and sitting.state["to_place"] == 3
    for room in ("kitchen", "shed", "kitchen"):
        sitting.do(f"locate at={room} anyway=t")
    assert not offers_late(sitting) and sitting.state["to_place"] == 0


@pytest.mark.parametrize("depth", ["phases", "sums"])
def test_where_the_tablet_does_not_keep_dogs_it_asks_for_none(depth: str) -> None:
    sitting = at_the_dogs(depth=depth)
    sitting.do("next")
    assert not offers_late(sitting)
    sitting.do("depth to=complete")
    assert sitting.state["to_place"] == 4 and offers_late(sitting)


def test_the_table_is_put_to_the_step_of_the_pack_leader_where_it_plays_with_one() -> None:
    sitting = at_the_dogs(pack_leader="yes")
    sitting.do(*(f"locate at={room}" for room in ("armoury", "kitchen", "shed", "radio", "boiler")))
    sitting.do('override {"step": "pack"}')
    assert (sitting.course.table.step, sitting.state["pack"]) == ("pack", {"radio": 1})
    sitting.do("locate at=kitchen")
    assert (sitting.state["pack"], sitting.state["dogs"]["kitchen"]) == ({"kitchen": 1}, 2)


@pytest.mark.parametrize("plays", ["no", "yes"])
def test_the_form_names_that_step_only_where_it_is_played(plays: str) -> None:
    question = at_the_dogs(pack_leader=plays).ask({"action": "override", "about": "turn:step"})
    steps = {choice.said["set"]["step"] for group in question.groups for choice in group.choices}
    assert ("pack" in steps) == (plays == "yes")
