"""A typo in a further language's file: that language is left out, the terminal says where, everything else goes on; and
`companion check` looks through every file of words."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import check, languages
from companion.cli.languages import tell_unreadable, unreadable
from companion.decks.catalog import decklists_folder, read_folder
from companion.decks.loader import Finding
from companion.i18n import catalog
from tests.cli.running import run

TYPO = 'ready = "listo"\nsetup = "sin comillas\n'


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a host's folder of languages with typos in three files of two languages."""
    monkeypatch.setenv(catalog.OWN, str(tmp_path))
    for lang in ("qf", "qd", "qi"):
        (tmp_path / lang).mkdir()
    (tmp_path / "qf" / "screens.toml").write_text(TYPO, "utf-8")
    (tmp_path / "qf" / "la-cosa.toml").write_text(TYPO, "utf-8")
    (tmp_path / "qd" / "sheets.toml").write_bytes(b"caf\xe9 = 1")
    (tmp_path / "qi" / "sheets.toml").write_text('[page]\nlang-qi = "Italiano"', "utf-8")
    catalog.look_in(tmp_path)
    yield tmp_path
    monkeypatch.undo()
    catalog.look_in(tmp_path / "none")


def test_each_file_that_cannot_be_read_is_named_with_its_line(house: Path) -> None:
    found = [(Path(one.file).relative_to(house).as_posix(), one.line) for one in unreadable()]
    assert sorted(found) == [("qd/sheets.toml", 1), ("qf/la-cosa.toml", 2), ("qf/screens.toml", 2)]


def test_the_languages_that_come_with_it_can_be_read() -> None:
    assert list(unreadable()) == []


def test_it_is_said_when_the_table_opens(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "unreadable", lambda: iter([Finding("words/fr.toml", 7, "file.encoding")]))
    tell_unreadable("en")
    said = capsys.readouterr().err
    assert "words/fr.toml:7: " in said and "the others still work" in said


BOARDS = """\
heading = ""
lead = "{long}"
send = "Salvarle {tutte}"
nuovo = "x"
whole = 3
fault.shape = "x"
fault.game = "{value}"
"""
GENTLE = '[options.thing_alone]\nwhy = "{casa}"\n[roles]\nnuovo = "x"\nhuman = ""\n'
OF_QI = """\
qi/boards.toml:1: the sentence “heading” is empty
qi/boards.toml:1: the sentence “MISSING” is missing; it is in es/boards.toml:AT
qi/boards.toml:2: “lead” has 2001 characters; the limit is 2000
qi/boards.toml:3: “send” has the blanks {tutte}, but in Spanish they are —
qi/boards.toml:4: the sentence “nuovo” is not used
qi/boards.toml:5: “whole” must be a sentence in quotes
qi/boards.toml:6: the sentence “MISSING” is missing; it is in es/boards.toml:AT
qi/la-cosa-gentle.toml:2: “options.thing_alone.why” has the blanks {casa}, but in Spanish they are —
qi/la-cosa-gentle.toml:4: the sentence “roles.nuovo” is not used
qi/la-cosa-gentle.toml:5: the sentence “roles.human” is empty
qi/sheets.toml:1: there is no part of the companion called “sheets.toml”; available: boards
qi/x.toml:7: the file is not written in UTF-8: save it again in that encoding
boards: 15 % (3 of 19 sentences)
la-cosa: 0 % (0 of ALL sentences)
"""


def test_check_names_file_and_line_and_how_much_each_language_says(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one part and one game: all of them take more than a minute."""
    monkeypatch.setattr(languages, "parts", lambda: ("boards",))
    monkeypatch.setattr(languages, "game_slugs", lambda: ("la-cosa",))
    monkeypatch.setattr(check, "own_folders", tuple)
    monkeypatch.setattr(check, "unreadable", lambda: iter([Finding("qi/x.toml", 7, "file.encoding")]))
    (house / "qi" / "boards.toml").write_text(BOARDS.replace("{long}", "x" * 2001), "utf-8")
    (house / "qi" / "la-cosa-gentle.toml").write_text(GENTLE, "utf-8")
    result = run("check", "--language", "qi", "--lang", "en")
    spanish = (catalog.WORDS / "es" / "boards.toml").read_text("utf-8").splitlines()
    missing = re.findall(r"“(.*)” is missing; it is in .*:(\d+)$", result.stdout, re.MULTILINE)
    assert all(spanish[int(line) - 1].startswith(key.rpartition(".")[2]) for key, line in missing)
    assert len(missing) == 19 - 5, "what is there, if only empty or with other blanks, is not missing"
    said = re.sub(
        r"“[^”]*” is missing; it is in .*:\d+", "“MISSING” is missing; it is in es/boards.toml:AT", result.stdout
    )
    said = re.sub(r"0 of \d+", "0 of ALL", said.replace(f"{house}/", ""))
    assert list(dict.fromkeys(said.splitlines())) == OF_QI.splitlines() and result.exit_code == 1
    there = {one.name: one for one in languages.coverage()}
    assert (there["es"].percent, there["en"].percent) == (100, 100)
    assert [there[lang].said for lang in ("qd", "qf", "qi")] == [0, 0, 3]


def test_a_sentence_by_number_needs_the_forms_of_its_language(tmp_path: Path) -> None:
    folder = tmp_path / "casa"
    folder.mkdir()
    (folder / "deck.toml").write_text('base = "la-cosa"\n', "utf-8")
    key = '[scene]\nhand.one = "{count}"\nhand.few = "{count}"\nhand.other = "{count}"\n'
    (folder / "es.toml").write_text(key, "utf-8")
    result = run("check", folder, "--lang", "en")
    assert f"{folder / 'es.toml'}:3: “scene.hand” has a form “few” that this language does not use" in result.stdout
    (folder / "pl.toml").write_text(key, "utf-8")
    result = run("check", folder, "--lang", "en")
    assert f"{folder / 'pl.toml'}:2: “scene.hand” lacks the form “many” (for 0, 5, 6, 7, 8)" in result.stdout


@pytest.mark.parametrize("typo", [TYPO.encode(), b"caf\xe9 = 1"])
def test_a_game_goes_on_in_the_other_languages(tmp_path: Path, typo: bytes) -> None:
    folder = tmp_path / "la-cosa"
    shutil.copytree(decklists_folder() / "la-cosa", folder)
    (folder / "fr.toml").write_bytes(typo)
    reading = read_folder(folder, thorough=False)
    assert reading.box is not None and not {"es", "en"} - set(reading.box.words)
    assert [Path(fault.file).name for fault in reading.findings] == ["fr.toml"]
    result = run("check", folder)
    assert result.exit_code == 1 and "fr.toml:" in result.stdout

    (folder / "es.toml").write_bytes(typo)
    assert read_folder(folder, thorough=False).box is None
