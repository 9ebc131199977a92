"""The proof at scale: many games of every number of players under every set of rulings, told cell by cell.

A *cell* is a number of players and an option set. All cells grow together: one game of each is a round. In every
game each action is judged and each state compared, all of it is undone and done again, and a prefix is replayed; in
every twentieth round there are near misses, named slips and a referee too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.lab.harness.harness import Tale
from tests.lab.harness.many_games import Series, Tally, label_of
from tests.lab.twin.la_cosa.deck import OPEN, option_sets
from tests.lab.twin.la_cosa.refusals import RULES

GAMES_A_CELL = 2000
CLOSELY = 20
"""Rounds for each one in which the games are looked at closely."""

PLAYERS = tuple(range(4, 13))
PEOPLE = ("fair", "sensible", "careless")

Place = tuple[int, str]
"""A number of players and an option set (`label_of`)."""


def series(games_a_cell: int = GAMES_A_CELL) -> Series:
    """Return all the games of the proof, round by round."""
    sets = tuple(option_sets(2, OPEN))
    games = games_a_cell * len(PLAYERS) * len(sets)
    return Series("la-cosa", games, "proof", PLAYERS, sets, PEOPLE, looks=0.02, cheats=0.1, closely=CLOSELY)


@dataclass(slots=True)
class Cells(Tally):
    """Counts for each cell of the proof: games played, games played closely, games gone wrong."""

    played: Counter[Place] = field(default_factory=Counter)
    closely: Counter[Place] = field(default_factory=Counter)
    wrong: Counter[Place] = field(default_factory=Counter)

    def enter(self, tale: Tale) -> None:
        """Add one game; of who won after how many turns nothing is kept, for there are too many cells."""
        Tally.enter(self, tale)
        for counter in (self.games_by, self.turns, self.endings, self.winners, self.seats, self.wins):
            counter.clear()
        cell = (tale.plan.players, tale.plan.label)
        self.played[cell] += 1
        self.closely[cell] += bool(tale.plan.looks)
        self.wrong[cell] += bool(tale.differences)


def document(series: Series, cells: Cells) -> dict[str, Any]:
    """Return the state of the proof as JSON: the sums, and every cell."""
    table = list(_cells(series, cells))
    return {
        "proof": 1,
        "game": "la-cosa",
        "seed": series.seed,
        "wanted": series.games // series.round,
        "fewest": min(row["games"] for row in table),
        "games": cells.games,
        "closely": sum(cells.closely.values()),
        "actions": cells.actions,
        "wrong": cells.differing,
        "near_misses": {"refused": sum(cells.refused.values()), "accepted": cells.accepted},
        "slips": sum(cells.caught.values()),
        "refusals": {rule: cells.refused[rule] for rule in RULES},
        "verdicts": {name: cells.verdicts[name] for name in sorted(cells.verdicts)},
        "counts": {name: cells.reached[name] for name in sorted(cells.reached)},
        "shortest": [[d.about, d.twin, d.companion, *d.playthrough] for d in cells.differences],
        "cells": table,
    }


def _cells(series: Series, cells: Cells) -> Iterator[dict[str, Any]]:
    for many in series.players:
        for label in map(label_of, series.options):
            place = (many, label)
            row: dict[str, Any] = {"players": many, "options": label, "games": cells.played[place]}
            yield {**row, "closely": cells.closely[place], "wrong": cells.wrong[place]}
