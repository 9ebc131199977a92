"""Clauses for the solver: each shape means what it says, and a check that is too hard is given up, never guessed."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.engine import solver
from companion.engine.solver import FEW, Clauses

PIGEONS = 9


def too_hard() -> Clauses:
    """Return clauses of nine pigeons in eight holes: impossible, and long to find out."""
    clauses = Clauses()
    sits = {(pigeon, hole): clauses.new() for pigeon in range(PIGEONS) for hole in range(PIGEONS - 1)}
    for pigeon in range(PIGEONS):
        clauses.add(*(sits[pigeon, hole] for hole in range(PIGEONS - 1)))
    for hole in range(PIGEONS - 1):
        clauses.at_most_one([sits[pigeon, hole] for pigeon in range(PIGEONS)])
    return clauses


@pytest.mark.parametrize("many", [1, 2, FEW, FEW + 1, FEW + 3])
def test_exactly_one_is_neither_none_nor_two(many: int) -> None:
    clauses = Clauses()
    some = [clauses.new() for _ in range(many)]
    clauses.exactly_one(some)
    assert all(clauses.has([literal]) for literal in some)
    assert not clauses.has([-literal for literal in some])
    assert not any(clauses.has([some[0], literal]) for literal in some[1:])


def test_at_least_so_many_holds_there_and_only_there() -> None:
    clauses = Clauses()
    some = [clauses.new() for _ in range(4)]
    least = [clauses.at_least(some, many) for many in range(6)]
    for world in product((1, -1), repeat=4):
        known = [sign * literal for sign, literal in zip(world, some, strict=True)]
        held = [clauses.has([*known, literal]) for literal in least]
        assert held == [many <= world.count(1) for many in range(6)]
        assert held != [clauses.has([*known, -literal]) for literal in least]


def test_what_is_too_hard_is_taken_for_possible_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "PATIENCE", 50)
    clauses = too_hard()
    assert clauses.has([]) and clauses.given_up == 1
    assert clauses.held(clauses.yes) is None
    assert not clauses.has([-clauses.yes]), "what follows at once is still seen"
    assert clauses.has([clauses.yes]) and clauses.given_up == 2, "the check has no more time"
    monkeypatch.setattr(solver, "PATIENCE", 1_000_000)
    clauses.begin()
    assert not clauses.has([]) and clauses.given_up == 2


def test_what_is_remembered_answers_as_a_search_would() -> None:
    """Asked before and after each new shape and each new fact, always held against all that could be."""
    dice = Random(5)
    for _ in range(25):
        clauses, known = Clauses(), list[tuple[int, ...]]()
        some = [clauses.new() for _ in range(4)]
        shapes = {literal: (lambda world, k=k: world[k]) for k, literal in enumerate(some)}
        for turn in range(8):
            one, two, three = (dice.choice([*shapes]) for _ in range(3))
            a, b, c = (shapes[literal] for literal in (one, two, three))
            kind = turn % 4
            if kind == 0:
                shapes[clauses.any_of((one, -two))] = lambda world, a=a, b=b: a(world) or not b(world)
            elif kind == 1:
                shapes[clauses.either(one, two, three)] = lambda world, a=a, b=b, c=c: (
                    a(world) or (b(world) and c(world))
                )
            elif kind == 2:
                shapes[clauses.at_least((one, two, three), 2)] = lambda w, s=(a, b, c): sum(f(w) for f in s) >= 2
            else:
                fact = tuple(dice.choice((1, -1)) * literal for literal in dice.sample(some, 2))
                clauses.add(*fact)
                known.append(fact)
            worlds = [
                w for w in product((True, False), repeat=4) if all(any(_holds(w, lit) for lit in f) for f in known)
            ]
            for (one, first), (two, second) in product(shapes.items(), repeat=2):
                can = any(first(world) and not second(world) for world in worlds)
                assert clauses.has([one, -two]) == can
                assert not can or (clauses.held(one) is not False and clauses.held(two) is not True)


def _holds(world: tuple[bool, ...], literal: int) -> bool:
    """Return True if a literal of the first variables holds; the very first always does."""
    return world[abs(literal) - 2] == (literal > 0)


def test_what_is_preferred_is_no_more_than_tried_first() -> None:
    clauses = Clauses()
    one, other = clauses.new(), clauses.new()
    clauses.prefer(one, other)
    clauses.add(-one, -other)
    assert clauses.has([one]) and clauses.has([other]) and not clauses.has([one, other])
