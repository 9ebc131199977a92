"""What all commands share: help, languages, exit codes, and that nothing is imported before it is needed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from companion.cli import COMMANDS
from companion.cli.usage import as_language, language_asked
from tests.cli.running import ROOT, run, shell

MINE = ("games", "deck", "tags", "check")


@pytest.mark.parametrize("name", MINE)
def test_every_command_helps(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "--json" in result.stdout and "--lang" in result.stdout


def test_help_lists_the_commands_in_the_language_asked_for() -> None:
    done = shell("--help", "--lang", "en")
    assert done.returncode == 0
    assert COMMANDS["deck"].en in done.stdout
    assert COMMANDS["deck"].es in shell("--help", COMPANION_LANG="es_AR.UTF-8").stdout


def test_help_of_a_command_is_in_the_language_asked_for() -> None:
    assert "how many play" in shell("deck", "--help", "--lang", "en").stdout
    assert "cuántos juegan" in shell("deck", "--help", COMPANION_LANG="es").stdout


@pytest.mark.parametrize(
    ("words", "es", "en"),
    [
        (["deck"], "Falta --players.", "Missing option '--players'."),
        (["deck", "--players", "x"], "--players: valor no admitido", "Invalid value for '--players'"),
        (["deck", "--plaiers", "4"], "No existe la opción --plaiers.", "No such option '--plaiers'"),
        (["dekc"], "No se entiende la orden", "No such command 'dekc'"),
        (["games", "--lang", "fr"], "--lang: valor no admitido", ""),
    ],
)
def test_wrong_usage_exits_2_with_a_sentence(words: list[str], es: str, en: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert es in result.stderr and result.stdout == ""
    if en:
        assert en in run("--lang", "en", *words).stderr


def test_without_a_command_the_help_is_shown_and_it_is_wrong_usage() -> None:
    result = run()
    assert result.exit_code == 2 and "check" in result.stderr


FIRST = ("games", "--game", "la-cosa", "--json")


def test_the_language_may_stand_before_or_after_the_command() -> None:
    for words in (["--lang", "en", *FIRST], [*FIRST, "--lang", "en_GB"]):
        assert json.loads(run(*words).stdout)["name"] == "La Cosa (Stay Away!)"
    assert json.loads(shell(*FIRST, COMPANION_LANG="en").stdout)["name"] == "La Cosa (Stay Away!)"
    assert json.loads(shell(*FIRST, COMPANION_LANG="xx").stdout)["name"] == "La Cosa"


@pytest.mark.parametrize(
    ("tag", "lang"), [("es", "es"), ("es-AR", "es"), ("EN_us.UTF-8", "en"), ("fr", None), ("", None)]
)
def test_a_language_tag(tag: str, lang: str | None) -> None:
    assert as_language(tag) == lang


def test_the_language_of_a_command_line_not_yet_understood() -> None:
    assert language_asked(["--lang=en", "nada"]) == "en"
    assert language_asked(["nada", "--lang", "en"]) == "en"
    assert language_asked(["--lang"]) == "es"
    assert language_asked([]) == "es"


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


def test_a_command_that_is_not_there_does_not_bar_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "ghost", COMMANDS["games"]._replace(module="ghost"))
    assert run("ghost").exit_code == 2
    assert "ghost" not in run("--help").stdout
    assert run("games").exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="its shell has no head")
def test_a_reader_that_goes_away_is_no_fault() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m companion tags | head -1', shell=True, cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert json.loads(done.stdout)["copy"] == "la-cosa.1"
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
