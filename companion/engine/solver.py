"""Clauses for a SAT solver, with the shapes that a model of cards needs: one of these, at least so many of these.

The solver is python-sat's Glucose 4 (docs/decisions/0033-python-sat-reasons-for-the-referee.md). It is compiled, and
there are machines without it: `is_here` says so, and nothing is imported before somebody asks.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations

PATIENCE = 800
"""Conflicts in a check after which its questions are given up, in a long game: about a tenth of a second."""

LARGE, MOST = 40_000, 5
"""The variables of such a model. A smaller one, whose conflicts cost less, has more of them: so many times at most."""


FEW = 6
"""Of so many that exclude each other each pair is a clause; of more a chain of new variables says so."""


KEPT = 6
"""So many solutions are remembered: a question that one of them answers takes no search."""


@cache
def is_here() -> bool:
    """Return True if this machine has a solver."""
    return find_spec("pysat") is not None


def load() -> None:
    """Bring the solver into this process; else the first clause does. It takes a while in a browser."""
    import_module("pysat.solvers")


class Clauses:
    """Knowledge as clauses over numbered variables; a literal is a variable, or its number below zero.

    `yes` is true in every solution. Clauses are only ever added, so that what the solver has learnt stays true.
    """

    def __init__(self, patience: int = 1) -> None:
        """`patience`: so many times as many conflicts as usual before questions are given up."""
        from pysat.solvers import Glucose4  # itself, not by its name: a clause is told with half the calls

        self._solver = Glucose4()
        self._add = self._solver.add_clause
        self._variables = 0
        self._found: list[array[int]] = []
        """The solutions found since something was said: of each variable its literal, or 0 where either would do."""
        self._last: array[int] | None = None
        self._patience = patience
        self.given_up = 0
        self._so: set[int] = set()
        self.begin()
        self.yes = self.new()
        self.add(self.yes)

    @property
    def size(self) -> int:
        """Number of variables."""
        return self._variables

    def new(self) -> int:
        """Make a variable."""
        self._variables += 1
        for solution in self._found:
            solution.append(0)
        return self._variables

    def add(self, *literals: int) -> None:
        """One of these holds."""
        if self._found:
            self._found.clear()
        if len(literals) == 1:
            self._so.add(literals[0])
        self._add(literals)

    def known(self, literal: int) -> int:
        """Return the literal, or `yes` or its contrary if it was set outright."""
        return self.yes if literal in self._so else -self.yes if -literal in self._so else literal

    def prefer(self, *literals: int) -> None:
        """Set what is tried first while nothing is known: it decides how soon a solution is found, never if."""
        self._solver.set_phases([literal for literal in literals if abs(literal) != self.yes])

    def begin(self) -> None:
        """Begin a check with a fresh budget of conflicts."""
        times = min(MOST, max(1.0, LARGE / max(1, self._variables)))
        self._left = int(PATIENCE * self._patience * times)

    def has(self, literals: Iterable[int]) -> bool:
        """Return True if there is a solution with all of these, or if the question was too hard to tell.

        `given_up` counts the latter: what is not known to be impossible counts as possible.
        """
        wanted = [literal for literal in literals if literal != self.yes]
        for solution in self._found:
            if all(solution[abs(literal) - 1] == literal for literal in wanted):
                self._last = solution
                return True
        found, self._last = self._asked(wanted), None
        self.given_up += found is None
        if found:
            self._last = array("i", self._solver.get_model())
            self._last.extend([0] * (self._variables - len(self._last)))
            self._found = [self._last, *self._found[: KEPT - 1]]
        return found is not False

    def has_at_once(self, literals: Iterable[int]) -> bool:
        """Return True unless something against these follows without a search; a thousandth of the work."""
        return bool(self._solver.propagate(assumptions=list(literals))[0])

    def _asked(self, literals: list[int]) -> bool | None:
        if self._left <= 0:
            return None if self.has_at_once(literals) else False
        before = self._conflicts()
        self._solver.conf_budget(self._left)
        found: bool | None = self._solver.solve_limited(assumptions=literals)
        self._left -= self._conflicts() - before
        return found

    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def held(self, literal: int) -> bool | None:
        """Return the value of a literal in the solution found last; None if none was found, or it says nothing of
        it."""
        value = self._last[abs(literal) - 1] if self._last else 0
        return value == literal if value else None

    def close(self) -> None:
        """Give back the solver's memory; nothing can be asked afterwards."""
        self._solver.delete()

    # Shapes

    def exactly_one(self, literals: Sequence[int]) -> None:
        """One of these holds, and only one."""
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Not two of these hold."""
        if len(literals) <= FEW:
            for one, other in combinations(literals, 2):
                self.add(-one, -other)
            return
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

    def any_of(self, literals: Iterable[int]) -> int:
        """Return a literal that holds exactly if one of these does."""
        so, some = self._so, dict[int, None]()
        for literal in literals:
            if literal in so:
                return self.yes
            if -literal not in so:
                some[literal] = None
        if len(some) < 2:
            return next(iter(some), -self.yes)
        found, add = self.new(), self._add
        add([-found, *some])
        for literal in some:
            add([found, -literal])
        for solution in self._found:
            solution[found - 1] = found * max(_held(solution, literal) for literal in some)
        return found

    def all_of(self, literals: Sequence[int]) -> int:
        """Return a literal that holds exactly if all of these do."""
        return -self.any_of([-literal for literal in literals])

    def at_least(self, literals: Sequence[int], many: int) -> int:
        """Return a literal that holds exactly if at least `many` of these do."""
        return self.counted(literals, many)[many] if many > 0 else self.yes

    def counted(self, literals: Sequence[int], most: int) -> list[int]:
        """For each number up to `most`, a literal that holds where at least so many of these do, and only there."""
        counted = [self.yes] + [-self.yes] * most
        for k, literal in enumerate(literals):
            for j in range(min(most, k + 1), 0, -1):
                counted[j] = self._one_more(counted[j], counted[j - 1], literal)
        return counted

    def either(self, one: int, when: int, other: int) -> int:
        """Return a literal that holds exactly if `one` does, or `when` and `other` do."""
        so = self._so
        if one in so or -one in so or when in so or -when in so or other in so or -other in so:
            return self.any_of((one, self.all_of((when, other))))
        return self._one_more(one, other, when)

    def _one_more(self, enough: int, one_short: int, literal: int) -> int:
        """`enough`, or `one_short` and this."""
        if one_short == self.yes and enough == -self.yes:
            return literal
        if one_short == -self.yes:
            return enough
        found, add = self.new(), self._add
        add((found, -enough))
        add((found, -one_short, -literal))
        add((-found, enough, one_short))
        add((-found, enough, literal))
        for solution in self._found:
            a, b, c = (_held(solution, lit) for lit in (enough, one_short, literal))
            solution[found - 1] = found * max(a, min(b, c))
        return found

    def exactly(self, literals: Sequence[int], many: int) -> None:
        """Demand that exactly `many` of these hold."""
        counted = self.counted(literals, many + 1)
        self.add(counted[many])
        self.add(-counted[many + 1])


def _held(solution: Sequence[int], literal: int) -> int:
    """1 where a literal holds in a solution, -1 where it does not, 0 where either would do."""
    value = solution[abs(literal) - 1]
    return 0 if not value else 1 if value == literal else -1
