"""How many taps a round of six people takes at each depth: played through the questions, as a hurried table taps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from statistics import median

import pytest

from companion.decks.catalog import title
from companion.engine.view import Choice, Question
from companion.service.live.games import GameService, Snapshot
from companion.store.memory import MemoryStore

SIX = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede")
BOARD = (
    '{"die":{"sunny":2,"storm":2,"other":2,"another":0},"weather-low":{'
    '"sunny":{"generator":0,"boiler":0,"rescue":4,"freezing":0},"storm":{"generator":2,"boiler":2,"rescue":1,"freezing":2},'
    '"other":{"generator":1,"boiler":1,"rescue":2,"freezing":1},"another":{"generator":0,"boiler":0,"rescue":0,"freezing":0}},'
    '"rescue":12,"rescue-fuel":9,"freezing":8,"fuel-spaces":{"helicopter":4,"shed":3}}'
)
"""A board that somebody drew for a test: no figure of the game's."""
BOARDS = {"the-thing": BOARD, "the-thing-outpost": BOARD.removesuffix("}") + ',"runaway":20}'}
MOST = {"phases": 12, "sums": 15, "complete": 30}
ROUNDS = 40
STOPS = 0.35
"""How often a leader stops after a card."""


def sitting(tables: GameService, slug: str, depth: str) -> Snapshot:
    """Six people before their first round."""
    options = {"depth": depth, "board": BOARDS[slug]}
    game = tables.open({"playthrough": 1, "game": slug, "players": [*SIX], "options": options})
    return tables.say(game.id, {"action": "take-sheets"})


def tap(tables: GameService, game: Snapshot, dice: random.Random) -> tuple[int, Snapshot]:
    """One action on the shortest way a table takes: how many taps it was, and the table after it."""
    said: Mapping[str, object] = {}
    here = game.title
    for taps in range(1, 8):
        question = here.game.ask(here.decklist, game.table, said, here.words["es"])
        if question.fields:  # only the Alien turns its cards over on a form
            assert game.state["covered"], (question.text, "a form in the course of a round")
            rooms = dice.sample([value for value, _ in question.fields[0].options if value], len(question.fields))
            filled = {field.name: (room,) for field, room in zip(question.fields, rooms, strict=True)}
            action = here.game.assemble(here.decklist, game.table, question.said, filled)
            return taps + 2 * len(rooms), tables.say(game.id, action)
        choice = chosen(question, dice)
        if choice.done:
            return taps, tables.say_all(game.id, [dict(choice.said), *map(dict, choice.then)])
        said = choice.said
    raise AssertionError("a way without an end")


def chosen(question: Question, dice: random.Random) -> Choice:
    """What a table taps: any of what is open, but for leaving, and for a leader who goes on as often as not."""
    open_ = [c for group in question.groups if not group.quiet for c in group.choices if c.refusal is None]
    stop = [c for c in open_ if c.said["action"] == "stop"]
    votes = [c for c in open_ if c.said["action"] == "vote" and not c.then]
    if stop and (len(open_) == 1 or dice.random() < STOPS):
        return stop[0]
    return dice.choice(votes or [c for c in open_ if c not in stop] or open_)


def rounds(slug: str, depth: str) -> list[int]:
    """The taps of each of many rounds, from game to game."""
    dice, taken = random.Random(18), list[int]()
    tables = GameService(MemoryStore(), title)
    while len(taken) < ROUNDS:
        game, taps, number = sitting(tables, slug, depth), 0, 1
        for _ in range(400):
            if game.state["status"] == "ended" or game.state["step"] in ("ending", "escape", "rescue") or number > 4:
                break
            more, game = tap(tables, game, dice)
            taps += more
            if game.state["round"] > number:
                number, taps = game.state["round"], taken.append(taps) or 0
    return taken


@pytest.mark.long
@pytest.mark.parametrize("depth", MOST)
@pytest.mark.parametrize("slug", BOARDS)
def test_a_round_takes_no_more_taps_than_promised(slug: str, depth: str) -> None:
    found = rounds(slug, depth)
    assert len(found) >= ROUNDS
    assert median(found) <= MOST[depth], sorted(found)
