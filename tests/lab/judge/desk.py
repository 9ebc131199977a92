"""A desk for the twins of two games at which nothing is refused and people show their cards between two actions.

The twin plays on as it likes; what it says is told to a sitting, sometimes taken back and said again, and after a
rename under another name. What is true at each moment is kept, so that cards shown after an undo are those of then.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

from tests.lab.judge.follower import ASIDE, Follower, Line
from tests.lab.judge.sitting import Findings, Referee
from tests.lab.judge.tries import AGAIN, NOTHING, OTHERWISE, Trail

PLAYED, UNDONE, REDONE, RENAMED, SHOWN = (
    "play",
    "an undo",
    "undone and done again",
    "somebody renamed",
    "cards shown to all",
)
RESTARTED = "the referee started anew"
EVENTS = (NOTHING, AGAIN, OTHERWISE, PLAYED, UNDONE, REDONE, RENAMED, SHOWN, RESTARTED)
"""The events of which the last one before a check counts."""


class Enough(Exception):
    """The game is over, or nothing more can be learnt of it."""


class Sitting:
    """One game, told to the judge and to a referee (if there is one)."""

    def __init__(self, judge: Follower, setup: Line, make: Callable[[Line], Referee] | None, found: Findings) -> None:
        self.judge, self.setup, self.found = judge, setup, found
        self.referee: Any = make(setup) if make else None
        self.lines: list[Line] = []
        self.trail = Trail()
        self.over = False

    def tell(self, line: Line, event: str = PLAYED) -> None:
        """Tell both a line."""
        self.lines.append(line)
        self.trail.happened(event)
        self.found.acted()

    def ask(self, check: Line, broken: Collection[str] | None, remember: bool) -> None:
        """Put a check to both; `broken`: the rules truly broken, None where that is unknown."""
        cards = str(check.get("cards", check.get("gives")))
        self.found.checked(str(check["what"]), [self.trail.before((check["what"], check.get("player")), cards)])
        mine = self.judge.check(self.lines, check)
        said = (self.setup, *self.lines)
        verdict, rules = self.referee.check(said, check) if self.referee else (mine.verdict, mine.rules)
        self.found.compare(said, check, mine, (verdict, rules), broken)
        if mine.why == ASIDE:
            self.over = True
        if remember:
            if mine.verdict != verdict and "illegal" in (mine.verdict, verdict):
                self.over = True  # from here on both remember something else
            self.lines.append(check)

    def restart(self) -> None:
        """Make the referee read anew what it keeps."""
        if hasattr(self.referee, "restart"):
            self.referee.restart()
        self.trail.happened(RESTARTED)


@dataclass(frozen=True)
class Habits:
    """Rates at which people show their cards."""

    looks: float
    false: float
    """Rate at which the cards shown are made up."""
    remembers: float
    undo: float
    renames: float
    """Rate at which a player is renamed, or the referee starts anew."""

    @classmethod
    def some(cls, rng: Random) -> Habits:
        """Make people who show much or little."""
        return cls(
            looks=rng.choice((0.05, 0.15, 0.4)),
            false=rng.choice((0.2, 0.5)),
            remembers=rng.choice((0.4, 0.8, 1.0)),
            undo=rng.choice((0.0, 0.05, 0.12)),
            renames=rng.choice((0.0, 0.02)),
        )


class Piece(str):
    """A card of the twin that is one copy and no other: equal to nothing but itself, and read as its kind."""

    copy: str

    def __eq__(self, other: object) -> bool:
        return self is other or (not isinstance(other, Piece) and str.__eq__(self, str(other)))

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __deepcopy__(self, memo: object) -> Piece:
        return self


def piece(slug: str, number: int) -> Piece:
    """Make one copy."""
    made = Piece(slug)
    made.copy = f"{slug}.{number}"
    return made


class Desk(ABC):
    """Stand-in for a real desk: it has the names that twins call, and takes their actions."""

    def __init__(self, sitting: Sitting, options: Mapping[str, Any], rng: Random) -> None:
        self.sitting, self.options, self.rng = sitting, options, rng
        self.habits = Habits.some(rng)
        self.world: Any = None
        self.renamed: dict[str, str] = {}
        self.truth: Any = None
        self.undone = False
        """The last action is being taken back, and nothing else may be done until it is done again."""
        self.tale = SimpleNamespace(refused={})

    # ------------------------------------------------------------------ what each game says

    @abstractmethod
    def look(self, truth: Any) -> None:
        """Let a player show cards: `truth` is the world of the moment."""

    @abstractmethod
    def checked(self, table: Any, state: Mapping[str, object]) -> None:
        """Hold the judge's table against what the twin says everybody sees."""

    # ------------------------------------------------------------------ what twins call

    def say(self, said: Mapping[str, object], state: Mapping[str, object] | None = None) -> None:
        """Tell that something was done; sometimes it is taken back, and done again."""
        if self.sitting.over or said["action"] == "end":
            raise Enough
        before, self.truth = self.truth, snapshot(self.world)
        line = self.under_new_names(said)
        self.sitting.tell(line)
        if state and state.get("status", "playing") != "playing":
            raise Enough
        if state:
            self.sitting.judge.catch_up(self.sitting.lines)
            if self.sitting.judge.spot.aside:
                raise Enough
            self.checked(self.sitting.judge.spot.table, state)
        if before is not None and said["action"] != "override" and self.rng.random() < self.habits.undo:
            self._again(before, line)
        if self.rng.random() < self.habits.renames:
            self._rename()
        if self.rng.random() < self.habits.renames:
            self.sitting.restart()

    def _again(self, before: Any, line: Line) -> None:
        rng = self.rng
        self.undone = True
        if rng.random() < 0.5:
            self.look(self.truth)
        self.sitting.tell({"action": "undo"}, UNDONE)
        if rng.random() < 0.7:
            self.look(before)
        self.undone = False
        self.sitting.tell({"action": "redo"} if rng.random() < 0.5 else line, REDONE)
        if rng.random() < 0.5:
            self.look(self.truth)

    def _rename(self) -> None:
        old = self.rng.choice(list(self.world_people()))
        new = f"{old}{len(self.sitting.lines)}"
        self.sitting.tell({"action": "rename", "player": self.renamed.get(old, old), "to": new}, RENAMED)
        self.renamed[old] = new

    def world_people(self) -> Sequence[str]:
        """List who was at the table at the set-up, by the names of then."""
        return [str(name) for name in self.sitting.setup["players"]]  # type: ignore[attr-defined]

    def under_new_names(self, said: Any) -> Any:
        """Put the names of now for those of the set-up."""
        if isinstance(said, str):
            return self.renamed.get(str(said), str(said))
        if isinstance(said, Mapping):
            return {self.renamed.get(key, key): self.under_new_names(value) for key, value in said.items()}
        if isinstance(said, list | tuple):
            return [self.under_new_names(one) for one in said]
        return said

    def ask(self, check: Line, *, true: bool) -> None:
        """Show cards to both; what truly lies there may be remembered."""
        if not self.sitting.over:
            remember = true and self.rng.random() < self.habits.remembers
            self.sitting.ask(self.under_new_names(check), frozenset() if true else None, remember)

    def near_miss(self, said: object, *rules: str) -> None:
        """Try nothing: what is refused changes nothing."""
        self.tale.refused[rules[0]] = self.tale.refused.get(rules[0], 0) + 1

    def check(self, said: object, *verdicts: str, remember: bool = True) -> None:
        """Show nothing: this desk shows what it likes."""
        return

    def expect(self, state: object) -> None:
        """Go on: what everybody sees is held against the judge's table where something is said."""
        return

    def note(self, name: str) -> None:
        """Go on."""
        return

    def over(self, ending: str, winner: str) -> None:
        """End."""
        raise Enough


def snapshot(world: Any) -> Any:
    """Copy a world, but for its dice."""
    made = copy.copy(world)
    for name, value in vars(world).items():
        if isinstance(value, dict | list | set):
            setattr(made, name, copy.deepcopy(value))
    return made


def as_shown(cards: Collection[str], rng: Random) -> list[str]:
    """Read cards by copy or by kind."""
    by_copy = rng.choice((0.0, 0.5, 1.0))
    return [card.copy if isinstance(card, Piece) and rng.random() < by_copy else str(card) for card in cards]
