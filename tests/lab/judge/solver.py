"""A SAT solver with the few turns of phrase that the worlds are written in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver as Engine

MODELS = 8
"""Worlds found last that are looked at before the engine is asked."""


class OutOfPatience(Exception):
    """A question took more conflicts than allowed."""


class Solver:
    """Clauses that only grow, and questions under assumptions. Literal 1 is always true."""

    def __init__(self, patience: int, engine: str = "glucose4") -> None:
        self.engine = Engine(name=engine)
        self.counts = self.engine.supports_atmost()
        self.top = 1
        self.patience = patience
        self.models: list[list[int]] = []
        self.engine.add_clause([1])

    @property
    def yes(self) -> int:
        """Give the literal that is true."""
        return 1

    @property
    def no(self) -> int:
        """Give the literal that is false."""
        return -1

    def close(self) -> None:
        """Give the engine's memory back."""
        self.engine.delete()

    def fresh(self) -> int:
        """Make a new variable."""
        self.top += 1
        return self.top

    def need(self, *clause: int) -> None:
        """Demand that one of these is true."""
        if 1 in clause:
            return
        if -1 in clause:
            clause = tuple(lit for lit in clause if lit != -1) or (-1,)
        self.engine.add_clause(clause)

    def both(self, one: int, other: int) -> int:
        """Make a literal for `one` and `other`."""
        if -1 in (one, other) or one == -other:
            return -1
        if one == 1 or one == other:
            return other
        if other == 1:
            return one
        made = self.fresh()
        self.need(-made, one)
        self.need(-made, other)
        self.need(made, -one, -other)
        return made

    def either(self, one: int, other: int) -> int:
        """Make a literal for `one` or `other`."""
        return -self.both(-one, -other)

    def any_of(self, lits: Iterable[int]) -> int:
        """Make a literal for: at least one of these."""
        real = [lit for lit in dict.fromkeys(lits) if lit != -1]
        if not real:
            return -1
        if 1 in real or len(real) == 1:
            return 1 if 1 in real else real[0]
        made = self.fresh()
        self.need(-made, *real)
        for lit in real:
            self.need(made, -lit)
        return made

    def at_most_one(self, lits: Sequence[int]) -> None:
        """Demand that no two of these are true."""
        lits = [lit for lit in lits if lit != -1]
        if self.counts and 1 not in lits:
            self.at_most(lits, 1)
            return
        if len(lits) <= 5:
            for i, lit in enumerate(lits):
                for other in lits[i + 1 :]:
                    self.need(-lit, -other)
            return
        before = lits[0]
        for lit in lits[1:]:
            self.need(-before, -lit)
            seen = self.fresh()
            self.need(-before, seen)
            self.need(-lit, seen)
            before = seen

    def exactly(self, lits: Sequence[int], many: int) -> None:
        """Demand that exactly `many` of these are true."""
        if self.counts:
            self.at_most(lits, many)
            self.at_most([-lit for lit in lits], len(lits) - many)
            return
        encoded = CardEnc.equals(lits=list(lits), bound=many, top_id=self.top, encoding=EncType.seqcounter)
        self.top = max(self.top, encoded.nv)
        for clause in encoded.clauses:
            self.need(*clause)

    def at_most(self, lits: Sequence[int], many: int) -> None:
        """Demand that at most `many` of these are true, of an engine that counts."""
        if many < len(lits):
            self.engine.add_atmost(list(lits), many)

    def possible(self, assumed: Sequence[int]) -> bool:
        """Tell whether some world has all of this.

        A world found before answers what was known to ask of then: what was demanded since binds under new selectors.
        """
        if -1 in assumed:
            return False
        if any(_has(model, assumed) for model in self.models):
            return True
        self.engine.conf_budget(self.patience)
        answer = self.engine.solve_limited(assumptions=[lit for lit in assumed if lit != 1])
        if answer is None:
            raise OutOfPatience
        if answer:
            self.models = [self.engine.get_model(), *self.models[: MODELS - 1]]
        return bool(answer)


def _has(model: Sequence[int], assumed: Sequence[int]) -> bool:
    """Tell whether a world has all of this; what is asked last stands at the end, and differs most often."""
    return all(abs(lit) <= len(model) and model[abs(lit) - 1] == lit for lit in reversed(assumed))
