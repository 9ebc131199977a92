"""The proof's referee takes up what it knew at its last check; it knows then what it would know had it folded anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.decks.catalog import title
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden import Finding, Line, Reread, Step
from companion.engine.state import Table
from companion.games.la_cosa.referee.recall import Knowledge, own, recall
from companion.games.la_cosa.referee.worlds import Shown
from companion.lab.harness.aggregate import Series
from companion.lab.harness.runner import play

RULES = title("la-cosa")
assert RULES.game.witness is not None
WITNESS = RULES.game.witness


def all_that_is(known: Knowledge) -> list[object]:
    """Everything that is known, to be compared."""
    return [vars(known.roles), vars(known.places), known.hanging, known.redirected, known.table]


def watched(seed: str, judge: object) -> None:
    """Games whose referee is this one."""
    both = replace(RULES.game, witness=replace(WITNESS, judge=judge))  # type: ignore[arg-type]
    for plan in Series(3, seed, (5, 8, 12), people=("careless",), most_turns=30, slips=0, looks=0.1).plans():
        assert not play(both, RULES.decklist, plan).differences


def test_every_answer_is_the_same() -> None:
    taken_up = 0

    def twice(decklist: Decklist, line: Line, check: Action) -> Finding:
        nonlocal taken_up
        assert isinstance(line, Reread)
        taken_up += bool(line.folded)
        anew = WITNESS.judge(decklist, list(line), check)
        assert WITNESS.judge(decklist, line, check) == anew
        return anew

    watched("answers", twice)
    assert taken_up > 30


def test_whatever_is_undone_in_between() -> None:
    """After an undo, another action in place of the last, or a sight that has faded, nothing of before is left."""
    rng = Random("undone")

    def otherwise(line: Line) -> Iterator[list[Step]]:
        steps = list(line)
        yield steps[: rng.randrange(1, len(steps) + 1)]
        k = rng.randrange(len(steps))
        yield steps[:k] + [replace(step, sights=()) for step in steps[k:]]
        yield steps
        faded = [replace(step, sights=tuple(replace(s, faded=True) for s in step.sights)) for step in steps]
        yield faded
        yield steps[:k] + [replace(step, entry=replace(step.entry)) for step in steps[k : k + 1]]

    def also(decklist: Decklist, line: Line, check: Action) -> Finding:
        assert isinstance(line, Reread)
        for steps in otherwise(line):
            again = recall(decklist, Reread(steps, line.folded), by_the_book=False)
            assert all_that_is(again) == all_that_is(recall(decklist, steps, by_the_book=False))
        return WITNESS.judge(decklist, line, check)

    watched("undone", also)


def test_nothing_is_shared() -> None:
    """Where folding on breaks off, what was known before it stays as it was."""
    known = Knowledge(RULES.decklist, Table(players=("ana", "bea", "cid", "dot")), by_the_book=True)
    mine = own(known)
    assert mine.roles.suspects == known.roles.suspects and mine.places.of == known.places.of
    mine.roles.takes("bea", True)
    mine.roles.leaves("cid")
    mine.places.holds_only("ana", ())
    mine.hanging["ana", "bea"] = Shown("whisky")
    assert "cid" in known.roles.living and "cid" in known.roles.suspects["ana"] and not known.hanging
    assert mine.roles.cases("ana", "bea") != known.roles.cases("ana", "bea")
    assert any(mine.places.of[copy] != places for copy, places in known.places.of.items())
