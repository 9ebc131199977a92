"""Clauses for a SAT solver, with the shapes that a model of cards needs: one of these, at least so many of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Solver

SOLVER = "glucose4"


class TooHard(Exception):
    """A question took more than the patience there was for it."""


class Clauses:
    """SAT clauses over numbered variables; a literal is a variable, or its number below zero.

    `yes` is true in every solution. Clauses are only ever added, so that what the solver has learnt stays true.
    """

    def __init__(self, patience: int = 0) -> None:
        """Start without clauses. `patience`: conflicts after which a question is given up (`TooHard`); 0 for none."""
        self._solver, self._patience = Solver(name=SOLVER), patience
        self._variables = 0
        self.yes = self.new()
        self.add(self.yes)

    def new(self) -> int:
        self._variables += 1
        return self._variables

    def add(self, *literals: int) -> None:
        """Demand that at least one of these holds."""
        self._solver.add_clause(literals)

    def has(self, literals: Iterable[int]) -> bool:
        """Return True if a solution exists in which all `literals` hold. Raise `TooHard` if the solver runs out of
        patience."""
        if self._patience:
            self._solver.conf_budget(self._patience)
            found = self._solver.solve_limited(assumptions=list(literals))
            if found is None:
                raise TooHard
            return bool(found)
        return bool(self._solver.solve(assumptions=list(literals)))

    def close(self) -> None:
        """Give back the solver's memory; nothing can be asked afterwards."""
        self._solver.delete()

    # Shapes

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Demand that exactly one of these holds."""
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Demand that at most one of these holds."""
        before = 0
        for k, literal in enumerate(literals):
            if before:
                self.add(-before, -literal)
            if k + 1 == len(literals):
                return
            here = self.new()
            self.add(-literal, here)
            if before:
                self.add(-before, here)
            before = here

    def any_of(self, literals: Sequence[int]) -> int:
        """Return a literal that is true exactly where at least one of `literals` is."""
        if not literals:
            return -self.yes
        if len(literals) == 1:
            return literals[0]
        found = self.new()
        self.add(-found, *literals)
        for literal in literals:
            self.add(found, -literal)
        return found

    def all_of(self, literals: Sequence[int]) -> int:
        """Return a literal that is true exactly where all of `literals` are."""
        return -self.any_of([-literal for literal in literals])

    def at_least(self, literals: Sequence[int], many: int) -> int:
        """Return a literal that is true exactly where at least `many` of `literals` are."""
        if many <= 0:
            return self.yes
        if many > len(literals):
            return -self.yes
        if many == 1:
            return self.any_of(literals)
        counted = [self.yes] + [-self.yes] * many  # counted[j]: at least j of those so far
        for k, literal in enumerate(literals):
            for j in range(min(many, k + 1), 0, -1):
                counted[j] = self._one_more(counted[j], counted[j - 1], literal)
        return counted[many]

    def _one_more(self, enough: int, one_short: int, literal: int) -> int:
        """Return a literal for `enough`, or `one_short` and `literal` together."""
        if one_short == self.yes and enough == -self.yes:
            return literal
        found = self.new()
        self.add(found, -enough)
        self.add(found, -one_short, -literal)
        self.add(-found, enough, one_short)
        self.add(-found, enough, literal)
        return found

    def exactly(self, literals: Sequence[int], many: int) -> None:
        """Add clauses under which exactly `many` of `literals` hold."""
        self.add(self.at_least(literals, many))
        self.add(-self.at_least(literals, many + 1))
