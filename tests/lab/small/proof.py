"""Assertions about every check of every course, and the rate at which the referee shrugs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from companion.engine.hidden.referee import CHECK, Finding
from companion.games.la_cosa.referee import REFEREE
from tests.lab.small.course import Course, Judged
from tests.lab.small.courses import play
from tests.lab.small.mini import MINIS

Kind = tuple[str, str]
"""Check (`unlawful`: a hand that no player can have come by lawfully), and the exact verdict."""


@cache
def courses(seed: str, many: int, turns: int) -> Sequence[Course]:
    """Play `many` small games; in every third a rule is broken before the referee's eyes."""
    return tuple(play(MINIS[k % 3], f"{seed} {k}", turns, k % 9 > 5) for k in range(many))


def checks(seed: str, many: int, turns: int) -> list[Judged]:
    """Return all checks of these courses with their verdicts."""
    return [judged for course in courses(seed, many, turns) for judged in course.judged]


def again(judged: Judged) -> Finding:
    """Judge the same check once more, by the referee as it is now."""
    return REFEREE.judge(judged.mini.decklist, judged.line, REFEREE.read({"action": CHECK, **judged.check}))


def wrong(judged: Judged, found: Finding) -> str:
    """Return the fault of a finding, or "" for none."""
    exact = judged.truth
    if not exact.fits:
        # No lawful world has these cards: only an accusation has to be true.
        accuses = found.verdict == "illegal" != exact.verdict
        return f"accuses where nothing is proven: {found.rules}" if accuses else ""
    if found.verdict not in (exact.verdict, "undetermined"):
        return f"{found.verdict} where the worlds say {exact.verdict}"
    if bool(found.needs) != (found.verdict == "undetermined"):
        return f"needs {found.needs} for {found.verdict}"
    return ""


def faults(some: Iterable[Judged]) -> list[str]:
    """Return a sentence for every wrong finding."""
    return [f"{told}: {j.check} in {j.mini.name}" for j in some if (told := wrong(j, j.found))]


def said_alone(judged: Judged) -> set[tuple[str, str]]:
    """Return the players who are told that no human is left, and the keys of the words."""
    check = REFEREE.read({"action": CHECK, **judged.check})
    told = REFEREE.tell(judged.mini.decklist, judged.line, check, judged.found)
    phrases = ((player, phrase.key) for player, one in told.items() for phrase in one.advice)
    return {(player, key.rpartition(".")[2]) for player, key in phrases if "nobody-left" in key}


def misnamed(some: Iterable[Judged]) -> float:
    """Return the share of illegal findings that name a rule which no world breaks, or leave one out that each
    breaks."""
    illegal = [j for j in some if j.truth.fits and j.found.verdict == "illegal"]
    return sum(not j.truth.always <= set(j.found.rules) <= j.truth.ever for j in illegal) / len(illegal)


class Shrugs:
    """Counts of decidable checks, and of those that the referee left undetermined."""

    def __init__(self, some: Iterable[Judged]) -> None:
        self.decidable: Counter[Kind] = Counter()
        self.shrugged: Counter[Kind] = Counter()
        for judged in some:
            exact = judged.truth
            if (exact.whole and exact.verdict == "legal") or exact.verdict == "illegal":
                what = judged.check["what"] if exact.whole else "unlawful"
                self.decidable[what, exact.verdict] += 1
                self.shrugged[what, exact.verdict] += judged.found.verdict != exact.verdict

    def rate(self, verdict: str, unlawful: bool = False) -> float:
        """Return the share of shrugs where the truth is this verdict."""
        kinds = [kind for kind in self.decidable if kind[1] == verdict and (kind[0] == "unlawful") == unlawful]
        return sum(self.shrugged[kind] for kind in kinds) / sum(self.decidable[kind] for kind in kinds)

    def __str__(self) -> str:
        return "\n".join(
            f"{what:9} {verdict:8} {self.shrugged[what, verdict]:5} of {many:6}"
            for (what, verdict), many in sorted(self.decidable.items())
        )
