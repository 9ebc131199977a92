"""`tasks.py bench NAME`: measures how long things take here. A suite is a module `bench_NAME` with a `command`."""

from __future__ import annotations

import importlib
import pkgutil
import statistics
from collections.abc import Callable
from time import perf_counter, thread_time

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
