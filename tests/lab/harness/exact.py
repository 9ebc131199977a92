"""A perfect referee for whole games: what the judge by another hand says of a check, and if a finding stands to it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from companion.engine.hidden.referee import Finding
from tests.lab.harness.harness import Said
from tests.lab.judge.public import Verdict

JUDGES = {
    "la-cosa": "tests.lab.judge.judge",
    "dos-barajas": "tests.lab.judge.dos_barajas.judge",
    "la-criatura": "tests.lab.judge.la_criatura.judge",
}
"""Where the `Judge` of each game stands."""

PATIENCE = 5_000
"""Conflicts after which a judge gives a question up."""


class Judge(Protocol):
    """One game as a judge follows it."""

    def check(self, lines: Sequence[Said], check: Said) -> Verdict:
        """Judge a check after these lines."""

    def close(self) -> None:
        """Give the solver's memory back."""


class Exact:
    """The judge of one game, told a playthrough."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._judge: Judge | None = None

    def compare(self, said: Sequence[Said], finding: Finding) -> tuple[str, bool]:
        """Say how the last check of a playthrough stands in all worlds, and whether they refute the finding."""
        if self._judge is None:
            self._judge = import_module(JUDGES[self._game]).Judge(said[0], PATIENCE)
        verdict = self._judge.check(said[1:-1], said[-1])
        if verdict.verdict == "unknown":
            return f"not judged ({verdict.why})", False
        certain = "open" if verdict.verdict == "undetermined" else f"proven {verdict.verdict}"
        return certain if verdict.fits else "fits no world", refutes(verdict, finding)

    def close(self) -> None:
        """Give the solver's memory back."""
        if self._judge is not None:
            self._judge.close()


def refutes(verdict: Verdict, finding: Finding) -> bool:
    """Tell whether a finding says what is not so: the contrary, or something certain where the worlds differ."""
    return finding.verdict not in (verdict.verdict, "undetermined")
