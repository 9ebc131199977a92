"""Follower of a game: lines are read once, undo and redo walk up and down, and the cards shown are remembered.

    judge.check(lines_so_far, check)         # -> Verdict; lines: actions, undo, redo and remembered checks, in order

A check among the lines is one whose cards truly lay there: it is judged as it comes and teaches, unless it was found
illegal. Lines that begin as those of the call before are not read again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tests.lab.judge.course import Course, Step
from tests.lab.judge.public import Verdict
from tests.lab.judge.solver import OutOfPatience

Line = Mapping[str, object]

ASIDE = "a correction, piles that do not add up, or a check before that was too hard"
PATIENCE = "patience at its end"
NO_WORLD = "no world fits what was told"
NOT_THERE = "somebody who is not at the table"
IN_PILE = "La Cosa began in the draw pile"
"""Why the judge does not say."""


class OutOfScope(Exception):
    """Something was told that the judge does not follow: a correction, or piles that do not add up."""


@dataclass
class Spot:
    """A step with its table, and the cards shown last for what is due there."""

    step: Step
    table: Any
    verb: str
    pending: Mapping[str, str] | None = None
    drawn: Any = None
    """Cards shown that are drawn only now, and lie in the hand or with the discards afterwards."""
    due: Sequence[int] = ()
    """Selectors of all cards shown for what is due: they are there as long as it is."""
    aside: bool = False
    """The judge has lost its way on the road here."""


class Follower(ABC):
    """One game as a judge follows it."""

    worlds: Any

    def __init__(self, setup: Line, patience: int = 20_000) -> None:
        self.setup, self.patience = setup, patience
        self._begin()

    # ------------------------------------------------------------------ what each game says

    @abstractmethod
    def opened(self) -> Any:
        """Lay the table of the set-up line."""

    @abstractmethod
    def all_worlds(self, table: Any) -> Any:
        """Make the solver's side for a table."""

    @abstractmethod
    def told(self, table: Any, line: Line) -> tuple[Any, Sequence[Any]]:
        """Read an action: the table after it, and what happened."""

    @abstractmethod
    def verdict(self, check: Line) -> Verdict:
        """Judge a check at the spot where play is."""

    @abstractmethod
    def remember(self, check: Line) -> None:
        """Remember what a check showed that fits a world."""

    def stepped(self, before: Spot, spot: Spot, again: bool) -> None:
        """Look at a step that was just made, or restored (`again`)."""
        return

    def misfit(self, check: Line) -> None:
        """Note that a check fits no world."""
        return

    # ------------------------------------------------------------------ the course

    def _begin(self) -> None:
        table = self.opened()
        self.worlds = self.all_worlds(table)
        self.course = Course(self.worlds)
        self.standing = [Spot(self.course.root, table, "")]
        self.undone: list[Spot] = []
        self.read: list[Line] = []
        self.asked: dict[str, tuple[int, Verdict]] = {}
        self.unheard = False
        """A check was too hard to judge: whether it teaches is not known, nor what follows from it."""

    @property
    def spot(self) -> Spot:
        """Give the last step that stands."""
        return self.standing[-1]

    def close(self) -> None:
        """Give the solver's memory back."""
        self.worlds.sat.close()

    def check(self, lines: Sequence[Line], check: Line) -> Verdict:
        """Judge a check after these lines."""
        self.catch_up(lines)
        return self._judge(check)

    def catch_up(self, lines: Sequence[Line]) -> None:
        """Read the lines that are new."""
        known = len(self.read)
        if list(lines[:known]) != self.read:
            self.close()
            self._begin()
            known = 0
        for line in lines[known:]:
            self.tell(line)

    def tell(self, line: Line) -> None:
        """Read one line."""
        verb = line["action"]
        if verb == "undo":
            self.undone.append(self.standing.pop())
            self.course.now = self.spot.step
        elif verb == "redo":
            self.standing.append(self.undone.pop())
            self.course.now = self.spot.step
            self.stepped(self.standing[-2], self.spot, True)
        elif verb == "check":
            self._learn(line)
        else:
            self._act(line)
            self.undone.clear()
        self.read.append(dict(line))

    def _act(self, line: Line) -> None:
        before, verb = self.spot, str(line["action"])
        if not before.aside:
            try:
                table, events = self.told(before.table, line)
            except OutOfScope:
                pass
            else:
                after = Spot(self.course.go(events), table, verb)
                self.standing.append(after)
                self.stepped(before, after, False)
                return
        self.standing.append(Spot(before.step, before.table, verb, aside=True))

    # ------------------------------------------------------------------ checks

    def _learn(self, check: Line) -> None:
        verdict = self._judge(check)
        self.unheard = self.unheard or verdict.why == PATIENCE
        if self.spot.aside or verdict.verdict == "illegal":
            return
        if verdict.fits:
            self.remember(check)
        else:
            self.misfit(check)

    def possible(self) -> bool:
        """Tell whether some world fits what was told."""
        return bool(self.worlds.possible(self.course.binding()))

    def _judge(self, check: Line) -> Verdict:
        spot = self.spot
        if spot.aside or self.unheard:
            return silent(ASIDE)
        key = repr(sorted(check.items(), key=str))
        memory = sum(len(step.seen) for step in spot.step.path()) + len(self.read)
        if key in self.asked and self.asked[key][0] == memory:
            return self.asked[key][1]
        try:
            verdict = self.verdict(check)
            if not verdict.fits and not self.possible():
                verdict = silent(NO_WORLD)
        except OutOfPatience:
            verdict = silent(PATIENCE)
        except KeyError:
            verdict = silent(NOT_THERE)
        self.asked = {key: (memory, verdict)}
        return verdict


def silent(why: str) -> Verdict:
    """Make the answer of a judge that does not say."""
    return Verdict("unknown", fits=False, why=why)


def texts(cards: object) -> tuple[str, ...]:
    """Read a list of texts."""
    return tuple(str(card) for card in cast("Sequence[object]", cards))


def discarded(check: Line) -> tuple[str, ...]:
    """Read the cards of a discard."""
    return texts(check["cards"]) if "cards" in check else (str(check["card"]),)
