"""`tasks.py bench sim`: six-player games a second on one core, without checks and with them; memory with `--long`.

Measured in processor time, so that a busy machine changes little; the profile shows where the time of the checks goes.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import NamedTuple

import click

from companion.decks.catalog import title
from tests.lab.bench.bench import tell
from tests.lab.command_line import any_language, json_option
from tests.lab.harness.harness import Plan
from tests.lab.harness.many_games import Series, Tally, play

PLAYERS = 6
MANY = 50_000
"""Games over which memory has to stay flat."""
WARM = 5_000
"""Games after which everything that is kept once has been kept."""

KINDS = {
    "unchecked": (partial(Plan, PLAYERS, checks=False), 60.0),
    "rules checked": (partial(Plan, PLAYERS, slips=0.0), None),
    "near misses, named slips": (partial(Plan, PLAYERS, cheats=0.1), 8.0),
    "shown to the referee too": (partial(Plan, PLAYERS, cheats=0.1, looks=0.02), None),
}
"""Kinds of games, and the games a second that are required."""


class Figure(NamedTuple):
    """One measurement, and what it should not stay below."""

    name: str
    value: float
    unit: str
    wanted: float | None = None


@click.command("sim", help="Games a second of the twin.")
@click.option("--seconds", type=click.FloatRange(0.1), default=5.0, show_default=True)
@click.option("--profile", is_flag=True, help="where the time goes")
@click.option("--long", is_flag=True, help="memory over 50,000 games")
@json_option
@any_language
def command(seconds: float, profile: bool, long: bool, as_json: bool) -> None:
    """Print every figure beside what is asked for."""
    tell((figure._asdict() for figure in _figures(seconds, long)), as_json)
    if profile:
        _profile()


def _figures(seconds: float, long: bool) -> Iterator[Figure]:
    for name, (plan, wanted) in KINDS.items():
        yield Figure(name, games_a_second(plan, seconds), "games/s", wanted)
    if long:
        yield from memory()


def games_a_second(plan: partial[Plan], seconds: float) -> float:
    """Return the whole games a second, of fair and sensible people in turn, over at least `seconds`."""
    box = title("la-cosa")
    start, played = process_time(), 0
    while (spent := process_time() - start) < seconds:
        play(box, plan(seed=f"bench {played}", style=("fair", "sensible")[played % 2]))
        played += 1
    return played / spent


def memory() -> Iterator[Figure]:
    """Measure the memory of the process after the first games, and after all of them."""
    box = title("la-cosa")
    tally = Tally()
    series = Series("la-cosa", MANY, "memory", (PLAYERS,), checks=False)
    for number, plan in enumerate(series.plans(), 1):
        tally.enter(play(box, plan))
        if number in (WARM, MANY):
            yield Figure(f"memory after {number}", resident(), "MB")


def resident() -> float:
    """Return the memory of this process in MB: the present one where the system gives it, else the most it ever
    held."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * 4096 / 1e6
    if sys.platform == "win32":
        return float("nan")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def _profile() -> None:
    """Print the functions of checked games that take most time themselves."""
    box = title("la-cosa")
    watch = cProfile.Profile()
    watch.enable()
    for number in range(20):
        play(box, Plan(PLAYERS, f"profile {number}", cheats=0.1, looks=0.02))
    watch.disable()
    pstats.Stats(watch).sort_stats("tottime").print_stats(15)
