"""Many games: which are played, and what came of them, summed up. The same seed gives the same numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from random import Random
from typing import Any, Self

from companion.sim.box import Option
from companion.sim.drive import Difference, Plan, Played

KEPT_DIFFERENCES = 20

Cell = tuple[str, str, int]
"""Who plays, under which options (`label_of`), how many."""


@dataclass(frozen=True, slots=True)
class Series:
    """Many games: how many, with how many players, under which options, by whom."""

    games: int
    seed: str
    players: tuple[int, ...]
    options: tuple[Mapping[str, Option], ...] = ({},)
    """Played in turn; the first is what the others are compared with, and may stand there several times."""
    people: tuple[str, ...] = ("fair", "sensible")
    most_turns: int = 400
    checks: bool = True
    slips: float = 1.0
    looks: float = 0.0
    cheats: float = 0.0
    closely: int = 1
    """In every so-many-th round of all players and options there are near misses, slips, cheats and looks."""

    @property
    def round(self) -> int:
        """How many games one of every number of players under every option set is."""
        return len(self.players) * len(self.options)

    def plan(self, index: int) -> Plan:
        """The game of this number: player counts in turn, then option sets, then people."""
        lap, place = divmod(index, len(self.players))
        many = self.players[place]
        style = Random(f"{self.seed}/people/{index}").choice(self.people)
        options = self.options[lap % len(self.options)]
        seed = f"{self.seed}/{index}"
        looks = (self.slips, self.looks, self.cheats) if index // self.round % self.closely == 0 else (0.0, 0.0, 0.0)
        return Plan(many, seed, options, style, self.most_turns, self.checks, *looks)

    def plans(self, start: int = 0, stop: int | None = None) -> Iterator[Plan]:
        """The games from one number to another."""
        return (self.plan(index) for index in range(start, self.games if stop is None else stop))

    def json(self) -> dict[str, Any]:
        """As JSON; two series of the same JSON play the same games."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain


def label_of(options: Mapping[str, Option]) -> str:
    """Options as one writes them on the command line; empty where all are as usual."""
    return " ".join(f"{name}={json.dumps(value).strip(chr(34))}" for name, value in options.items())


@dataclass(slots=True)
class Tally:
    """What came of many games, summed up. Tallies add up in any order to the same."""

    games: int = 0
    actions: int = 0
    accepted_slips: int = 0
    games_by: Counter[Cell] = field(default_factory=Counter)
    turns: Counter[tuple[str, str, int, int]] = field(default_factory=Counter)
    endings: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    seats: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    wins: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Declared slips and cheats that were tried, and what was answered."""
    differing: int = 0
    differences: list[Difference] = field(default_factory=list)

    def enter(self, played: Played) -> None:
        """Add one game."""
        self.games += 1
        self.actions += played.actions
        self.accepted_slips += played.accepted_slips
        self.counts.update(played.counts)
        self.refused.update(played.refused)
        self.verdicts.update(played.verdicts)
        self.caught.update(played.caught)
        if played.differences:
            self.differing += len(played.differences)
            self.keep(played.differences)
            return
        cell = (played.plan.style, label_of(played.plan.options), played.plan.players)
        self.games_by[cell] += 1
        self.turns[*cell, played.turns] += 1
        self.endings[*cell, played.victory] += 1
        self.seats.update({(*cell, role): n for role, n in played.seats_by_role.items()})
        self.wins.update({(*cell, role): n for role, n in played.winners_by_role.items()})

    def keep(self, found: Sequence[Difference]) -> None:
        """Remember the shortest differences, of each kind the shortest first."""
        everything = sorted([*self.differences, *found], key=lambda d: (len(d.playthrough), d.about, d.playthrough))
        firsts = {difference.about: difference for difference in reversed(everything)}
        others = [d for d in everything if firsts[d.about] is not d]
        self.differences = [*sorted(firsts.values(), key=lambda d: len(d.playthrough)), *others][:KEPT_DIFFERENCES]

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.games += other.games
        self.actions += other.actions
        self.accepted_slips += other.accepted_slips
        self.differing += other.differing
        for name, counter in self.counters():
            counter.update(getattr(other, name))
        self.keep(other.differences)

    def of(self, style: str, many: int, label: str | None = None) -> Tally:
        """The outcomes of one kind of game alone, under all options or those of a label; keys keep their form."""
        found = Tally()
        for name in ("games_by", "turns", "endings", "seats", "wins"):
            part = getattr(found, name)
            for key, n in getattr(self, name).items():
                if (key[0], key[2]) == (style, many) and label in (None, key[1]):
                    part[key] = n
        return found

    def counters(self) -> list[tuple[str, Counter[Any]]]:
        """Everything that is counted by kind, with its name."""
        found = ((part.name, getattr(self, part.name)) for part in fields(self))
        return [(name, value) for name, value in found if isinstance(value, Counter)]

    def json(self) -> dict[str, Any]:
        """Everything, so that `from_json` gives it back."""
        plain: dict[str, Any] = {
            name: getattr(self, name) for name in ("games", "actions", "accepted_slips", "differing")
        }
        plain["differences"] = [asdict(one) for one in self.differences]
        for name, counter in self.counters():
            plain[name] = [[*_parts(key), n] for key, n in counter.items()]
        return plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Self:
        """The tally that was written down; KeyError, TypeError or ValueError where it is none."""
        found = cls(int(plain["games"]), int(plain["actions"]), int(plain["accepted_slips"]))
        found.differing = int(plain["differing"])
        found.differences = [
            Difference(one["about"], one["twin"], one["companion"], tuple(one["playthrough"]))
            for one in plain["differences"]
        ]
        for name, counter in found.counters():
            for *key, n in plain[name]:
                counter[tuple(key) if len(key) > 1 else key[0]] = int(n)
        return found


def _parts(key: object) -> tuple[object, ...]:
    return key if isinstance(key, tuple) else (key,)
