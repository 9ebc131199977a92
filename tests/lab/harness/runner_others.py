"""The simulators of the games beside La Cosa: what each provides, and many of its games summed up in one document.

A simulator is a package `tests/lab/twin/<game>/` that exports `SIMULATOR`: it plays whole games with hidden cards
of its own and tells the companion every action through a `Desk`. It shares nothing with `games` but the names of cards,
verbs and rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast

from companion.decks.catalog import title
from companion.engine.deck import Decklist
from companion.engine.facts import Setting
from tests.lab.harness.harness import Desk, Tale
from tests.lab.harness.many_games import Sums, shown

if TYPE_CHECKING:
    from tests.lab.harness.exact_others import ExactOther


class Simulator(Protocol):
    """A game's twin. `expected`: what many games have to reach: phases, endings, rules, by the names it notes."""

    expected: tuple[str, ...]

    def play(self, desk: Desk, players: int, dice: Random) -> None:
        """Play one game at this desk to its end; what happens is noted in `desk.tale`."""

    def options(self, dice: Random) -> Mapping[str, Setting]:
        """House questions for one game: mostly the usual answers, each other one now and then."""


@dataclass(frozen=True, slots=True)
class Series:
    """Many games of one kind."""

    game: str
    games: int
    seed: str
    players: tuple[int, ...]
    fixed: Mapping[str, Setting] = field(default_factory=dict)
    exact: float = 0.0
    """In which share of the games every verdict is held against all worlds."""

    def enter(self, found: Sum, numbers: range) -> None:
        """Play the games of these numbers and add what came of them."""
        twin, here = simulator(self.game), title(self.game)
        assert twin is not None
        for index in numbers:
            dice = Random(f"{self.seed}/{index}")
            many = self.players[index % len(self.players)]
            options = {**twin.options(dice), **self.fixed}
            exact = Random(f"{self.seed}/exact/{index}").random() < self.exact
            desk = Desk(here.game, here.decklist, options, dice, judge(here.decklist) if exact else None)
            desk.run(lambda at, many=many, dice=dice: twin.play(at, many, dice))  # type: ignore[misc]
            found.enter(desk.tale)

    def json(self) -> dict[str, Any]:
        """As JSON; two series of the same JSON play the same games."""
        return {**asdict(self), "players": list(self.players)}


@dataclass(slots=True)
class Sum(Sums):
    """What came of many games."""

    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)

    def enter(self, tale: Tale) -> None:
        """Add one game."""
        self.games += 1
        self.actions += tale.actions
        self.endings[tale.ending] += 1
        self.winners[tale.winner] += 1
        for name in ("reached", "refused", "verdicts"):
            getattr(self, name).update(getattr(tale, name))
        self.differ(tale.differences)


def judge(decklist: Decklist) -> ExactOther | None:
    """A perfect referee of a game; None where nobody has written one."""
    from tests.lab.harness.exact_others import KINDS, ExactOther  # its solver is not on every machine

    return ExactOther(decklist) if decklist.game in KINDS else None


def simulator(game: str) -> Simulator | None:
    """The twin of a game; None where nobody has written one."""
    module = f"tests.lab.twin.{game.replace('-', '_')}"
    if find_spec(module) is None:
        return None
    return cast("Simulator | None", getattr(import_module(module), "SIMULATOR", None))


def document(series: Series, found: Sum) -> dict[str, Any]:
    """What came of many games, as JSON."""
    twin = simulator(series.game)
    expected = twin.expected if twin else ()
    return {
        "game": series.game,
        "seed": series.seed,
        "games": found.games,
        "players": list(series.players),
        "actions": found.actions,
        "endings": dict(sorted(found.endings.items())),
        "winners": dict(sorted(found.winners.items())),
        "reached": dict(sorted(found.reached.items())),
        "unreached": [name for name in expected if not found.reached[name]],
        "near_misses": dict(sorted(found.refused.items())),
        "verdicts": dict(sorted(found.verdicts.items())),
        "differences": found.differing,
        "shortest": [shown(one) for one in found.differences],
    }
