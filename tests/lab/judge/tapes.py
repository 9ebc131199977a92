"""Games with the judge's verdicts written down: many referees are held against it, and it is asked once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from tests.lab.judge.agreement import Agreement, outcome
from tests.lab.judge.parts import GAMES
from tests.lab.judge.public import Verdict
from tests.lab.judge.sitting import Referee
from tests.lab.judge.table import Line

Answer = tuple[str, tuple[str, ...]]
FAILED: Answer = ("failed", ())


@dataclass
class Asked:
    """One check: how many lines were said before it, what the judge says and what the sound referee said."""

    said: int
    check: Line
    judge: Verdict
    broken: Collection[str] | None
    sound: Answer


@dataclass
class Tape(Agreement):
    """One game: every line, the set-up first, and every check that was put to both."""

    number: int = 0
    lines: tuple[Line, ...] = ()
    asked: list[Asked] = field(default_factory=list)

    def compare(
        self,
        said: Sequence[Line],
        check: Line,
        mine: Verdict,
        other: tuple[str, Collection[str]],
        broken: Collection[str] | None,
    ) -> None:
        """Write a check down."""
        self.lines = tuple(said)
        self.asked.append(Asked(len(said), check, mine, broken, _answer(other)))


def recorded(game: str, seed: str, number: int, make: Callable[[Line], Referee]) -> Tape:
    """Play a game with the sound referee and write it down."""
    tape = Tape(number=number)
    import_module(GAMES[game]).one_game(seed, number, make, tape)
    return tape


def _answer(other: tuple[str, Collection[str]]) -> Answer:
    return other[0], tuple(sorted(other[1]))


def parting(tape: Tape, make: Callable[[Line], Referee]) -> str:
    """Play a tape to another referee: say how its answer differs, where that of the sound one does not; else nothing.

    A referee that fails differs as well.
    """
    if not tape.asked:
        return ""
    try:
        referee = make(tape.lines[0])
        for asked in tape.asked:
            answer = _answer(referee.check(tape.lines[: asked.said], asked.check))
            if answer != asked.sound and (found := _differs(asked, answer)):
                return found
    except Exception as fault:
        return f"failed: {type(fault).__name__}"
    return ""


def _differs(asked: Asked, answer: Answer) -> str:
    kind = outcome(asked.judge, *answer)
    if kind == "not judged" and asked.broken is not None:
        return "false" if answer[0] == ("legal" if asked.broken else "illegal") else ""
    return "" if kind.split(", ")[-1] in ("same", "not judged") else kind
