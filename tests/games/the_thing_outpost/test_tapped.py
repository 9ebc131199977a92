"""The expansion by taps: a vehicle that takes no more fuel can still leave, and fights in the saucer come to an end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.games.the_thing_outpost import base as o
from tests.games.play import Sitting
from tests.games.the_thing_outpost.peculiar import holds
from tests.games.walk import tapped

FOUR = ["Ana", "Berto", "Ciro", "Dora"]


@pytest.mark.parametrize("slug", ["the-thing", "the-thing-outpost"])
@pytest.mark.parametrize(("fuel", "refused"), [(0, True), (1, False)])
def test_a_full_vehicle_is_offered_to_whoever_can_leave_with_it(slug: str, fuel: int, refused: bool) -> None:
    """No fuel is outside: a player with keys can leave, one without can do nothing there."""
    here = title(slug)
    sitting = Sitting(here.game, here.decklist, {"players": FOUR, "options": {}})
    sitting.do("take-sheets")
    where = {"rooms": {"Ana": "shed"}, "damage": {"shed": 0}, "fuel": {"reserve": 0}, "objects": {"Ana": fuel}}
    assert sitting.say(action="override", set={"step": "actions", "active_pile": 5, **where}, reason="r") == "ok"
    question = here.game.ask(here.decklist, sitting.course.table, {}, here.words["es"])
    ways = [
        one.said
        for group in question.groups
        for one in group.choices
        if one.said.get("card") == "usar" and one.refusal is None
    ]
    who = [] if refused else [{"player": "Ana"}]
    assert [way for way in ways if way["action"] == "carry-out"] == [
        {"action": "carry-out", "card": "usar", **one} for one in who
    ]


TO_THE_SAUCER: list[dict[str, object]] = [
    {"action": "take-sheets"},
    {
        "action": "override",
        "set": {
            "step": "actions",
            "active_pile": 5,
            "rooms": {"Ana": "shed"},
            "objects": {"Ana": 1},
            "charges": {"Ciro": 2},
            "weapons": {"Ciro": 1},
        },
        "reason": "r",
    },
    {"action": "carry-out", "card": "usar", "player": "Ana", "escape": True},
    {"action": "show-role", "player": "Ana", "alien": True},
]


def test_fights_in_the_saucer_come_to_their_ends_by_taps() -> None:
    """Tapped at random from the moment a hidden Alien leaves alone: nothing stuck, nothing lost, every end reached."""
    here, ends, met = title("the-thing-outpost"), Counter[str](), set[str]()
    for seed in range(40):
        dice, sitting = random.Random(seed), Sitting(here.game, here.decklist, {"players": FOUR, "options": {}})
        sitting.do(*TO_THE_SAUCER)
        for _ in range(600):
            table = sitting.course.table
            met.add(table.step)
            if table.ended:
                break
            try:
                for action in tapped(here, table, dice, quiet=0):
                    sitting.say(**action)
            except Malformed:
                continue
            holds(here.decklist, sitting.course.table)
        ends[sitting.course.table.ended.cause if sitting.course.table.ended else sitting.course.table.step] += 1
    assert set(o.UFO_STEPS) <= met
    assert set(ends) == {"launched", "taken", "stopped"}, ends
