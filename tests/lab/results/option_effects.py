"""Effect of an option: the rate of a side's wins under it beside the usual one, and the interval of the difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.facts import Setting
from tests.lab.results.intervals import difference, interval

HIDDEN_SIDE = "hidden"
"""La Cosa with her infected, or alone."""


SIDES = ("humans", "la-cosa", "la-cosa alone")
"""Sides that may win, as reports name them."""

SIGNS = {"humans": "humans", "la-cosa": "hidden", "la-cosa alone": "alone"}
"""The sides as pages and drawings call them, which know no game."""

FEW = 30
"""With fewer games on average a rate is not worth a line."""


@dataclass(frozen=True, slots=True)
class Share:
    """Share of games: `hits` of `n`."""

    hits: int
    n: int

    @property
    def percent(self) -> float:
        """Share in per cent; 0 where nothing was played."""
        return 100 * self.hits / self.n if self.n else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval, in per cent."""
        low, high = interval(self.hits, self.n)
        return 100 * low, 100 * high


@dataclass(frozen=True, slots=True)
class Effect:
    """One option set at one number of players, beside the usual one. `apart`, `low`, `high` in percentage points."""

    options: Mapping[str, Setting]
    people: str
    players: int
    here: Share
    usual: Share
    apart: float
    low: float
    high: float
    turns: float
    """Number of turns by which games are longer on average."""

    @property
    def is_clear(self) -> bool:
        """True if the interval of the difference leaves zero out."""
        return self.low > 0 or self.high < 0


def won(row: Mapping[str, Any], side: str) -> Share:
    """Return how many games of a row a side won."""
    sides = row["winning_side"]
    names = ("la-cosa", "la-cosa alone") if side == HIDDEN_SIDE else (side,)
    return Share(sum(int(sides[name]["hits"]) for name in names), int(row["games"]))


def usual_rows(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the outcomes under the first option set alone: the usual one, unless the command fixed another."""
    return [row for row in found["by_options"] if row["options"] == found["base"]]


def outcome_rows(found: Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], bool]:
    """Return the outcomes for a table or a drawing, and True if they are under all options together.

    They are put together where there is but one option set, or where each by itself has too few games to tell.
    """
    usual = usual_rows(found)
    if usual and sum(int(row["games"]) for row in usual) >= FEW * len(usual):
        return usual, False
    return list(found["outcomes"]), bool(found["by_options"])


def effects(found: Mapping[str, Any], side: str = "humans") -> list[Effect]:
    """Return every other option set of a report beside its first one, with the same people and players."""
    usual = {(row["people"], row["players"]): row for row in usual_rows(found)}
    return [
        _effect(row, usual[row["people"], row["players"]], found["base"], side)
        for row in found["by_options"]
        if row["options"] != found["base"] and (row["people"], row["players"]) in usual
    ]


def _effect(row: Mapping[str, Any], usual: Mapping[str, Any], base: Mapping[str, Setting], side: str) -> Effect:
    here, there = won(row, side), won(usual, side)
    apart, low, high = (100 * part for part in difference(here.hits, here.n, there.hits, there.n))
    changed = {name: value for name, value in row["options"].items() if base.get(name) != value}
    longer = float(row["turns"].get("mean", 0)) - float(usual["turns"].get("mean", 0))
    return Effect(changed, row["people"], row["players"], here, there, apart, low, high, round(longer, 2))
