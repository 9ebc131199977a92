"""The command line of the laboratory, in English: `python3 tasks.py lab simulate …`, `python3 tasks.py bench …`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli import ended

F = TypeVar("F", bound=Callable[..., Any])

COMMANDS = {
    "simulate": "tests.lab.commands.simulate",
    "puzzles": "tests.lab.commands.puzzles",
    "networks": "tests.lab.commands.networks",
    "bench": "tests.lab.bench.bench",
}
"""The module of each command."""


def data_option(command: F) -> F:
    """Give the command `data`, the folder of `--data`, which may be None."""
    folder = click.Path(path_type=Path, file_okay=False)
    return click.option("--data", metavar="FOLDER", type=folder, help="where the games lie")(command)


def json_option(command: F) -> F:
    """Give the command `as_json`: JSON on stdout and nothing else there."""
    return click.option("--json", "as_json", is_flag=True, help="for a program, in JSON")(command)


def any_language(command: F) -> F:
    """Take `--lang` as every command of the companion does, though English is all that is spoken here."""
    return click.option("--lang", expose_value=False, hidden=True)(command)


class Laboratory(click.Group):
    """The commands by name, none imported before it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run, and end the process with 0, 1 (refused, or not as asked) or 2 (usage)."""
        asked = list(sys.argv[1:] if args is None else args)
        more = {**more, "standalone_mode": False, "obj": "en", "prog_name": "tasks.py lab"}
        sys.exit(ended(partial(super().main, asked, *rest, **more), [*asked, "--lang", "en"]))


@click.group("lab", cls=Laboratory, context_settings={"help_option_names": ["--help", "-h"]})
def main() -> None:
    """Play whole games against the rules, let phones in on every network, and measure how long things take."""
