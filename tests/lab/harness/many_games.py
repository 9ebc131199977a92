"""Many games of any kind: which are played, in one process or several, and what came of them summed up.

Each game has a twin: `tests/lab/twin/<game>/twin.py` exports `SIMULATOR`, which plays whole games with hidden cards of
its own and tells the companion every action through a `Desk`. It shares nothing with `companion.games` but the names of
cards, verbs and rules. The same seed gives the same numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, fields, replace
from importlib import import_module
from importlib.util import find_spec
from itertools import repeat
from random import Random
from typing import Any, Protocol, Self, TypeVar

from companion.decks.catalog import Title, title
from companion.engine.facts import Setting
from tests.lab.harness.harness import Desk, Difference, Exact, Plan, Tale

CHUNK = 20
"""Games one process plays before it reports; it moves the progress bar, not the numbers."""
KEPT_DIFFERENCES = 20

Cell = tuple[str, str, int]
"""People, option set (`label_of`) and number of players."""


class Simulator(Protocol):
    """A game's twin. `expected`: what many games have to reach: phases, endings, rules, by the names it notes."""

    expected: tuple[str, ...]

    def play(self, desk: Desk, players: int, dice: Random) -> None:
        """Play one game at this desk to its end; what happens is noted in `desk.tale`."""

    def options(self, dice: Random) -> Mapping[str, Setting]:
        """Answer the house questions of one game that the series leaves open."""


def simulator(game: str) -> Simulator | None:
    """Find the twin of a game, or return None if there is none."""
    package = f"tests.lab.twin.{game.replace('-', '_')}"
    if find_spec(package) is None:
        return None
    found: Simulator = import_module(f"{package}.twin").SIMULATOR
    return found


def label_of(options: Mapping[str, Setting]) -> str:
    """Write options as on the command line; empty where all are as usual."""
    return " ".join(f"{name}={json.dumps(value).strip(chr(34))}" for name, value in options.items())


def play(here: Title, plan: Plan) -> Tale:
    """Play one game of a box, against its companion if the plan says so."""
    twin, dice = simulator(here.game.slug), Random(plan.seed)
    assert twin is not None
    plan = replace(plan, options={**twin.options(dice), **plan.options}, label=label_of(plan.options))
    desk = Desk(here.game, here.decklist, plan, dice, exact_referee(here.game.slug) if plan.exact else None)
    desk.run(lambda at: twin.play(at, plan.players, dice))
    return desk.tale


def exact_referee(game: str) -> Exact | None:
    """Make a perfect referee for one game, or return None if there is none."""
    from tests.lab.harness import exact  # a solver that games without it need not have

    return exact.Exact(game) if game in exact.JUDGES else None


@dataclass(frozen=True, slots=True)
class Series:
    """Many games: of which box, how many, with how many players, under which options, by whom."""

    game: str
    games: int
    seed: str
    players: tuple[int, ...]
    options: tuple[Mapping[str, Setting], ...] = ({},)
    """Played in turn; the first is what the others are compared with, and may stand there several times."""
    people: tuple[str, ...] = ("fair", "sensible")
    most_turns: int = 400
    checks: bool = True
    slips: float = 1.0
    looks: float = 0.0
    cheats: float = 0.0
    exact: float = 0.0
    """In which share of the games every verdict is held against all worlds."""
    closely: int = 1
    """In every so-many-th round of all players and options there are near misses, slips, cheats and looks."""
    shown: int = 1
    """Games for each one, drawn by chance, in which cards are shown to the referee: it is told the whole game as
    clauses, and that takes longer than all the rest."""

    @property
    def round(self) -> int:
        """Number of games for one of every number of players under every option set."""
        return len(self.players) * len(self.options)

    def plan(self, index: int) -> Plan:
        """Plan the game of this number: player counts in turn, then option sets, then people."""
        lap, place = divmod(index, len(self.players))
        many = self.players[place]
        style = Random(f"{self.seed}/people/{index}").choice(self.people)
        options = self.options[lap % len(self.options)]
        seed = f"{self.seed}/{index}"
        looks = (self.slips, self.looks, self.cheats) if index // self.round % self.closely == 0 else (0.0, 0.0, 0.0)
        exact = Random(f"{self.seed}/exact/{index}").random() < self.exact
        shown = self.shown == 1 or Random(f"{self.seed}/shown/{index}").random() * self.shown < 1
        return Plan(many, seed, options, style, self.most_turns, self.checks, *looks, exact, shown=shown)

    def plans(self, start: int = 0, stop: int | None = None) -> Iterator[Plan]:
        """Plan the games from one number to another."""
        return (self.plan(index) for index in range(start, self.games if stop is None else stop))

    def json(self) -> dict[str, Any]:
        """Return the series as JSON; two series of the same JSON play the same games."""
        found: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return found


@dataclass(slots=True)
class Tally:
    """Sums of many games. The outcomes are by who played, under which options, and how many they were.

    Tallies add up in any order to the same.
    """

    games: int = 0
    actions: int = 0
    accepted: int = 0
    differing: int = 0
    reached: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)
    games_by: Counter[Cell] = field(default_factory=Counter)
    turns: Counter[tuple[str, str, int, int]] = field(default_factory=Counter)
    endings: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    winners: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    seats: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    wins: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def enter(self, tale: Tale) -> None:
        """Add one game; where it was broken off by a difference, it has no outcome."""
        self.games += 1
        self.actions += tale.actions
        self.accepted += tale.accepted
        for name in ("reached", "refused", "verdicts", "caught"):
            getattr(self, name).update(getattr(tale, name))
        if tale.differences:
            self.differing += len(tale.differences)
            self._keep(tale.differences)
            return
        cell = (tale.plan.style, tale.plan.label, tale.plan.players)
        self.games_by[cell] += 1
        self.turns[*cell, tale.turns] += 1
        self.endings[*cell, tale.ending] += 1
        self.winners[*cell, tale.winner] += 1
        self.seats.update({(*cell, role): n for role, n in tale.seats.items()})
        self.wins.update({(*cell, role): n for role, n in tale.wins.items()})

    def of(self, style: str, many: int, label: str | None = None) -> Tally:
        """Keep the outcomes of one kind of game alone, under all options or those of a label."""
        found = Tally()
        for name in ("games_by", "turns", "endings", "winners", "seats", "wins"):
            part = getattr(found, name)
            for key, n in getattr(self, name).items():
                if (key[0], key[2]) == (style, many) and label in (None, key[1]):
                    part[key] = n
        return found

    def _keep(self, found: Sequence[Difference]) -> None:
        """Remember the shortest differences, of each kind the shortest first."""
        everything = sorted([*self.differences, *found], key=lambda d: (len(d.playthrough), d.about, d.playthrough))
        firsts = {difference.about: difference for difference in reversed(everything)}
        others = [d for d in everything if firsts[d.about] is not d]
        self.differences = [*sorted(firsts.values(), key=lambda d: len(d.playthrough)), *others][:KEPT_DIFFERENCES]

    def add(self, other: Self) -> None:
        """Add what came of other games."""
        for name, value in self._parts():
            if isinstance(value, Counter):
                value.update(getattr(other, name))
            elif isinstance(value, int):
                setattr(self, name, value + getattr(other, name))
        self._keep(other.differences)

    def _parts(self) -> list[tuple[str, Any]]:
        return [(part.name, getattr(self, part.name)) for part in fields(self)]

    def json(self) -> dict[str, Any]:
        """Return all sums in the form that `from_json` reads."""
        return {
            name: [[*_key(key), n] for key, n in value.items()] if isinstance(value, Counter)
            else [asdict(one) for one in value] if isinstance(value, list) else value
            for name, value in self._parts()
        }  # fmt: skip

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Self:
        """Read a tally that was written down; KeyError, TypeError or ValueError where it is none."""
        found = cls()
        for name, value in found._parts():
            if isinstance(value, Counter):
                for *key, n in plain[name]:
                    value[tuple(key) if len(key) > 1 else key[0]] = int(n)
            elif isinstance(value, int):
                setattr(found, name, int(plain[name]))
        found.differences = [
            Difference(one["about"], one["twin"], one["companion"], tuple(one["playthrough"]))
            for one in plain["differences"]
        ]
        return found


def _key(key: object) -> tuple[object, ...]:
    return key if isinstance(key, tuple) else (key,)


def by_last(counts: Counter[Any]) -> Counter[Any]:
    """Sum over all but the last part of the key."""
    found: Counter[Any] = Counter()
    for key, n in counts.items():
        found[key[-1]] += n
    return found


T = TypeVar("T", bound=Tally)


def play_some(series: Series, start: int, kind: type[T]) -> T:
    """Play the games from a number on, at most a chunk of them, and sum them up."""
    stop = min(start + CHUNK, series.games)
    return summed(title(series.game), series.plans(start, stop), kind)


def summed(here: Title, plans: Iterable[Plan], kind: type[T]) -> T:
    """Play these games of a box and sum them up."""
    tally = kind()
    for plan in plans:
        tally.enter(play(here, plan))
    return tally


def chunks(series: Series, kind: type[T], jobs: int = 1, start: int = 0) -> Iterator[T]:
    """Play each chunk of the games from a number on, in their order."""
    starts = range(start, series.games, CHUNK)
    if jobs == 1:
        yield from map(play_some, repeat(series), starts, repeat(kind))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_some, repeat(series), starts, repeat(kind))


def play_all(series: Series, jobs: int = 1) -> Tally:
    """Play every game of a series. The same seed gives the same numbers, in one process or several."""
    total = Tally()
    for part in chunks(series, Tally, jobs):
        total.add(part)
    return total


def shown(difference: Difference) -> dict[str, Any]:
    """Give a difference as JSON."""
    return {**asdict(difference), "playthrough": list(difference.playthrough)}
