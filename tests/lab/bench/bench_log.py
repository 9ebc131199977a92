"""`tasks.py bench log`: how long until an entry is safe, for one table and for many; and to check and copy them all.

On the disk of `--data` (else the system's folder for what is thrown away), where nothing is left behind; with
`COMPANION_DATABASE_URL` also in that database, whose games of the bench are forgotten again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import NamedTuple

import click

from companion.engine.facts import CardsMoved, TurnBegan
from companion.engine.history import Entry
from companion.engine.places import DRAW, hand
from companion.service.club import database
from companion.service.live.games import new_id
from companion.store.backup import back_up
from companion.store.base import GameInfo, Row, Store
from companion.store.seals import of_file
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_queries import Onlooker
from tests.lab.bench.bench import tell
from tests.lab.command_line import any_language, json_option
from tests.lab.faults.figures import Spread, spread

TABLES = 16
LONG_GAME = 500


class Figure(NamedTuple):
    """Measured rate a second and its distribution."""

    name: str
    a_second: float
    times: Spread


@click.command("log", help="How long until an entry is safe.")
@click.option("--times", type=click.IntRange(10, 100_000), default=500, show_default=True)
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="on which disk")
@json_option
@any_language
def command(times: int, data: Path | None, as_json: bool) -> None:
    """Print every figure with its distribution."""
    with tempfile.TemporaryDirectory(prefix="companion-log-", dir=data) as folder:
        found = figures(Path(folder), times)
        tell(({**figure._asdict(), "times": figure.times._asdict()} for figure in found), as_json)


def figures(folder: Path, times: int) -> Iterator[Figure]:
    """Measure the disk itself, the file, the club's database where one is named, then checking and copying."""
    yield _flushed(folder / "raw", times)
    path = folder / "companion.db"
    with closing(SQLiteStore(path)) as store:
        yield _appended("file, one table", store, 1, times)
        yield _appended(f"file, {TABLES} tables at once", store, TABLES, times)
        for _ in range(10):
            store.open(_heading(), [_row(number) for number in range(1, LONG_GAME + 1)])
    yield _measured("check every seal of the file", lambda: of_file(path), 5)
    yield _measured("copy and check the file", lambda: back_up(Onlooker(path), folder / "copy.db", replace=True), 5)
    club = database()
    if club is not None:
        with closing(club):
            yield _appended("database, one table", club, 1, times)
            yield _appended(f"database, {TABLES} tables at once", club, TABLES, times)


def _flushed(path: Path, times: int) -> Figure:
    """Measure the least a disk can do: 4 KiB written and flushed."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT)

    def flush() -> None:
        os.write(handle, bytes(4096))
        os.fsync(handle)

    try:
        return _measured("disk, 4 KiB flushed", flush, times)
    finally:
        os.close(handle)


def _measured(name: str, work: Callable[[], object], times: int) -> Figure:
    taken = [_seconds(work) for _ in range(times)]
    return Figure(name, times / sum(taken), spread(taken))


def _appended(name: str, store: Store, tables: int, times: int) -> Figure:
    games = [_heading() for _ in range(tables)]
    for game in games:
        store.open(game, [_row(1)])
    taken: list[float] = []

    def play(game: str) -> None:
        for number in range(2, times // tables + 2):
            taken.append(_seconds(partial(store.append, game, [_row(number)], "{}")))

    threads = [Thread(target=play, args=[game.id]) for game in games]
    whole = _seconds(lambda: [*map(Thread.start, threads), *map(Thread.join, threads)])
    store.forget({game.id: None for game in games}, "")
    return Figure(name, len(taken) / whole, spread(taken))


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _heading() -> GameInfo:
    return GameInfo(new_id(), "la-cosa", opened="2026-11-20T12:00:00Z")


def _row(number: int) -> Row:
    facts = (CardsMoved(DRAW, hand("Ana"), 1, ()), TurnBegan("Beto"))
    action = {"action": "draw", "player": "Ana", "back": "away"}
    return Row(Entry(number, action, facts, "2026-11-20T12:00:00.000Z", "tablet"), f"{number:016x}")
