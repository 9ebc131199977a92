"""How many taps a round of six people takes at each depth: played through the questions, as a hurried table taps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from statistics import median

import pytest

from companion.decks.catalog import title
from companion.engine.view import Choice, Question
from tests.games.play import Sitting

SIX = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede")
BOARD = (
    '{"die":{"sunny":2,"storm":2,"other":2,"another":0},"weather-low":{'
    '"sunny":{"generator":0,"boiler":0,"rescue":4,"freezing":0},"storm":{"generator":2,"boiler":2,"rescue":1,"freezing":2},'
    '"other":{"generator":1,"boiler":1,"rescue":2,"freezing":1},"another":{"generator":0,"boiler":0,"rescue":0,"freezing":0}},'
    '"rescue":12,"rescue-fuel":9,"freezing":8,"fuel-spaces":{"helicopter":4,"shed":3}}'
)
"""A board that somebody drew for a test: no figure of the game's."""
MOST = {"phases": 12, "sums": 15, "complete": 30}
ROUNDS = 40
STOPS = 0.35
"""How often a leader stops after a card."""


def sitting(depth: str) -> Sitting:
    """Six people before their first round."""
    here = title("the-thing")
    setup = {"players": list(SIX), "options": {"depth": depth, "board": BOARD}}
    game = Sitting(here.game, here.decklist, setup)
    assert game.refused is None
    game.do("sheets")
    return game


def tap(game: Sitting, dice: random.Random) -> tuple[int, str]:
    """One action on the shortest way a table takes: how many taps it was, and what was said."""
    said: Mapping[str, object] = {}
    for taps in range(1, 8):
        question = game.game.ask(game.decklist, game.course.table, said, title("the-thing").words["es"])
        assert not question.fields, (question.text, "a form in the course of a round")
        choice = chosen(question, game, dice)
        if choice.done:
            for one in (choice.said, *choice.then):
                assert game.say(**{str(key): value for key, value in one.items()}) == "ok", one
            return taps, str(choice.said["action"])
        said = choice.said
    raise AssertionError("a way without an end")


def chosen(question: Question, game: Sitting, dice: random.Random) -> Choice:
    """What a table taps: any of what is open, but for leaving, and for a leader who goes on as often as not."""
    open_ = [c for group in question.groups if not group.quiet for c in group.choices if c.refusal is None]
    stop = [c for c in open_ if c.said["action"] == "stop"]
    votes = [c for c in open_ if c.said["action"] == "vote" and not c.then]
    if stop and (len(open_) == 1 or dice.random() < STOPS):
        return stop[0]
    return dice.choice(votes or [c for c in open_ if c not in stop] or open_)


def rounds(depth: str) -> list[int]:
    """The taps of each of many rounds, from game to game."""
    dice, taken = random.Random(18), list[int]()
    while len(taken) < ROUNDS:
        game, taps, number = sitting(depth), 0, 1
        for _ in range(400):
            if game.state["status"] == "ended" or game.state["step"] in ("ending", "escape", "rescue") or number > 4:
                break
            taps += tap(game, dice)[0]
            if game.state["round"] > number:
                number, taps = game.state["round"], taken.append(taps) or 0
    return taken


@pytest.mark.parametrize("depth", MOST)
def test_a_round_takes_no_more_taps_than_promised(depth: str) -> None:
    found = rounds(depth)
    assert len(found) >= ROUNDS
    assert median(found) <= MOST[depth], sorted(found)
