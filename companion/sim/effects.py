"""What an option does: the rate of a side's wins under it beside the usual one, and the interval of the difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.sim.box import Option
from companion.sim.rates import difference, interval

HIDDEN_SIDE = "hidden"
"""La Cosa with her infected, or alone."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many games."""

    hits: int
    n: int

    @property
    def percent(self) -> float:
        """In per cent; 0 where nothing was played."""
        return 100 * self.hits / self.n if self.n else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval, in per cent."""
        low, high = interval(self.hits, self.n)
        return 100 * low, 100 * high


@dataclass(frozen=True, slots=True)
class Effect:
    """One option set at one number of players, beside the usual one. `apart`, `low`, `high` in percentage points."""

    options: Mapping[str, Option]
    people: str
    players: int
    here: Share
    usual: Share
    apart: float
    low: float
    high: float
    turns: float
    """How many turns longer games are on average."""

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference leaves zero out."""
        return self.low > 0 or self.high < 0


def won(row: Mapping[str, Any], side: str) -> Share:
    """How many games of a row a side won."""
    sides = row["winning_side"]
    names = ("la-cosa", "la-cosa alone") if side == HIDDEN_SIDE else (side,)
    return Share(sum(int(sides[name]["hits"]) for name in names), int(row["games"]))


def usual_rows(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The outcomes under the first option set: the usual one, unless the command fixed another."""
    rows = found["by_options"]
    return [row for row in rows if row["options"] == rows[0]["options"]] if rows else list(found["outcomes"])


def effects(found: Mapping[str, Any], side: str = "humans") -> list[Effect]:
    """Every option set of a report beside its first one, with the same people and players."""
    rows = found["by_options"]
    usual = {(row["people"], row["players"]): row for row in rows if row["options"] == rows[0]["options"]}
    return [
        _effect(row, usual[row["people"], row["players"]], rows[0]["options"], side)
        for row in rows
        if row["options"] != rows[0]["options"]
    ]


def _effect(row: Mapping[str, Any], usual: Mapping[str, Any], base: Mapping[str, Option], side: str) -> Effect:
    here, there = won(row, side), won(usual, side)
    apart, low, high = (100 * part for part in difference(here.hits, here.n, there.hits, there.n))
    changed = {name: value for name, value in row["options"].items() if base.get(name) != value}
    longer = float(row["turns"].get("mean", 0)) - float(usual["turns"].get("mean", 0))
    return Effect(changed, row["people"], row["players"], here, there, apart, low, high, round(longer, 2))
