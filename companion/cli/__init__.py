"""The command line: one module a command, none imported before it is asked for.

Every command module exports `command`, a click command. What they share stands here: `Refused` (exit 1, one line),
`lang_option`, `json_option`, `say` and `here` (one of two texts) and `print_json`. Usage errors exit 2.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import IO, Any, NamedTuple, TypeVar

import click

from companion import __version__
from companion.cli.usage import Language, as_language, heading, here, language_asked, say, usage_sentence

F = TypeVar("F", bound=Callable[..., Any])

__all__ = ["Refused", "here", "json_option", "lang_option", "main", "print_json", "say"]


class Entry(NamedTuple):
    """A command: the module that holds it, and what it is for in a few words of each language."""

    module: str
    es: str
    en: str


COMMANDS = {
    "serve": Entry("serve", "abre la mesa para los navegadores de la casa", "open the table for the browsers at home"),
    "games": Entry("games", "los juegos que conoce", "the games it knows"),
    "deck": Entry("deck", "la preparación para tantos jugadores", "the set-up for so many players"),
    "replay": Entry(
        "replay", "juega archivos de partida y cuenta qué pasó", "play playthrough files and tell what happened"
    ),
    "print": Entry("print_", "hojas para imprimir, en PDF", "sheets to print, as PDF"),
    "tags": Entry("tags", "el código de cada carta", "the code on every card"),
    "scan": Entry("scan", "lee las cartas de unas fotos", "read the cards in pictures"),
    "simulate": Entry(
        "simulate", "juega partidas enteras y comprueba las reglas", "play whole games and check the rules"
    ),
    "export": Entry("export", "la partida guardada, en un archivo", "a game that was kept, as a file"),
    "import": Entry("import_", "añade una partida jugada en otro sitio", "add a game played elsewhere"),
    "verify": Entry("verify", "si el registro es el que se escribió", "whether the log is what was written"),
    "backup": Entry(
        "backup",
        "una copia de todas las partidas, también mientras se juega",
        "a copy of every game, while playing too",
    ),
    "restore": Entry("restore", "vuelve a poner una copia en su sitio", "put a copy back in its place"),
    "check": Entry("check", "las faltas de un mazo, con su línea", "the faults of a deck, with their line"),
    "doctor": Entry("doctor", "qué no funciona aquí y cómo arreglarlo", "what does not work here and how to mend it"),
    "bench": Entry("bench", "mide lo que tarda", "measure how long things take"),
}


class Refused(click.ClickException):
    """The input was refused: one clear line on stderr, exit 1."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the one line."""
        click.secho(" ".join(self.message.split()), fg="red", err=True)


class Commands(click.Group):
    """The commands by name. A module is imported when its command runs, or when its help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands that are there."""
        return [name for name, entry in COMMANDS.items() if find_spec(_module(entry))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; None if there is none."""
        entry = COMMANDS.get(cmd_name)
        if entry is None or find_spec(_module(entry)) is None:
            return None
        command = importlib.import_module(_module(entry)).command
        assert isinstance(command, click.Command), f"{entry.module} exports no command"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands for `--help`, without importing any."""
        lang = language_asked(sys.argv)
        rows = [(name, getattr(COMMANDS[name], lang)) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section(heading(lang)):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; what it returns is nobody's business."""
        super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run, and end the process with 0, 1 (refused) or 2 (usage); never with a traceback for a bad input."""
        _speak_utf8()
        asked = list(sys.argv[1:] if args is None else args)
        more["standalone_mode"] = False
        sys.exit(_run(partial(super().main, asked, *rest, **more), asked))


def _run(command: Callable[[], Any], asked: Sequence[str]) -> int:
    """The exit code of a run; what went wrong is said on stderr."""
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
        _forget_output()
        return 0
    except OSError as error:
        Refused(_trouble(error, language_asked(asked))).show()
        return 1
    return done if isinstance(done, int) else 0


def _module(entry: Entry) -> str:
    return f"companion.cli.{entry.module}"


def _trouble(error: OSError, lang: str) -> str:
    """What the operating system did not let us do, with the file it was about."""
    where = f"{error.filename}: " if error.filename else ""
    return (
        where + say(lang, "el sistema no lo permite", "the system does not allow it") + f" ({error.strerror or error})"
    )


def _speak_utf8() -> None:
    """Names and cards print everywhere, on a console of another code page too."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _forget_output() -> None:
    """Whoever read our output has gone: leave nothing to be flushed at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language_in_force() -> str:
    """What was asked of `companion` itself, else COMPANION_LANG, else Spanish."""
    of_main = click.get_current_context().find_root().params.get("lang")
    return of_main or as_language(os.environ.get("COMPANION_LANG", "")) or "es"


def lang_option(command: F) -> F:
    """`--lang es|en`, by default COMPANION_LANG or Spanish; `es-AR` counts as `es`. The command gets `lang`."""
    text = here("el idioma (si no, COMPANION_LANG, o español)", "the language (else COMPANION_LANG, or Spanish)")
    return click.option("--lang", type=Language(), default=_language_in_force, show_default=False, help=text)(command)


def json_option(command: F) -> F:
    """`--json`: JSON on stdout and nothing else there."""
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        help=here("JSON en la salida, y nada más", "JSON on stdout, and nothing else there"),
    )(command)


def print_json(value: object) -> None:
    """One JSON value on one line of stdout."""
    click.echo(json.dumps(value, ensure_ascii=False))


@click.group(cls=Commands, context_settings={"help_option_names": ["--help", "-h"]})
@click.version_option(version=__version__, prog_name="companion")
@click.option("--lang", type=Language(), expose_value=True, help="es | en")
def main(lang: str | None) -> None:
    """Companion: La Cosa, con la caja de verdad sobre la mesa / with the real box on the table."""
