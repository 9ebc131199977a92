"""How many taps a round takes at each depth, with one, two and three people; the tablet rolls what dice there are."""

from __future__ import annotations

import random
from collections.abc import Mapping
from statistics import median

import pytest

from companion.decks.catalog import title
from companion.engine.view import Choice, Question
from tests.games.play import Sitting
from tests.games.the_thing.test_taps import BOARD
from tests.games.walk import fill

PEOPLE = ("Ana", "Beto", "Carla")
MOST = {"phases": 12, "sums": 15, "complete": 30}
ROUNDS = 40
STOPS = 0.35
"""How often a leader stops after a Character has acted."""


def sitting(depth: str, count: int) -> Sitting:
    """So many people before their first round."""
    here = title("the-thing-coop")
    setup = {"players": [*PEOPLE[:count]], "options": {"depth": depth, "board": BOARD}}
    game = Sitting(here.game, here.decklist, setup)
    assert game.refused is None
    game.do("take-sheets")
    return game


def tap(game: Sitting, dice: random.Random) -> int:
    """One action on the shortest way a table takes: how many taps it was."""
    said: Mapping[str, object] = {}
    for taps in range(1, 16):
        question = game.game.ask(game.decklist, game.course.table, said, title("the-thing-coop").words["es"])
        if not _open(question) and not question.fields:
            said = {}  # a way that leads nowhere: a touch back
            continue
        choice = chosen(question, dice)
        if choice is None:  # the dice are rolled by the tablet: a touch
            assert all(field.kind == "dice" for field in question.fields), (question.text, "a form in a round")
            made = game.game.assemble(game.decklist, game.course.table, question.said, fill(question.fields, dice))
            assert game.say(**{str(key): value for key, value in made.items()}) == "ok", made
            return taps
        if choice.done:
            assert game.say(**{str(key): value for key, value in choice.said.items()}) == "ok", choice
            return taps
        said = choice.said
    raise AssertionError("a way without an end")


def _open(question: Question) -> list[Choice]:
    return [c for group in question.groups if not group.quiet for c in group.choices if c.refusal is None]


def chosen(question: Question, dice: random.Random) -> Choice | None:
    """What a table taps: any of what is open, but for a leader who goes on as often as not; None for the dice."""
    open_ = _open(question)
    stop = [c for c in open_ if c.said["action"] == "stop"]
    if stop and dice.random() < STOPS:
        return stop[0]
    if question.fields:
        return None
    return dice.choice([c for c in open_ if c not in stop] or open_)


def rounds(depth: str) -> list[int]:
    """The taps of each of many rounds, from game to game."""
    dice, taken = random.Random(18), list[int]()
    while len(taken) < ROUNDS:
        game, taps, number = sitting(depth, 1 + len(taken) % 3), 0, 1
        for _ in range(400):
            if game.state["status"] == "ended" or game.state["step"] in ("ending", "escape", "rescue") or number > 5:
                break
            taps += tap(game, dice)
            if game.state["round"] > number:
                number, taps = game.state["round"], taken.append(taps) or 0
    return taken


@pytest.mark.long
@pytest.mark.parametrize("depth", MOST)
def test_a_round_takes_no_more_taps_than_promised(depth: str) -> None:
    found = rounds(depth)
    assert len(found) >= ROUNDS
    assert median(found) <= MOST[depth], sorted(found)


def test_the_leader_stops_beside_the_course_of_play_until_somebody_has_acted() -> None:
    game = sitting("complete", 1)
    game.do({"action": "override", "set": {"step": "actions"}, "reason": "r"})
    question = game.game.ask(game.decklist, game.course.table, {}, title("the-thing-coop").words["es"])
    asked = [group.quiet for group in question.groups for one in group.choices if one.said.get("action") == "stop"]
    assert asked == [True]
