"""Which language the command line speaks, and wrong usage said in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from companion.cli.help_words import fault_told
from companion.engine.words import Wording
from companion.i18n.catalog import languages, words
from companion.i18n.locales import as_language, language_of_locale

if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    _Text = click.ParamType  # click 8.1 knows no type in brackets


WORDS = "terminal"
"""The file of what the command line says; a language that has it can be spoken there."""


class Language(_Text):
    """`es`, `en` or another language with a file of such words, with or without a region."""

    def __init__(self) -> None:
        self.name = "|".join(languages(WORDS))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the language, or fail with a usage error."""
        return known(value) or self.fail(f"{value!r}: {' | '.join(languages(WORDS))}", param, ctx)


def known(text: str) -> str | None:
    """Return the language of a tag such as `es-AR` if the command line speaks it."""
    return as_language(text, languages(WORDS))


def language_asked(line: Sequence[str]) -> str:
    """Return the language of a command line before it is parsed: `--lang`, `COMPANION_LANG`, the system's.

    What programs read (`--json`) does not depend on whose computer they run on: there the system is not asked.
    """
    asked = given(line, "--lang") or os.environ.get("COMPANION_LANG", "")
    system = "es" if asked or "--json" in line else language_of_locale(os.environ, languages(WORDS))
    return known(asked) or system


def given(words: Sequence[str], option: str) -> str:
    """Return the value a command line gives an option, before it is parsed; empty if the option is missing."""
    found = ""
    for word, after in pairwise([*words, ""]):
        if word == option:
            found = after
        elif word.startswith(f"{option}="):
            found = word.removeprefix(f"{option}=")
    return found


def say(lang: str, key: str, /, **blanks: object) -> str:
    """Return a sentence of the command line (`terminal.toml`) in that language."""
    return _words(lang).say(key, **blanks)


def here(key: str, /, **blanks: object) -> str:
    """Return a sentence in the language of this process: for the help of a command."""
    return say(language_asked(sys.argv), key, **blanks)


@cache
def _words(lang: str) -> Wording:
    return words(WORDS, lang)


def heading(lang: str) -> str:
    """Return the heading of the list of commands."""
    return say(lang, "commands.heading")


def usage_sentence(error: click.UsageError, lang: str) -> str:
    """Return what is wrong with a command line, and where to read how it goes."""
    if type(error).__name__ == "NoArgsIsHelpError":  # click 8.1 has none: it shows the help itself
        return error.format_message()
    if lang == "en":
        wrong = error.format_message()
    elif isinstance(error, click.NoSuchOption):
        near = ", ".join(error.possibilities or ())
        key = "click.wrong.option-near" if near else "click.wrong.option"
        wrong = say(lang, key, option=error.option_name, near=near)
    elif isinstance(error, click.MissingParameter):
        wrong = say(lang, "click.wrong.missing", name=_named(error, lang))
    elif isinstance(error, click.BadParameter):
        wrong = say(lang, "click.wrong.value", name=_named(error, lang), fault=fault_told(error.message, lang))
    elif isinstance(error, click.BadOptionUsage):
        wrong = say(lang, "click.wrong.misused", option=error.option_name, fault=fault_told(error.message, lang))
    else:
        wrong = say(lang, "click.wrong.other", fault=fault_told(error.format_message(), lang))
    path = error.ctx.command_path if error.ctx else "companion"
    return f"{wrong}\n{say(lang, 'commands.usage')}: {path} --help"


def _named(error: click.BadParameter, lang: str) -> str:
    if error.param is not None and error.ctx is not None:
        return error.param.get_error_hint(error.ctx).replace("'", "")
    return str(error.param_hint or say(lang, "click.wrong.something"))
