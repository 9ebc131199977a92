"""Referees that are wrong on purpose, each in one way, so that it can be seen that agreement notices them.

All lean on the judge and spoil what it is told or what it says. What each spoils is what a real referee may get wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from tests.lab.judge.judge import Judge
from tests.lab.judge.public import Verdict
from tests.lab.judge.table import Line

Answer = tuple[str, Collection[str]]


class Stub:
    """The judge itself, told everything: it must agree."""

    def __init__(self, setup: Line) -> None:
        self.judge = Judge(setup)

    def check(self, said: Sequence[Line], check: Line) -> Answer:
        """Answer as the judge does, save for the fault."""
        answer = self.judge.check(self.heard(said[1:]), check)
        return self.spoken(answer, check)

    def heard(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Spoil what is told."""
        return lines

    def spoken(self, answer: Verdict, check: Line) -> Answer:
        """Spoil what is said."""
        return answer.verdict, answer.rules


class FirstShown(Stub):
    """Stub that takes the card shown first for an offer as given."""

    def heard(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Drop every further showing for the same offer."""
        kept: list[Line] = []
        offered = False
        for line in lines:
            gift = line["action"] == "check" and line["what"] in ("exchange", "round")
            if gift and offered:
                continue
            if gift:
                offered = True
            elif line["action"] not in ("check", "show"):
                offered = False
            kept.append(line)
        return kept


class Forgetful(Stub):
    """Stub that forgets at an undo all that was shown before."""

    def heard(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Drop what was shown before the last undo."""
        undone = max((k for k, line in enumerate(lines) if line["action"] == "undo"), default=-1)
        return [line for k, line in enumerate(lines) if k > undone or line["action"] != "check"]


class Rash(Stub):
    """Stub that acquits for want of proof."""

    def spoken(self, answer: Verdict, check: Line) -> Answer:
        """Say legal where it depends."""
        return ("legal" if answer.verdict == "undetermined" else answer.verdict), answer.rules


class Harsh(Stub):
    """Stub that condemns on suspicion."""

    def spoken(self, answer: Verdict, check: Line) -> Answer:
        """Say illegal where it may be."""
        if answer.verdict == "undetermined" and answer.possible:
            return "illegal", answer.possible
        return answer.verdict, answer.rules


class Timid(Stub):
    """Never follows a card from hand to hand: it knows what was shown of hands only."""

    def heard(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Drop what was shown of gifts."""
        return [line for line in lines if line["action"] != "check" or line["what"] == "hand"]


class Wordy(Stub):
    """Stub that names a rule too many."""

    def spoken(self, answer: Verdict, check: Line) -> Answer:
        """Name another rule as well."""
        more = {"hand.size"} if answer.verdict == "illegal" and check["what"] == "hand" else set[str]()
        return answer.verdict, answer.rules | more


STUBS: Mapping[str, Callable[[Line], Stub]] = {
    "itself": Stub,
    "first-shown": FirstShown,
    "forgetful": Forgetful,
    "rash": Rash,
    "harsh": Harsh,
    "timid": Timid,
    "wordy": Wordy,
}
"""Those that can be named on the command line."""
