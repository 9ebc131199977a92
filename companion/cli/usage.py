"""Which language the command line speaks, and wrong usage said in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    _Text = click.ParamType  # click 8.1 knows no type in brackets

LANGUAGES = ("es", "en")


def as_language(text: str) -> str | None:
    """`es` or `en` from a tag such as `es-AR` or `en_US.UTF-8`; None for any other language."""
    tag = text.strip().lower().replace("_", "-").split("-")[0].split(".")[0]
    return tag if tag in LANGUAGES else None


class Language(_Text):
    """`es` or `en`, with or without a region."""

    name = "es|en"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The language, or a usage error."""
        return as_language(value) or self.fail(f"{value!r}: es | en", param, ctx)


def language_asked(words: Sequence[str]) -> str:
    """The language a command line asks for, before it is understood: for help and for usage errors."""
    asked = os.environ.get("COMPANION_LANG", "")
    for word, after in pairwise([*words, ""]):
        if word == "--lang":
            asked = after
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    return as_language(asked) or "es"


def say(lang: str, es: str, en: str) -> str:
    """The text of that language."""
    return en if lang == "en" else es


def here(es: str, en: str) -> str:
    """The text of the language this process was asked to speak: for the help of a command."""
    return say(language_asked(sys.argv), es, en)


def heading(lang: str) -> str:
    """What stands above the list of commands."""
    return say(lang, "Órdenes", "Commands")


def usage_sentence(error: click.UsageError, lang: str) -> str:
    """What is wrong with a command line, and where to read how it goes."""
    if type(error).__name__ == "NoArgsIsHelpError":  # click 8.1 has none: it shows the help itself
        return error.format_message()
    wrong = error.format_message() if lang == "en" else _in_spanish(error)
    path = error.ctx.command_path if error.ctx else "companion"
    return f"{wrong}\n{say(lang, 'Cómo se usa', 'How it is used')}: {path} --help"


def _in_spanish(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        near = f" ¿Querías decir {', '.join(error.possibilities)}?" if error.possibilities else ""
        return f"No existe la opción {error.option_name}.{near}"
    if isinstance(error, click.MissingParameter):
        return f"Falta {_named(error)}."
    if isinstance(error, click.BadParameter):
        return f"{_named(error)}: valor no admitido ({error.message.rstrip('.')})."
    if isinstance(error, click.BadOptionUsage):
        return f"La opción {error.option_name} está mal usada ({error.message.rstrip('.')})."
    return f"No se entiende la orden ({error.format_message().rstrip('.')})."


def _named(error: click.BadParameter) -> str:
    if error.param is not None and error.ctx is not None:
        return error.param.get_error_hint(error.ctx).replace("'", "")
    return str(error.param_hint or "un dato")
