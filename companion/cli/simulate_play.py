"""How `companion simulate` plays: in chunks, in one process or several, stopped and resumed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from companion.cli import Refused, say

if TYPE_CHECKING:
    from companion.sim.tally import Series, Tally

T = TypeVar("T", bound="Tally")

CHUNK = 20
"""Games one process plays before it reports; it moves the progress bar, not the numbers."""

KEEP_EVERY = 1.0
"""Seconds of play that may be lost when it is killed."""


def play_some(series: Series, game: str, start: int, kind: type[T]) -> T:
    """Play the games from this number on, one chunk of them, and sum them up."""
    from companion.catalog import title
    from companion.sim.drive import play

    rules = title(game)
    tally = kind()
    for plan in series.plans(start, min(start + CHUNK, series.games)):
        tally.enter(play(rules.game, rules.decklist, plan))
    return tally


def played(series: Series, game: str, jobs: int, resume: Path | None, lang: str, kind: type[T]) -> T:
    """All games, from where they were left, with a progress bar where somebody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    total = left_at(resume, series, lang, kind)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(say(lang, "partidas", "games"), total=series.games, completed=total.games)
        for _ in _growing(total, series, game, jobs, resume):
            bar.update(task, completed=total.games)
    return total


def _growing(total: Tally, series: Series, game: str, jobs: int, resume: Path | None) -> Iterator[None]:
    """The chunks that are left, each added in its order; how far it is, is noted at once, then every second."""
    from companion.sim.checkpoint import keep

    noted = float("-inf")
    for tally in _chunks(series, game, jobs, total.games, type(total)):
        total.add(tally)
        if resume and (monotonic() - noted >= KEEP_EVERY or total.games == series.games):
            keep(resume, series, total)
            noted = monotonic()
        yield


def _chunks(series: Series, game: str, jobs: int, start: int, kind: type[T]) -> Iterator[T]:
    starts = range(start, series.games, CHUNK)
    always = (repeat(series), repeat(game), starts, repeat(kind))
    if jobs == 1:
        yield from map(play_some, *always)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_some, *always)


def left_at(resume: Path | None, series: Series, lang: str, kind: type[T]) -> T:
    """How far these games are; raises `Refused` for a file that says nothing of them."""
    from companion.sim.checkpoint import Unresumable, resumed

    if resume is None:
        return kind()
    try:
        return resumed(resume, series, kind)
    except Unresumable as fault:
        raise Refused(_why_not(resume, fault.other, lang)) from None


def _why_not(resume: Path, is_other: bool, lang: str) -> str:
    if is_other:
        es = "ahí quedaron otras partidas (otra semilla, otros jugadores u otras opciones)."
        en = "other games were left there (another seed, other players or other options)."
    else:
        es, en = "no es un archivo de partidas a medias.", "this is no file of games under way."
    return f"{resume}: {say(lang, es, en)}"
