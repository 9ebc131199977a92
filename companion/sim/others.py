"""The simulators of the games beside La Cosa: what each provides, and many of its games summed up in one document.

A simulator is a package `companion/sim/<game>/` that exports `SIMULATOR`: it plays whole games with hidden cards of its
own and tells the companion every action through a `Desk`. It shares nothing with `games` but the names of cards, verbs
and rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import repeat
from random import Random
from typing import Any, Protocol, cast

from companion.catalog import title
from companion.sim.desk import Desk, Different, Tale
from companion.table.facts import Setting

CHUNK = 25
"""Games one process plays before it reports."""

KEPT = 10
"""So many differences are told in full, the shortest first."""


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


@dataclass(slots=True)
class Sum:
    """What came of many games."""

    games: int = 0
    actions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    differences: list[Different] = field(default_factory=list)
    differing: int = 0

    def enter(self, tale: Tale) -> None:
        """Add one game."""
        self.games += 1
        self.actions += tale.actions
        self.endings[tale.ending] += 1
        self.winners[tale.winner] += 1
        for name in ("reached", "refused", "verdicts"):
            getattr(self, name).update(getattr(tale, name))
        self.differing += len(tale.differences)
        self._keep(tale.differences)

    def add(self, other: Sum) -> None:
        """Add another sum."""
        self.games += other.games
        self.actions += other.actions
        self.differing += other.differing
        for name in ("endings", "winners", "reached", "refused", "verdicts"):
            getattr(self, name).update(getattr(other, name))
        self._keep(other.differences)

    def _keep(self, found: list[Different]) -> None:
        every = sorted([*self.differences, *found], key=lambda one: len(one.playthrough))
        self.differences = every[:KEPT]


def simulator(game: str) -> Simulator | None:
    """The twin of a game; None where nobody has written one."""
    module = f"companion.sim.{game.replace('-', '_')}"
    if find_spec(module) is None:
        return None
    return cast("Simulator", import_module(module).SIMULATOR)


def play_some(series: Series, start: int) -> Sum:
    """The games from this number on, one chunk of them."""
    twin, here = simulator(series.game), title(series.game)
    assert twin is not None
    found = Sum()
    for index in range(start, min(start + CHUNK, series.games)):
        dice = Random(f"{series.seed}/{index}")
        many = series.players[index % len(series.players)]
        desk = Desk(here.game, here.decklist, {**twin.options(dice), **series.fixed}, dice)
        desk.run(lambda at, many=many, dice=dice: twin.play(at, many, dice))  # type: ignore[misc]
        found.enter(desk.tale)
    return found


def play_all(series: Series, jobs: int = 1) -> Sum:
    """Every game of a series. The same seed gives the same numbers, in one process or several."""
    starts = range(0, series.games, CHUNK)
    total = Sum()
    if jobs == 1:
        for start in starts:
            total.add(play_some(series, start))
        return total
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(play_some, repeat(series), starts):
            total.add(part)
    return total


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
        "shortest": [
            {"about": one.about, "twin": one.twin, "companion": one.companion, "playthrough": list(one.playthrough)}
            for one in found.differences
        ],
    }
