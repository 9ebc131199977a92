"""Perfect referees for whole games: what the judge by another hand says of a check, and if a finding stands to it."""

from __future__ import annotations

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, Line
from tests.lab.harness.exact_others import KINDS, ExactOther
from tests.lab.harness.harness import Exact, Said
from tests.lab.judge.judge import Judge
from tests.lab.judge.public import Verdict
from tests.lab.twin.clauses import TooHard

SHOWN_BEFORE = {"hand.infected-keeps-one", "exchange.last-infected"}
"""Of somebody who has shown a plain hand before, the referee takes it that they are not infected, where the judge
leaves it open. Nobody is accused by it."""

PATIENCE = 5_000
"""Conflicts after which the judge gives a question up."""


def exact_for(decklist: Decklist) -> Exact | None:
    """Make a perfect referee for one game, or return None if there is none."""
    if decklist.game == "la-cosa":
        return ByAnotherHand()
    return ByClauses(decklist) if decklist.game in KINDS else None


class ByAnotherHand:
    """The judge of `tests/lab/judge`, told a game of La Cosa as a playthrough."""

    def __init__(self) -> None:
        self.judge: Judge | None = None

    def compare(self, told: Line, check: Action, said: list[Said], finding: Finding) -> tuple[str, bool] | None:
        """Put a check, the last of what was said, to the judge."""
        if self.judge is None:
            self.judge = Judge(said[0], PATIENCE)
        verdict = self.judge.check(said[1:-1], said[-1])
        if verdict.verdict == "unknown":
            return f"not judged ({verdict.why})", False
        certain = "open" if verdict.verdict == "undetermined" else f"proven {verdict.verdict}"
        return certain if verdict.fits else "fits no world", refutes(verdict, finding)

    def close(self) -> None:
        """Give the solver's memory back."""
        if self.judge is not None:
            self.judge.worlds.sat.close()


def refutes(verdict: Verdict, finding: Finding) -> bool:
    """Tell whether a finding says what is not so: the contrary, or something certain where the worlds differ."""
    if finding.verdict in (verdict.verdict, "undetermined"):
        return False
    open_still = verdict.verdict == "undetermined" and finding.verdict == "legal"
    return not (open_still and verdict.possible <= SHOWN_BEFORE)


class ByClauses:
    """The perfect referee of one of the two other card games."""

    def __init__(self, decklist: Decklist) -> None:
        self.exact = ExactOther(decklist)

    def compare(self, told: Line, check: Action, said: list[Said], finding: Finding) -> tuple[str, bool] | None:
        """Put a check to all worlds."""
        try:
            exact = self.exact.judge(told, check, finding)
        except TooHard:
            return "too hard to compare", False
        if exact is None:
            return None
        certain = "open" if exact.verdict == "undetermined" else f"proven {exact.verdict}"
        return certain if exact.fits else "fits no world", exact.contradicts(finding)

    def close(self) -> None:
        """Give the solvers' memory back."""
        self.exact.close()
