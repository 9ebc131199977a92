"""`tasks.py bench NAME`: measures how long things take here. A suite is a module `bench_NAME` with a `command`."""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import statistics
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter, thread_time
from typing import Any

import click

import tests.lab.bench as package
from companion.cli import print_json

_PREFIX = "bench_"


class Suites(click.Group):
    """The suites by name, none imported before it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = (module.name for module in pkgutil.iter_modules(package.__path__))
        return sorted(name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{package.__name__}.{_PREFIX}{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


@click.command(cls=Suites, name="bench", help="Measure how long things take.")
def command() -> None:
    """Choose a suite."""


def tell(rows: Iterable[Mapping[str, Any]], as_json: bool) -> None:
    """Print each figure as soon as it is there, and the machine; exit 1 where one is not `good`."""
    is_good = True
    for row in rows:
        is_good = is_good and row.get("good", True)
        if as_json:
            print_json(row)
        else:
            click.echo(line(row))
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"
    here = f"{os.cpu_count()} × {platform.machine()}, Python {platform.python_version()}, load {load}"
    click.echo(here, err=as_json)
    if not is_good:
        raise SystemExit(1)


def line(row: Mapping[str, Any]) -> str:
    """Return a figure in a line for people: its name and sentence, then everything measured, with its limit."""
    sign, most = {True: "✓ ", False: "✗ "}.get(row.get("good", ""), ""), row.get("most")
    limits = most if isinstance(most, Mapping) else {} if most is None else {"value": most}
    told = [
        f"{key} {_said(value)}" + (f" (<= {limits[key]:g})" if key in limits else "")
        for key, value in row.items()
        if key not in ("name", "what", "good", "most")
        and value not in ("", {})
        and (value is not None or key in limits)
    ]
    return f"{sign}{' '.join(filter(None, (row['name'], row.get('what'))))}: {' · '.join(told)}"


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_said(one)}" for key, one in value.items())
    return "unknown" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def echoing(as_json: bool) -> Callable[[str], None]:
    """Return a printer of lines: as they are, or each as `{"line": …}`."""
    return (lambda line: print_json({"line": line})) if as_json else click.echo


def milliseconds(work: Callable[[], object]) -> float:
    """Return how long `work` takes once, in milliseconds."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def processor(work: Callable[[], object]) -> float:
    """Return the processor time (ms) of this thread for `work`, which a busy machine changes less."""
    start = thread_time()
    work()
    return (thread_time() - start) * 1000


def alternating(first: Callable[[], object], second: Callable[[], object], times: int) -> tuple[float, float]:
    """Return the medians (ms) of two calls made in turn, so that a busy machine slows both alike."""
    pairs = [(milliseconds(first), milliseconds(second)) for _ in range(times)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)
