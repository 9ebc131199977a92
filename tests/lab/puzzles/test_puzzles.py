"""The kept puzzles: one answer each, by all states counted, by the referee's clauses, and by the judge."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from companion.decks.catalog import puzzles
from tests.lab.puzzles.made import Beholder, Puzzle, Reason, by_clauses, by_judge, chosen, explained
from tests.lab.puzzles.made import puzzles as puzzles_of

KEPT = puzzles("la-cosa")


def test_there_are_twelve_from_easy_to_hard() -> None:
    assert len(KEPT) == 12
    grades = [one["grade"] for one in KEPT]
    assert grades == sorted(grades) and len(set(grades)) >= 3
    assert len({str(one["lines"]) for one in KEPT}) == 12


@pytest.mark.parametrize("kept", KEPT, ids=range(1, len(KEPT) + 1))
def test_each_has_one_answer_three_times_over(kept: dict[str, Any]) -> None:
    lines = list(kept["lines"])
    beholder = Beholder(kept["setup"])
    for said in lines[:-1]:
        beholder.hear(said)
    assert len(beholder.suspects()) > 1
    beholder.hear(lines[-1])
    assert beholder.knowing.is_exact
    assert beholder.suspects() == by_clauses(kept["setup"], lines) == by_judge(kept["setup"], lines) == {kept["answer"]}
    made = explained(kept["setup"], lines, kept["seat"])
    assert made is not None and made.json() == {**kept, "lines": lines}


@pytest.mark.parametrize("kept", KEPT[:4], ids=range(1, 5))
def test_without_the_cards_of_the_seat_there_are_more_answers(kept: dict[str, Any]) -> None:
    public = [said for said in kept["lines"] if said["action"] != "check"]
    assert by_judge(kept["setup"], public) > {kept["answer"]}


def test_the_same_seed_makes_the_same_puzzles_and_what_is_chosen_is_varied() -> None:
    found = list(islice(puzzles_of("la-cosa", 400), 3))
    assert [one.json() for one in islice(puzzles_of("la-cosa", 400), 3)] == [one.json() for one in found]
    easy, other = replace(found[0], lines=found[0].lines * 2), Puzzle({}, [], "", "", [Reason(0, "", "given")])
    assert chosen([found[0], easy, other], 2) == sorted([found[0], other], key=lambda one: one.grade)
