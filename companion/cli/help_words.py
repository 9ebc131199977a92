"""The words click itself puts into a help page or a usage error, in the language of the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

import click

from companion.i18n.catalog import words

_PLAIN = {
    "Show this message and exit.": "show-help",
    "Show the version and exit.": "show-version",
    "Usage: ": "usage",
    "Options": "options",
    "Commands": "commands",
    "Arguments": "arguments",
    "[OPTIONS]": "with-options",
    "COMMAND [ARGS]...": "with-command",
    "INTEGER RANGE": "integer",
    "FLOAT RANGE": "float",
    "INTEGER": "integer",
    "FLOAT": "float",
    "TEXT": "text",
    "DIRECTORY": "directory",
    "FILENAME": "file",
    "FILE": "file",
    "PATH": "path",
    "IMAGE": "image",
    "NAME=VALUE": "name-value",
    "default: ": "default",
    "required": "required",
}
"""What click says, and the key of its translation under `click` in `terminal.toml`."""

_PARTS = re.compile(
    "|".join(
        rf"(?<![\w-]){re.escape(word)}" + ("" if word.endswith(" ") else r"(?!\w)")
        for word in sorted(_PLAIN, key=len, reverse=True)
    )
)
_EXTRA = re.compile(r"\[[^\[\]]*\]\s*$")
_FAULTS = (
    (r"(?P<value>.+) is not a valid (?:integer|int)( range)?\b", "integer"),
    (r"(?P<value>.+) is not a valid float( range)?\b", "float"),
    (r"(?P<value>.+) is not a valid boolean\b.*", "boolean"),
    (r"(?P<value>.+) is not in the range (?P<known>.+)", "range"),
    (r"(?P<value>.+) is not one of (?P<known>.+)", "none-of"),
    (r"(?:File|Path|Directory) (?P<value>.+) does not exist", "missing"),
    (r"(?:File|Path) (?P<value>.+) is a directory", "directory"),
    (r"Directory (?P<value>.+) is a file", "file"),
    (r"(?:File|Path|Directory) (?P<value>.+) is not (?:readable|writable)", "forbidden"),
    (r"No such command (?P<value>.+?)\.?(?: Did you mean.*)?", "command"),
    (r"Got unexpected extra arguments? \((?P<value>.+)\)", "extra"),
    (r"Option (?P<value>.+) requires an argument", "value-missing"),
    (r"Option (?P<value>.+) requires (?P<count>\d+) arguments", "values-missing"),
    (r"Option (?P<value>.+) does not take a value", "no-value"),
    (r"Missing command", "no-command"),
)
"""What click complains of, and the key of the same under `click.fault`."""


def fault_told(message: str, lang: str) -> str:
    """Return click's complaint about a value or a command line in a language; unchanged if it is not known."""
    plain = message.strip().rstrip(".")
    for pattern, key in _FAULTS:
        if found := re.fullmatch(pattern, plain, re.DOTALL):
            return words("terminal", lang).say(f"click.fault.{key}", **found.groupdict())
    return plain


def _word(text: str, lang: str) -> str:
    return words("terminal", lang).raw(f"click.{_PLAIN[text]}") if text in _PLAIN else text


class Formatter(click.HelpFormatter):
    """A help page whose headings, metavariables and notes are in a language; what a command says of itself is its
    own."""

    def __init__(self, lang: str, **rest: Any) -> None:
        super().__init__(**rest)
        self._lang = lang

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, self._said(args), _word("Usage: ", self._lang) if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write the title of a section."""
        super().write_heading(_word(heading, self._lang))

    def write_dl(self, rows: Iterable[tuple[str, str]], *rest: Any, **more: Any) -> None:
        """Write the options with their descriptions; the notes in brackets at the end are click's."""
        told = [
            (self._metavar(name), _EXTRA.sub(lambda note: self._said(note[0]), _word(text, self._lang)))
            for name, text in rows
        ]
        super().write_dl(told, *rest, **more)

    def _said(self, text: str) -> str:
        return _PARTS.sub(lambda found: _word(found[0], self._lang), text)

    def _metavar(self, option: str) -> str:
        """`--port INTEGER` with its second half said; the names of options stay."""
        return self._said(option) if option.lstrip().startswith("-") else option


@cache
def context_of(lang: str) -> type[click.Context]:
    """Return a context whose help page is in a language."""
    return type("Context", (click.Context,), {"formatter_class": partial(Formatter, lang)})


def speaking(command: click.Command, lang: str) -> click.Command:
    """Return the command with its help in that language."""
    command.context_class = context_of(lang)
    return command
