"""`tasks.py bench faults`: kills the server, cuts its power, fills its disk, turns its clock; counts what is lost.

On this machine's own address only, in a folder that is thrown away. Each test is also run on a server with a mistake
planted in it, which it has to find.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from tests.lab.bench.bench import tell
from tests.lab.command_line import any_language, json_option
from tests.lab.faults import clock, disk, kills, power, restart, vfs
from tests.lab.faults.figures import Finding

KINDS = ("kills", "power", "disk", "restart", "clock")


@click.command("faults", help="What is lost when something fails: nothing.")
@click.option("--long", is_flag=True, help="the full figures (half an hour)")
@click.option("--only", type=click.Choice(KINDS), multiple=True)
@click.option("--kills", "times", type=click.IntRange(1, 5000), help="how many kills")
@click.option("--cuts", type=click.IntRange(5, 100_000), help="how many power cuts")
@json_option
@any_language
def command(long: bool, only: tuple[str, ...], times: int | None, cuts: int | None, as_json: bool) -> None:
    """Print every finding; exit 1 where one did not hold."""
    times, cuts = times or (500 if long else 5), cuts or (10_000 if long else 200)
    with tempfile.TemporaryDirectory(prefix="companion-faults-") as folder:
        found = (findings(kind, Path(folder) / kind, times, cuts, long) for kind in only or KINDS)
        tell((finding.json() for several in found for finding in several), as_json)


def findings(kind: str, folder: Path, times: int, cuts: int, long: bool) -> Iterator[Finding]:
    """Yield the findings of one kind of harm, and of its controls."""
    if kind in ("power", "disk") and vfs.library() is None:
        yield Finding(f"{kind}: not run", True, {}, note="this Python's SQLite is built in and cannot be looked into")
        return
    folder.mkdir(parents=True, exist_ok=True)
    yield from _KINDS[kind](folder, times, cuts, long)


def _kills(folder: Path, times: int, cuts: int, long: bool) -> Iterator[Finding]:
    yield kills.killed(folder / "shipped", times, most=150 if long else 40)
    yield from kills.controls(folder, 40)


def _power(folder: Path, times: int, cuts: int, long: bool) -> Iterator[Finding]:
    entries = 800 if long else 150
    yield power.cut(power.recorded(folder / "shipped", entries), cuts // power.TRIES)
    yield from power.controls(folder, 200 if long else 80, 100 if long else 20)


def _disk(folder: Path, times: int, cuts: int, long: bool) -> Iterator[Finding]:
    yield from disk.failing(folder / "shipped")
    yield from disk.controls(folder)


def _restart(folder: Path, times: int, cuts: int, long: bool) -> Iterator[Finding]:
    yield restart.restarted(folder / "shipped", 500 if long else 60, 10 if long else 2)
    yield from restart.controls(folder)


def _clock(folder: Path, times: int, cuts: int, long: bool) -> Iterator[Finding]:
    yield clock.jumped(folder / "shipped", 40 if long else 3)
    yield from clock.controls(folder, 2)


Kind = Callable[[Path, int, int, bool], Iterator[Finding]]
_KINDS: dict[str, Kind] = {"kills": _kills, "power": _power, "disk": _disk, "restart": _restart, "clock": _clock}
