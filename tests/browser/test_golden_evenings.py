"""Whole evenings of the other games by touch: what is said is a golden file's, the way to it the questions'."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.games.dos_barajas.queries import is_ace
from tests.browser.conftest import SIX, House
from tests.browser.tablet import LAPTOP, PHONE
from tests.browser.ways import Ways
from tests.games.every import TESTS
from tests.games.play import Sitting, lines_of
from tests.length import is_long

FOLDER = TESTS / "playthroughs"


def accepted(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the set-up of an evening and the actions accepted in it, as a tablet says them."""
    setup, *actions = lines_of(FOLDER / "la-criatura" / f"{name}.jsonl")
    here = title("la-criatura")
    sitting, said = Sitting(here.game, here.decklist, setup), []
    for action in actions:
        if sitting.say(**action) == "ok":
            unsaid = ("handed", "hit", *(("player",) if action["action"] == "elect" else ()))
            said.append({key: value for key, value in action.items() if key not in unsaid})
    return setup, said


@pytest.mark.short
def test_three_people_and_a_creature(house: House) -> None:
    setup, actions = accepted("three-people")
    ways = Ways(house, house.tablet(), {**setup, "options": {}})
    ways.ends(actions)
    assert ways.sitting.state["status"] == "ended"
    winners = ways.sitting.state["winners"]
    won = "scene.won" if len(winners) > 1 else "scene.won-alone"
    assert ways.tablet.prompt == ways.words.say(won, players=ways.words.listed(winners))


GOLDEN = FOLDER / "dos-barajas" / "six-with-forty.jsonl"


def _tapped(action: Mapping[str, Any]) -> dict[str, Any]:
    """Return the action as a table taps it: trios by their aces, hands not written down, and a count of clubs."""
    plain = {key: value for key, value in action.items() if key not in ("cards", "shown")}
    if action["action"] == "supply":
        plain.setdefault("clubs", 0)
    if action["action"] == "answer":
        del plain["player"]  # the screen need not know who says it
    if "cards" in action:
        plain["aces"] = sum(map(is_ace, action["cards"]))
    return plain


@pytest.mark.short
@pytest.mark.parametrize(("lang", "size"), [("es", LAPTOP), pytest.param("en", PHONE, marks=pytest.mark.long)])
def test_an_evening_with_two_decks(house: House, lang: str, size: tuple[int, int]) -> None:
    setup = {"playthrough": 1, "game": "dos-barajas", "players": SIX, "first": "Ana"}
    ways = Ways(house, house.tablet(size=size, lang=lang), setup, lang)
    here = ways.sitting
    alone = Sitting(here.game, here.decklist, setup)
    ways.ends(one for one in map(_tapped, lines_of(GOLDEN)[1:]) if alone.say(**one) == "ok")
    assert ways.tablet.prompt == ways.words.say("scene.won-alone", players="Beto")
    assert here.state["winners"] == ["Beto"]


RESCUE = "the-thing-coop/one-person-rescue"
EVENINGS = {
    "the-thing/four-people-rescue": (29, 31),
    "the-thing-coop/three-people-taken": (39, 34),
    "the-thing-outpost/five-people-ufo": (31,),
}
"""One of each game, with the taps of its rounds."""


ON_THEIR_PLATES = """(lies) => {
  document.documentElement.classList.toggle("lying", lies);
  const tokens = [...document.querySelectorAll(".round .role-token")];
  return tokens.length && tokens.every((token) => {
    const box = token.querySelector("circle").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const plate = document.querySelector(`#${token.dataset.of} .plate`).getBoundingClientRect();
    return plate.left < x && x < plate.right && plate.top < y && y < plate.bottom;
  });
}"""
"""The middle of everybody's role lies on their plate, not on a room, whether the tablet lies or stands."""


def begun(house: House, name: str) -> tuple[Ways, list[dict[str, Any]]]:
    """Return a table of a golden evening before its first action, and all its actions."""
    setup, *actions = lines_of(FOLDER / f"{name}.jsonl")
    return Ways(house, house.tablet(), {"options": {}, **setup}, by_ring=False), actions


def whole(house: House, name: str) -> list[int]:
    """Press the evening from the sheets to the winners, and return the taps of each round that came to its end."""
    ways, actions = begun(house, name)
    ends, left = list[int](), deque(actions)
    while left:
        action, number = left.popleft(), ways.sitting.state["round"]
        if not ways.is_said(action):
            for _ in range(ways.act(action, left)):
                left.popleft()
            house.tables.ballots.drop(ways.ident)  # the evening tells all votes itself, as after a restart
            ways.tablet.shot(f"{name.replace('/', '-')}-{ways.sitting.course.version:03}-{action['action']}")
        if ways.sitting.state["round"] != number:
            ends.append(ways.tablet.taps)
    ways.look()
    ways.is_the_same()
    for lies in (True, False):
        ways.tablet.page.wait_for_function(ON_THEIR_PLATES, arg=lies)
    return [end - begin for begin, end in pairwise(ends)]


@pytest.mark.short
@pytest.mark.parametrize(
    ("name", "most"),
    [*EVENINGS.items(), pytest.param(RESCUE, (45, 43), marks=pytest.mark.long)],
)
def test_a_whole_game_on_a_board(house: House, name: str, most: tuple[int, ...]) -> None:
    """No round takes more taps than it took, with every number of the board and every die put in by hand. The short run
    presses each way of answering once; tests/games counts the taps of many rounds without a browser."""
    taken = whole(house, name)
    if is_long():
        assert all(taps <= limit for taps, limit in zip(taken, most, strict=True)), taken


def test_a_touched_link_may_be_folded_away(house: House) -> None:
    """The answer to a touch folds the part in which the touched link stands, and the browser's own mark on the link
    does not crash it."""
    ways, actions = begun(house, RESCUE)
    there = next(k for k, action in enumerate(actions) if action.get("at") == "radio" and action["action"] == "meet")
    for action in actions[:there]:
        house.tables.say(ways.ident, action)
        ways.sitting.do(action)
    ways.look()
    ways.act(actions[there])
    ways.is_the_same()
