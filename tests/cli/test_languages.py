"""A typo in a further language's file: that language is left out, the terminal says where, everything else goes on; and
`companion check` looks through every file of words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import languages
from companion.cli.languages import tell_unreadable, unreadable
from companion.decks.catalog import decklists_folder, read_folder
from companion.decks.loader import Finding
from companion.i18n import catalog
from tests.cli.running import lines, run

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


@pytest.mark.long
def test_check_names_file_and_line_and_how_much_each_language_says(house: Path) -> None:
    (house / "qi" / "common.toml").write_text(
        '[rules."undo.nothing"]\ntext = "Non c\'è {niente}."\n[rules]\nnuovo = "x"\n', "utf-8"
    )
    (house / "qi" / "sheet.toml").write_text("", "utf-8")
    result = run("check", "--lang", "en")
    assert result.exit_code == 1
    said = {line.removeprefix(f"{house}/") for line in result.stdout.splitlines()}
    starts = {line.split(" ")[0] for line in said}
    assert {"qf/screens.toml:2:", "qf/la-cosa.toml:2:", "qd/sheets.toml:1:", "qi/sheet.toml:1:"} <= starts
    assert "qi/common.toml:4: the sentence “rules.nuovo” is not used" in said
    assert any(line.startswith("qi/common.toml:2: “rules.undo.nothing.text” has the blanks {niente}") for line in said)
    assert any(
        line.startswith("qi/sheets.toml:1: the sentence “") and " is missing; it is in " in line for line in said
    )
    percents = {line.split(":")[0]: line for line in said if " % (" in line}
    assert set(percents) >= {"es", "en", "qf", "qd", "qi"}
    assert percents["es"].startswith("es: 100 % (") and percents["qf"].startswith("qf: 0 % (0 of ")
    of_one = run("check", "--language", "qi", "--lang", "en").stdout
    assert "sheets: 0 % (0 of " in of_one and "/qi/" in of_one and "/qf/" not in of_one
    rows = {row["language"]: row for row in lines(run("check", "--json")) if "language" in row}
    assert rows["qi"]["percent"] == 0 and rows["en"]["said"] == rows["en"]["all"]


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
