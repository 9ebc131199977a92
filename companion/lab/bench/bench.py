"""`companion bench NAME`: measures how long things take here. A suite is a module `bench_NAME` with a `command`."""

from __future__ import annotations

import importlib
import pkgutil
import statistics
import sys
from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Any, TypeVar

import click

import companion.lab.bench as package
from companion.cli import here, print_json
from companion.cli.help_words import speaking
from companion.cli.usage import Language, language_asked

F = TypeVar("F", bound=Callable[..., Any])
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
        return speaking(command, language_asked(sys.argv))


@click.command(cls=Suites, name="bench", help=here("bench.about"))
def command() -> None:
    """Choose a suite."""


def spoken(command: F) -> F:
    """`--lang` for a suite whose figures are the same in every language: its help and its refusals follow it."""
    return click.option("--lang", type=Language(), expose_value=False, help=here("bench.option.lang"))(command)


def echoing(as_json: bool) -> Callable[[str], None]:
    """How a suite tells its lines: as they are, or each as `{"line": …}`."""
    return (lambda line: print_json({"line": line})) if as_json else click.echo


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes once."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def processor(work: Callable[[], object]) -> float:
    """How long (ms) this thread was on a processor for something: what a busy machine changes less."""
    start = thread_time()
    work()
    return (thread_time() - start) * 1000


def alternating(first: Callable[[], object], second: Callable[[], object], times: int) -> tuple[float, float]:
    """The medians (ms) of two things done in turn, so that a busy machine slows both alike."""
    pairs = [(milliseconds(first), milliseconds(second)) for _ in range(times)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)
