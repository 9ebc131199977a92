"""Many games: which are played, and what came of them in numbers. The same seed gives the same numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from companion.sim.box import Option
from companion.sim.drive import Difference, Plan, Played
from companion.sim.refusals import RULES
from companion.sim.world import HUMAN, INFECTED, THING

KEPT_DIFFERENCES = 20
Z95 = 1.96
"""Standard normal deviation of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class Series:
    """Many games: how many, with how many players, under which options, by whom."""

    games: int
    seed: str
    players: tuple[int, ...]
    options: tuple[Mapping[str, Option], ...] = ({},)
    people: tuple[str, ...] = ("fair", "sensible")
    most_turns: int = 400
    checks: bool = True
    slips: float = 1.0
    looks: float = 0.0

    def plan(self, index: int) -> Plan:
        """The game of this number: player counts in turn, then option sets, then people."""
        lap, place = divmod(index, len(self.players))
        many = self.players[place]
        style = Random(f"{self.seed}/people/{index}").choice(self.people)
        options = self.options[lap % len(self.options)]
        seed = f"{self.seed}/{index}"
        return Plan(many, seed, options, style, self.most_turns, self.checks, self.slips, self.looks)

    def plans(self, start: int = 0, stop: int | None = None) -> Iterator[Plan]:
        """The games from one number to another."""
        return (self.plan(index) for index in range(start, self.games if stop is None else stop))


@dataclass(slots=True)
class Tally:
    """What came of many games, summed up. Tallies add up in any order to the same."""

    games: int = 0
    actions: int = 0
    accepted_slips: int = 0
    games_by: Counter[tuple[str, int]] = field(default_factory=Counter)
    turns: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    endings: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    seats: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    wins: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    differing: int = 0
    differences: list[Difference] = field(default_factory=list)

    def enter(self, played: Played) -> None:
        """Add one game."""
        style, many = played.plan.style, played.plan.players
        self.games += 1
        self.actions += played.actions
        self.accepted_slips += played.accepted_slips
        self.counts.update(played.counts)
        self.refused.update(played.refused)
        self.verdicts.update(played.verdicts)
        if played.differences:
            self.differing += len(played.differences)
            self.keep(played.differences)
            return
        self.games_by[style, many] += 1
        self.turns[style, many, played.turns] += 1
        self.endings[style, many, played.victory] += 1
        self.seats.update({(style, many, role): n for role, n in played.seats_by_role.items()})
        self.wins.update({(style, many, role): n for role, n in played.winners_by_role.items()})

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
        for name in ("games_by", "turns", "endings", "seats", "wins", "counts", "refused", "verdicts"):
            getattr(self, name).update(getattr(other, name))
        self.keep(other.differences)


# ---------------------------------------------------------------------- rates


def interval(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate."""
    if n == 0:
        return 0.0, 1.0
    rate, z2 = hits / n, Z95 * Z95
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(hits: int, n: int) -> dict[str, object]:
    """A rate with its n and its 95 % interval."""
    low, high = interval(hits, n)
    found = round(hits / n, 4) if n else None
    return {"n": n, "hits": hits, "rate": found, "interval": [round(low, 4), round(high, 4)]}


def lengths(turns: Counter[int]) -> dict[str, object]:
    """How long games were, in turns."""
    n = sum(turns.values())
    if n == 0:
        return {"n": 0}
    mean = sum(length * times for length, times in turns.items()) / n
    shown = {name: _quantile(turns, n, part) for name, part in (("median", 0.5), ("p90", 0.9))}
    return {"n": n, "mean": round(mean, 2), "least": min(turns), **shown, "most": max(turns)}


def _quantile(turns: Counter[int], n: int, part: float) -> int:
    seen = 0
    for length in sorted(turns):
        seen += turns[length]
        if seen >= part * n:
            return length
    return max(turns)


# ---------------------------------------------------------------------- as one document


def document(series: Series, tally: Tally) -> dict[str, object]:
    """The whole report as JSON."""
    return {
        "game": "la-cosa",
        "seed": series.seed,
        "games": tally.games,
        "players": list(series.players),
        "option_sets": len(series.options),
        "actions": tally.actions,
        "outcomes": [_outcome(tally, style, many) for style in series.people for many in series.players],
        "endings": _named(tally.counts, "end "),
        "panics": {"total": tally.counts["panics"], **_named(tally.counts, "panic ")},
        "played": _named(tally.counts, "play "),
        "answers": _named(tally.counts, "answer "),
        "events": {name: tally.counts[name] for name in EVENTS},
        "near_misses": {"refused": sum(tally.refused.values()), "accepted": tally.accepted_slips},
        "refusals": {rule: tally.refused[rule] for rule in RULES} if series.checks else {},
        "verdicts": {name: tally.verdicts[name] for name in sorted(tally.verdicts)},
        "differences": tally.differing,
        "shortest": [_shown(difference) for difference in tally.differences],
    }


SIDES = ("humans", "la-cosa", "la-cosa alone", "nobody")
"""Who may have won."""

EVENTS = (
    "reshuffles", "skipped", "discards", "exchanges", "exchange blocked", "infections", "burned", "superinfections",
    "recounts", "forced gifts",
)  # fmt: skip
"""What is counted besides cards and endings."""


def _named(counts: Counter[str], prefix: str) -> dict[str, int]:
    return {name[len(prefix) :]: counts[name] for name in sorted(counts) if name.startswith(prefix)}


def _turns_of(tally: Tally, style: str, many: int) -> Counter[int]:
    return Counter({turns: n for (who, seats, turns), n in tally.turns.items() if (who, seats) == (style, many)})


def _outcome(tally: Tally, style: str, many: int) -> dict[str, object]:
    n = tally.games_by[style, many]
    roles = {
        role: rate(tally.wins[style, many, role], tally.seats[style, many, role]) for role in (HUMAN, INFECTED, THING)
    }
    sides = {name: rate(tally.endings[style, many, name], n) for name in SIDES}
    return {
        "people": style,
        "players": many,
        "games": n,
        "turns": lengths(_turns_of(tally, style, many)),
        "winning_side": sides,
        "wins_of_a_seat_by_final_role": roles,
    }


def _shown(difference: Difference) -> dict[str, object]:
    return {
        "about": difference.about,
        "twin": difference.twin,
        "companion": difference.companion,
        "playthrough": list(difference.playthrough),
    }
