"""`companion bench NAME`: measures how long things take here. A suite is a module `bench_NAME` with a `command`."""

from __future__ import annotations

import importlib
import pkgutil
import statistics
from collections.abc import Callable
from time import perf_counter

import click

import companion.cli as package
from companion.cli import here

_PREFIX = "bench_"


class Suites(click.Group):
    """The suites by name, none imported before it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The suites that are there."""
        names = (module.name for module in pkgutil.iter_modules(package.__path__))
        return sorted(name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The suite of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{package.__name__}.{_PREFIX}{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


@click.command(cls=Suites, name="bench", help=here("Mide lo que tarda.", "Measure how long things take."))
def command() -> None:
    """Choose a suite."""


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes once."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def alternating(first: Callable[[], object], second: Callable[[], object], times: int) -> tuple[float, float]:
    """The medians (ms) of two things done in turn, so that a busy machine slows both alike."""
    pairs = [(milliseconds(first), milliseconds(second)) for _ in range(times)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)
