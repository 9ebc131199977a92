"""Lessons for newcomers in a deck, and every way in which they can be wrong, by file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.decks.catalog import decklists_folder, read_folder
from companion.decks.loader import FALLBACK
from companion.games import SLUGS
from tests.beside import beside

FAULTS = dict(beside(__file__, "faults.toml")["lessons"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the first game's deck, to spoil."""
    copy = Path(shutil.copytree(decklists_folder() / SLUGS[0], tmp_path / SLUGS[0]))
    for path in (path for path in copy.glob("*.toml") if path.stem not in ("deck", *FALLBACK)):
        path.unlink()
    return copy


@pytest.mark.parametrize("block", FAULTS)
def test_a_lesson_that_waits_for_what_is_not_there_is_found(folder: Path, block: str) -> None:
    deck = folder / "deck.toml"
    lines = deck.read_text("utf-8").count("\n")
    deck.write_text(deck.read_text("utf-8") + f"\n[[lesson]]\n{block}\n", "utf-8")
    found = [one for one in read_folder(folder).findings if one.key != "lesson.words-missing"]
    assert [one.key for one in found] == [FAULTS[block]]
    assert found[0].line > lines and found[0].sentence("es") != found[0].sentence("en")


def test_what_is_wrong_with_a_lesson_hides_nothing_else(folder: Path) -> None:
    (folder / "es.toml").unlink()
    with (folder / "deck.toml").open("a", encoding="utf-8") as deck:
        deck.write('\n[[lesson]]\nname = "x"\nstep = "nowhere"\n')
    assert {one.key for one in read_folder(folder).findings} >= {"lesson.unknown", "words.none"}


def test_a_lesson_without_a_sentence_and_a_sentence_without_a_lesson_are_found(folder: Path) -> None:
    spanish = folder / "es.toml"
    spanish.write_text(spanish.read_text("utf-8").replace("\nturned = ", "\nturnd = ", 1), "utf-8")
    found = {one.key for one in read_folder(folder).findings if Path(one.file).name == "es.toml"}
    assert found == {"lesson.words-missing", "words.superfluous"}


@pytest.mark.parametrize("game", SLUGS)
def test_the_decks_that_come_along_have_no_fault(game: str) -> None:
    found = read_folder(decklists_folder() / game).findings
    assert [one for one in found if Path(one.file).stem in ("deck", *FALLBACK)] == []
