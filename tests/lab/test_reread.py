"""Repeated checks in one game: they go on from where the referee was told; the answer is that of a game told anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.decks.catalog import title
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, Line, Reread, Step
from companion.engine.hidden.told import Story
from tests.lab.harness.many_games import Series, play

RULES = title("la-cosa")
assert RULES.game.referee is not None
REFEREE = RULES.game.referee


def watched(seed: str, judge: object, games: int = 3) -> None:
    """Play games whose referee judges by `judge`, and assert that the twin agrees."""
    both = replace(RULES.game, referee=replace(REFEREE, judge=judge))  # type: ignore[arg-type]
    for plan in Series("la-cosa", games, seed, (5, 8), people=("careless",), most_turns=15, slips=0, looks=0.1).plans():
        assert not play(replace(RULES, other_rules=both), plan).differences


def test_every_answer_is_the_same() -> None:
    taken_up = 0

    def twice(decklist: Decklist, line: Line, check: Action) -> Finding:
        nonlocal taken_up
        assert isinstance(line, Reread)
        taken_up += Story in line.kept
        anew = REFEREE.judge(decklist, list(line), check)
        assert REFEREE.judge(decklist, line, check) == anew
        assert REFEREE.tell(decklist, line, check, anew) == REFEREE.tell(decklist, list(line), check, anew)
        return anew

    watched("answers", twice)
    assert taken_up > 10


def test_whatever_is_undone_in_between() -> None:
    """After an undo, another action in place of the last, or a sight that has faded, nothing of before is left."""
    rng = Random("undone")
    asked = 0

    def otherwise(line: Line) -> Iterator[list[Step]]:
        steps = list(line)
        k = rng.randrange(1, len(steps) + 1)
        yield steps[:k]
        yield steps[:k] + [replace(step, sights=()) for step in steps[k:]]
        yield [replace(step, sights=tuple(replace(s, faded=True) for s in step.sights)) for step in steps]

    def also(decklist: Decklist, line: Line, check: Action) -> Finding:
        nonlocal asked
        assert isinstance(line, Reread)
        for steps in otherwise(line):
            if check.player in steps[-1].after.seats:
                asked += 1
                kept = REFEREE.judge(decklist, Reread(steps, line.kept), check)
                assert kept == REFEREE.judge(decklist, steps, check)
        return REFEREE.judge(decklist, line, check)

    watched("undone", also, games=2)
    assert asked > 20
