"""Whole games of The Thing, its cooperative mode and the expansion by touch: what is said comes from a golden evening,
the way to it from the questions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import House
from tests.browser.ways import Ways
from tests.games.play import lines_of
from tests.length import is_long

FOLDER = Path(__file__).parent.parent / "playthroughs"
RESCUE = "the-thing-coop/one-person-rescue"
EVENINGS = {
    "the-thing/four-people-rescue": (30, 34),
    "the-thing-coop/three-people-taken": (42, 36),
    "the-thing-outpost/five-people-ufo": (31,),
}
"""One of each game, with the taps of its rounds."""


def begun(house: House, name: str) -> tuple[Ways, list[dict[str, Any]]]:
    """A table of a golden evening before its first action, and all that will be said."""
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    return Ways(house, house.tablet(), {"options": {}, **setup}, by_ring=False), actions


def whole(house: House, name: str) -> list[int]:
    """The evening pressed from the sheets to the winners: the taps of each round that came to its end."""
    ways, actions = begun(house, name)
    ends = list[int]()
    for action in actions:
        number = ways.sitting.state["round"]
        if not ways.is_said(action):
            ways.act(action)
            house.tables.ballots.drop(ways.ident)  # the evening tells all votes itself, as after a restart
            ways.tablet.shot(f"{name.replace('/', '-')}-{ways.sitting.course.version:03}-{action['action']}")
        if ways.sitting.state["round"] != number:
            ends.append(ways.tablet.taps)
    ways.look()
    ways.is_the_same()
    return [end - begin for begin, end in pairwise(ends)]


@pytest.mark.short
@pytest.mark.parametrize(
    ("name", "most"),
    [*EVENINGS.items(), pytest.param(RESCUE, (46, 44), marks=pytest.mark.long)],
)
def test_a_whole_game(house: House, name: str, most: tuple[int, ...]) -> None:
    """No round takes more taps than it took, with every number of the board and every die put in by hand. The short run
    presses each way of answering once; tests/games counts the taps of many rounds without a browser."""
    taken = whole(house, name)
    if is_long():
        assert all(taps <= limit for taps, limit in zip(taken, most, strict=True)), taken


def test_a_touched_link_may_be_folded_away(house: House) -> None:
    """The answer to a touch folds what the touched link stands in. Where the browser drew its own mark on the link, it
    died of that."""
    ways, actions = begun(house, RESCUE)
    there = next(k for k, action in enumerate(actions) if action.get("at") == "radio" and action["action"] == "meet")
    for action in actions[:there]:
        house.tables.say(ways.ident, action)
        ways.sitting.do(action)
    ways.look()
    ways.act(actions[there])
    ways.is_the_same()
