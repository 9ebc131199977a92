"""Play of `tasks.py lab simulate`: in chunks, in one process or several, stopped and resumed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from companion.cli import Refused

if TYPE_CHECKING:
    from tests.lab.harness.many_games import Series, Tally

T = TypeVar("T", bound="Tally")

KEEP_EVERY = 1.0
"""Seconds of play that may be lost when it is killed."""

OTHER = "other games were left there (another seed, other players or other options)."
NONE = "this is no file of games under way."


def played(series: Series, jobs: int, resume: Path | None, kind: type[T]) -> T:
    """Play all games from where they were left, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    total = left_at(resume, series, kind)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("games", total=series.games, completed=total.games)
        for _ in _growing(total, series, jobs, resume):
            bar.update(task, completed=total.games)
    return total


def _growing(total: Tally, series: Series, jobs: int, resume: Path | None) -> Iterator[None]:
    """Yield after each chunk that is left, added in its order; progress is saved at once, then every second."""
    from tests.lab.harness.checkpoint import keep
    from tests.lab.harness.many_games import chunks

    noted = float("-inf")
    for tally in chunks(series, type(total), jobs, total.games):
        total.add(tally)
        if resume and (monotonic() - noted >= KEEP_EVERY or total.games == series.games):
            keep(resume, series, total)
            noted = monotonic()
        yield


def left_at(resume: Path | None, series: Series, kind: type[T]) -> T:
    """Return the progress of these games. Raise `Refused` for a file that says nothing of them."""
    from tests.lab.harness.checkpoint import Unresumable, resumed

    if resume is None:
        return kind()
    try:
        return resumed(resume, series, kind)
    except Unresumable as fault:
        raise Refused(_why_not(resume, fault.other)) from None


def _why_not(resume: Path, is_other: bool) -> str:
    return f"{resume}: {OTHER if is_other else NONE}"
