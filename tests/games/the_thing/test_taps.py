"""Taps of a round at each depth: played through the questions, as a hurried table taps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from statistics import median

import pytest

from companion.decks.catalog import title
from companion.engine.view import Choice, Question
from companion.service.live.games import GameService, Snapshot
from companion.store.memory import MemoryStore
from tests.games.play import seated
from tests.games.walk import NAMES, fill

BOARD = (
    '{"die":{"sunny":2,"storm":2,"other":2,"another":0},"weather-low":{'
    '"sunny":{"generator":0,"boiler":0,"rescue":4,"freezing":0},"storm":{"generator":2,"boiler":2,"rescue":1,"freezing":2},'
    '"other":{"generator":1,"boiler":1,"rescue":2,"freezing":1},"another":{"generator":0,"boiler":0,"rescue":0,"freezing":0}},'
    '"rescue":12,"rescue-fuel":9,"freezing":8,"fuel-spaces":{"helicopter":4,"shed":3}}'
)
"""Board drawn for a test: no figure of the game's."""
TABLES = {
    "the-thing": ((6,), BOARD),
    "the-thing-outpost": ((6,), BOARD.removesuffix("}") + ',"runaway":20}'),
    "the-thing-coop": ((1, 2, 3), BOARD),
}
"""Numbers of people, game after game, and the figures of their board."""
MOST = {"phases": 8, "sums": 8, "complete": 25}
ROUNDS = 40
STOPS = 0.35
"""Rate at which a leader stops after a card."""


def open_choices(question: Question) -> list[Choice]:
    """Return the choices in the course of play."""
    return [one for group in question.groups if not group.quiet for one in group.choices if one.refusal is None]


def chosen(question: Question, dice: random.Random) -> Choice | None:
    """Return the choice that a table taps at random, or None for a form.

    A table does not leave, a leader goes on as often as not, and what can be said in one breath is.
    """
    open_ = open_choices(question)
    stop = [one for one in open_ if one.said["action"] == "stop"]
    votes = [one for one in open_ if one.said["action"] == "vote" and not one.then]
    if stop and (len(open_) == 1 or dice.random() < STOPS):
        return stop[0]
    most = max(len(one.then) for one in open_) if open_ else 0
    whole = votes or [one for one in open_ if one not in stop and len(one.then) == most]
    return None if question.fields else dice.choice(whole or open_)


def filled(game: Snapshot, question: Question, dice: random.Random) -> tuple[int, Mapping[str, object]]:
    """Fill a form in a round, and return its taps and action: dice that the tablet rolls, or the rooms of the Alien's
    cards."""
    if all(field.kind == "dice" for field in question.fields):
        taps, values = 0, fill(question.fields, dice)
    else:
        assert game.state["covered"], (question.text, "a form in the course of a round")
        rooms = dice.sample([value for value, _ in question.fields[0].options if value], len(question.fields))
        taps, values = 2 * len(rooms), {one.name: [room] for one, room in zip(question.fields, rooms, strict=True)}
    return taps, game.title.game.assemble(game.title.decklist, game.table, question.said, values)


def tap(tables: GameService, game: Snapshot, dice: random.Random) -> tuple[int, Snapshot]:
    """Say one action on the shortest way a table takes, and return its number of taps and the table after it."""
    said: Mapping[str, object] = {}
    here = game.title
    for taps in range(1, 16):
        question = here.game.ask(here.decklist, game.table, said, here.words["es"])
        if not open_choices(question) and not question.fields:
            said = {}  # a way that leads nowhere: a touch back
            continue
        choice = chosen(question, dice)
        more, made = filled(game, question, dice) if choice is None else (0, choice.said)
        if choice is None or choice.done:
            return taps + more, tables.say_all(game.id, [dict(one) for one in (made, *(choice.then if choice else ()))])
        said = choice.said
    raise AssertionError("a way without an end")


def rounds(slug: str, depth: str) -> list[int]:
    """Return the taps of each of many rounds, from game to game."""
    dice, taken = random.Random(18), list[int]()
    counts, board = TABLES[slug]
    tables = GameService(MemoryStore(), title)
    while len(taken) < ROUNDS:
        people = NAMES[: counts[len(taken) % len(counts)]]
        setup = {"playthrough": 1, "game": slug, "players": [*people], "options": {"depth": depth, "board": board}}
        game = tables.say(tables.open(setup).id, {"action": "take-sheets"})
        taps, number = 0, 1
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
@pytest.mark.parametrize("slug", TABLES)
def test_a_round_takes_no_more_taps_than_promised(slug: str, depth: str) -> None:
    found = rounds(slug, depth)
    assert len(found) >= ROUNDS
    assert median(found) <= MOST[depth], sorted(found)


def test_the_leader_stops_beside_the_course_of_play_until_somebody_has_acted() -> None:
    question = seated("the-thing-coop", "take-sheets", 'override {"step": "actions"}', players=["Ana"]).ask()
    asked = [group.quiet for group in question.groups for one in group.choices if one.said.get("action") == "stop"]
    assert asked == [True]
