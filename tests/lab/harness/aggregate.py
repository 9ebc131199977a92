"""Many games: which are played, and what came of them, summed up. The same seed gives the same numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from companion.decks.catalog import title
from tests.lab.harness.many_games import Sums
from tests.lab.harness.runner import Plan, Played, play
from tests.lab.twin.la_cosa.deck import Option

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
    exact: float = 0.0
    """In which share of the games every verdict is held against all worlds."""
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
        exact = Random(f"{self.seed}/exact/{index}").random() < self.exact
        return Plan(many, seed, options, style, self.most_turns, self.checks, *looks, exact)

    def plans(self, start: int = 0, stop: int | None = None) -> Iterator[Plan]:
        """The games from one number to another."""
        return (self.plan(index) for index in range(start, self.games if stop is None else stop))

    def enter(self, tally: Tally, numbers: range) -> None:
        """Play the games of these numbers and add what came of them."""
        rules = title("la-cosa")
        for plan in self.plans(numbers.start, numbers.stop):
            tally.enter(play(rules.game, rules.decklist, plan))

    def json(self) -> dict[str, Any]:
        """As JSON; two series of the same JSON play the same games."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain


def label_of(options: Mapping[str, Option]) -> str:
    """Options as one writes them on the command line; empty where all are as usual."""
    return " ".join(f"{name}={json.dumps(value).strip(chr(34))}" for name, value in options.items())


@dataclass(slots=True)
class Tally(Sums):
    """What came of many games, by who played, under which options, and how many they were."""

    accepted_slips: int = 0
    games_by: Counter[Cell] = field(default_factory=Counter)
    turns: Counter[tuple[str, str, int, int]] = field(default_factory=Counter)
    endings: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    seats: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    wins: Counter[tuple[str, str, int, str]] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Declared slips and cheats that were tried, and what was answered."""

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
            self.differ(played.differences)
            return
        cell = (played.plan.style, label_of(played.plan.options), played.plan.players)
        self.games_by[cell] += 1
        self.turns[*cell, played.turns] += 1
        self.endings[*cell, played.victory] += 1
        self.seats.update({(*cell, role): n for role, n in played.seats_by_role.items()})
        self.wins.update({(*cell, role): n for role, n in played.winners_by_role.items()})

    def of(self, style: str, many: int, label: str | None = None) -> Tally:
        """The outcomes of one kind of game alone, under all options or those of a label; keys keep their form."""
        found = Tally()
        for name in ("games_by", "turns", "endings", "seats", "wins"):
            part = getattr(found, name)
            for key, n in getattr(self, name).items():
                if (key[0], key[2]) == (style, many) and label in (None, key[1]):
                    part[key] = n
        return found
