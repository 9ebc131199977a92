"""`companion check`: the faults of a deck, each with file and line."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main
from companion.cli.languages import Coverage, coverage_of, faults
from companion.decks.catalog import own_folders, read_folder
from companion.decks.findings import Finding
from companion.decks.loader import FALLBACK
from tests.cli.running import lines, run, shell
from tests.decks.decks import written

BAD = """\
base = "la-cosa"
missing = ["lanzallamas.7"]

[[card]]
slug = "bengala"
efect = "lanzallamas"
numbers = [4, 99]
"""


def test_the_decks_that_come_with_it_have_no_fault() -> None:
    """What a further language does not say yet is no fault here: who adds a sentence need not speak seven languages."""
    found = [*faults(), *(one for folder in own_folders() for one in read_folder(folder).findings)]
    assert [one for one in found if not _is_late(one)] == []
    assert {one.percent for lang in FALLBACK for one in coverage_of(lang)} == {100}


def _is_late(fault: Finding) -> bool:
    """Return True if a language besides Spanish and English only says less than they do."""
    path, blanks = Path(fault.file), [{*re.findall(r"\w+", str(fault.blanks.get(side)))} for side in ("here", "there")]
    says_less = fault.key == "words.blanks" and blanks[0] < blanks[1]
    return not {path.stem, path.parent.name} & {*FALLBACK} and (
        fault.key in ("words.missing", "words.answer-missing") or says_less
    )


def test_every_fault_is_named_with_its_line(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck=BAD, es='[cards.bengala]\nnombre = "Bengala"\n')
    result = run("check", folder)
    assert result.exit_code == 1
    said = result.stdout
    for line, word in ((2, "lanzallamas.7"), (4, "bengala"), (6, "effect"), (7, "numbers")):
        assert f"{folder / 'deck.toml'}:{line}:" in said and word in said
    assert f"{folder / 'es.toml'}:1:" in said and f"{folder / 'es.toml'}:2:" in said
    assert result.stderr.strip() == f"Hay {len(said.splitlines())} faltas."


def test_only_what_is_whole_is_a_hundred_per_cent(tmp_path: Path) -> None:
    assert [Coverage("qq", said, 1000).percent for said in (0, 999, 1000)] == [0, 99, 100]
    folder = written(tmp_path / "casa", deck=BAD)
    rows = lines(run("check", folder, "--language", "en", "--json"))
    assert {row["part"]: (row["percent"], row["said"] == row["all"]) for row in rows}["screens"] == (100, True)
    told = run("check", folder, "--language", "en", "--lang", "en")
    assert told.exit_code == 0, "the faults are of no file of that language"
    (common,) = (row for row in rows if row["part"] == "common")
    assert f"common: 100 % ({common['said']} of {common['all']} sentences)" in told.stdout.splitlines()
    good = [written(tmp_path / "decks" / name, deck='base = "la-cosa"\n') for name in ("uno", "otro")]
    for asked, names in ((good, "uno, otro"), ([tmp_path / "decks"], "otro, uno")):
        assert run("check", *asked, "--lang", "en").stdout == f"No faults found: {names}.\n"


def test_what_keeps_a_deck_from_being_played_is_red(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck=BAD, es='[cards.bengala]\nname = ""\n')
    said = CliRunner().invoke(main, ["check", str(folder), "--lang", "en"], color=True).stdout.splitlines()
    inks = {line.split(":")[0].rpartition("/")[2]: "\x1b[31m" in line for line in said}
    assert inks == {"deck.toml": True, "es.toml": False}


def test_english_and_json(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck=BAD)
    result = run("check", folder, "--lang", "en", "--json")
    rows = lines(result)
    assert result.exit_code == 1
    near = next(row for row in rows if row["fault"] == "key.near")
    assert near["line"] == 6 and near["message"] == "“efect” means nothing here; perhaps you meant “effect”"
    assert near["file"] == str(folder / "deck.toml") and near["grave"] is True
    assert "faults" in result.stderr


def test_a_broken_file_is_one_clear_line(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck='base = "la-cosa\n')
    done = shell("check", folder)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stdout.startswith(f"{folder / 'deck.toml'}:1: ")
