"""The command line: one module a command, none imported before it is asked for.

Every command module exports `command`, a click command. What they share stands here: `Refused` (exit 1, one line),
`lang_option`, `json_option`, `say` and `here` (one of two texts) and `print_json`. Usage errors exit 2.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from companion import __version__
from companion.cli.help_words import context_of, speaking
from companion.cli.usage import Language, given, heading, here, language_asked, say, usage_sentence
from companion.i18n import catalog
from companion.store import default_folder

F = TypeVar("F", bound=Callable[..., Any])

__all__ = ["Refused", "ended", "here", "json_option", "lang_option", "language_of", "main", "print_json", "say"]


COMMANDS = {
    "serve": "serve",
    "games": "games",
    "deck": "deck",
    "replay": "replay",
    "print": "print_",
    "tags": "tags",
    "scan": "scan",
    "export": "export",
    "import": "import_",
    "verify": "verify",
    "backup": "backup",
    "restore": "restore",
    "check": "check",
    "doctor": "doctor",
    "site": "site",
}
"""The module of each command; what it is for, in a few words, is `commands.list.…`."""


class Refused(click.ClickException):
    """The input was refused: one clear line on stderr, exit 1."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the one line."""
        click.secho(" ".join(self.message.split()), fg="red", err=True)


class Commands(click.Group):
    """The commands by name. A module is imported when its command runs, or when its help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command of that name; None if there is none."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = importlib.import_module(f"companion.cli.{entry}").command
        assert isinstance(command, click.Command), f"{entry} exports no command"
        return speaking(command, language_asked(sys.argv))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for `--help`, without importing any."""
        lang = language_asked(sys.argv)
        rows = [(name, say(lang, f"commands.list.{name}")) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section(heading(lang)):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; what it returns is nobody's business."""
        super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run, and end the process with 0, 1 (refused) or 2 (usage); never with a traceback for a bad input."""
        # Names and cards print everywhere, on a console of another code page too.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors="replace")
        asked = list(sys.argv[1:] if args is None else args)
        self.help, self.context_class = here("commands.about"), context_of(language_asked(sys.argv))
        catalog.look_in(Path(given(asked, "--data") or default_folder()) / "languages")
        more["standalone_mode"] = False
        more["obj"] = language_asked(asked)
        sys.exit(ended(partial(super().main, asked, *rest, **more), asked))


def ended(command: Callable[[], Any], asked: Sequence[str]) -> int:
    """Run a command and return its exit code; what went wrong is said on stderr."""
    try:
        done = command()
    except click.UsageError as error:
        click.echo(usage_sentence(error, language_asked(asked)), err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone: leave nothing to be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        trouble = where + say(language_asked(asked), "commands.not-allowed") + f" ({error.strerror or error})"
        Refused(trouble).show()
        return 1
    return done if isinstance(done, int) else 0


def _language_in_force() -> str:
    """Return the language of the whole command line; for a command run by itself, COMPANION_LANG or the system's."""
    return language_of(click.get_current_context())


def language_of(ctx: click.Context) -> str:
    """Return the language of the command line being parsed, wherever it stands in it."""
    root = ctx.find_root()
    return root.params.get("lang") or (root.obj if isinstance(root.obj, str) else language_asked(()))


def lang_option(command: F) -> F:
    """`--lang es|en`, by default COMPANION_LANG or the system's; `es-AR` counts as `es`. The command gets `lang`."""
    text = here("commands.language")
    return click.option("--lang", type=Language(), default=_language_in_force, show_default=False, help=text)(command)


def json_option(command: F) -> F:
    """`--json`: JSON on stdout and nothing else there."""
    return click.option("--json", "as_json", is_flag=True, help=here("commands.option.json"))(command)


def print_json(value: object) -> None:
    """One JSON value on one line of stdout."""
    import json  # --help does without

    click.echo(json.dumps(value, ensure_ascii=False))


@click.group(cls=Commands, context_settings={"help_option_names": ["--help", "-h"]})
@click.version_option(version=__version__, prog_name="companion")
@click.option("--lang", type=Language(), expose_value=True, help=here("commands.option.lang"))
def main(lang: str | None) -> None:
    """Run the commands."""
