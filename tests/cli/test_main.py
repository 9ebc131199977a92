"""Common behaviour of all commands: help, languages, exit codes, and no import before it is needed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.cli import COMMANDS, Refused, ended, main
from companion.cli.usage import language_asked, say
from companion.i18n.locales import as_language, language_of_locale
from tests.cli.running import ROOT, run, shell

ENGLISH = re.compile(
    r"\b(the|this|that|with|and|show|message|version|exit|usage|options|commands|default|required|integer|text|float"
    r"|directory|filename|range|args|file|image|value|not|must|missing|invalid|such|valid)\b",
    re.IGNORECASE,
)


OPTIONS = Path(__file__).with_name("options.txt")


def options() -> Iterator[str]:
    """Yield what every command takes: its names, its kind, whether it has to be said, and what holds where it is not.

    `python -m tests.cli.test_main` writes the file anew.
    """
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        for one in command.params if command else ():
            told = one.to_info_dict()
            kind = {key: value for key, value in told["type"].items() if key != "name" and value not in (None, "", [])}
            usual = repr(one.default) if isinstance(one.default, str | int | float | tuple) else "-"
            more = [key for key in ("required", "multiple", "is_flag") if told.get(key)]
            yield " ".join((name, *one.opts, *one.secondary_opts, json.dumps(kind), str(one.nargs), usual, *more))


def test_what_every_command_takes_is_as_it_was_read() -> None:
    assert [*options()] == OPTIONS.read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("words", "es", "en"),
    [
        (["deck"], "Falta --players.", "Missing option '--players'."),
        (["deck", "--players", "x"], "--players: valor no admitido", "Invalid value for '--players'"),
        (["deck", "--plaiers", "4"], "No existe la opción --plaiers.", "No such option"),
        (["dekc"], "No se entiende la orden", "No such command 'dekc'"),
        (["games", "--lang", "qq"], "--lang: valor no admitido", ""),
        (["games", "a", "b"], "No se entiende la orden (sobra: a b).", "unexpected extra arguments"),
        (["print", "nada"], "HOJA: valor no admitido ('nada' no es", "Invalid value for"),
    ],
)
def test_wrong_usage_exits_2_with_a_sentence(words: list[str], es: str, en: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert es in result.stderr and result.stdout == ""
    assert not ENGLISH.findall(result.stderr.replace("--help", ""))
    if en:
        assert en in run("--lang", "en", *words).stderr


@pytest.mark.parametrize(
    ("outcome", "code", "said"),
    [
        (7, 7, ""),
        ("told", 0, ""),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
        (Refused("no\n  such  file"), 1, "no such file\n"),
        (OSError(13, "Permission denied", "games.db"), 1, "games.db: not allowed here (Permission denied)\n"),
        (OSError("it went away"), 1, "not allowed here (it went away)\n"),
    ],
)
def test_how_a_command_ends(outcome: object, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    def command() -> object:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    assert ended(command, ["--lang", "en"]) == code
    assert capsys.readouterr().err == said.replace("not allowed here", say("en", "commands.not-allowed"))


def test_without_a_command_the_help_is_shown_and_it_is_wrong_usage() -> None:
    result = run()
    assert result.exit_code == 2 and "check" in result.stderr


FIRST = ("games", "--game", "la-cosa", "--json")


def name_in(said: str) -> str:
    """Return the name of the first game of a list for programs, one a line."""
    return str(json.loads(said.splitlines()[0])["name"])


def test_the_language_may_stand_before_or_after_the_command() -> None:
    for words in (["--lang", "en", *FIRST], [*FIRST, "--lang", "en_GB"]):
        assert name_in(run(*words).stdout) == "La Cosa (Stay Away!)"
    for asked, name in (("en", "La Cosa (Stay Away!)"), ("xx", "La Cosa")):
        assert name_in(run(*FIRST, COMPANION_LANG=asked).stdout) == name


@pytest.mark.parametrize(
    ("tag", "lang"), [("es", "es"), ("es-AR", "es"), ("EN_us.UTF-8", "en"), ("qq", None), ("", None)]
)
def test_a_language_tag(tag: str, lang: str | None) -> None:
    assert as_language(tag) == lang


def test_the_language_of_a_command_line_not_yet_understood() -> None:
    assert language_asked(["--lang=en", "nada"]) == "en"
    assert language_asked(["nada", "--lang", "en"]) == "en"
    assert language_asked(["--lang"]) == "es"
    assert language_asked([]) == "es"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "es"),
        ({"LANG": "C.UTF-8"}, "es"),
        ({"LANG": "POSIX"}, "es"),
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "qq_QQ@euro"}, "en"),
        ({"LANG": "es_ES", "LC_ALL": "de_DE"}, "en"),
        ({"LANG": "es_ES", "LC_MESSAGES": "en_US", "LC_ALL": ""}, "en"),
    ],
)
def test_the_language_of_a_system(environment: dict[str, str], lang: str) -> None:
    assert language_of_locale(environment) == lang


def test_people_are_answered_in_the_language_of_their_system_and_programs_as_always() -> None:
    finnish = {"LANG": "fi_FI.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COMPANION_LANG": ""}
    assert "La Cosa (Stay Away!)" in run("games", **finnish).stdout
    assert "Usage:" in shell("deck", "--help", **finnish).stdout
    assert name_in(run(*FIRST, **finnish).stdout) == "La Cosa"
    assert "Uso:" in shell("deck", "--help", **{**finnish, "LANG": "C"}).stdout


HELPS = """
import io, json, sys
from contextlib import redirect_stdout
from companion.cli import main
told = {}
for words in json.loads(sys.argv[1]):
    with redirect_stdout(io.StringIO()) as said:
        try:
            main([*words, "--help", *sys.argv[2:]])
        except SystemExit as end:
            assert not end.code, words
    told[" ".join(words)] = said.getvalue()
print(json.dumps(told))
"""


def helps(lang: str, *asked: str) -> dict[str, str]:
    """Return the help of every command, and that of all (""), from a process that speaks the language, or is asked for
    another: help is worded once a process."""
    every = [[], *([name] for name in COMMANDS)]
    done = subprocess.run(
        [sys.executable, "-c", HELPS, json.dumps(every), *asked],
        cwd=ROOT, env={**os.environ, "COMPANION_LANG": lang}, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    told: dict[str, str] = json.loads(done.stdout)
    assert len(told) == len(every) and say(asked[-1] if asked else lang[:2], "commands.list.deck") in told[""]
    return told


def test_the_spanish_help_is_spanish() -> None:
    every = helps("es_AR.UTF-8")
    assert "cuántos juegan" in every["deck"]
    for words, told in every.items():
        left = re.sub(r"--[\w-]+|\[[\w|-]*\|[\w|-]*\]|<=x<=|\[si\s+no\s+se\s+dice:[^]]*\]|companion [\w ]+", "", told)
        assert left and not ENGLISH.findall(left), words


def test_every_command_takes_a_language_and_speaks_to_programs() -> None:
    every = helps("es", "--lang", "en")
    assert "the number of players" in every["deck"]
    for words, told in every.items():
        assert not words or ("--lang" in told and "--json" in told), words


def test_only_what_a_command_needs_is_imported() -> None:
    code = (
        "import sys; from companion.cli import main\n"
        "try: main(['tags'])\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = {'flask', 'cv2', 'typst', 'rich', 'uvicorn', 'sqlite3', 'companion.cli.serve', 'companion.cli.deck'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="its shell has no head")
def test_a_reader_that_goes_away_is_no_fault() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m companion tags | head -1', shell=True, cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert json.loads(done.stdout)["copy"] == "la-cosa.1"
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr


if __name__ == "__main__":
    OPTIONS.write_text("\n".join(options()) + "\n", "utf-8")
