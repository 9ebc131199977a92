"""`--decks`: what is wrong with a folder of decks is said by every command that takes one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run
from tests.cli.serving import start

COMMANDS = (
    ("games",), ("deck", "--players", "4"), ("tags",), ("replay", "tests/playthroughs/a.jsonl"), ("export",),
    ("import", "none.jsonl"), ("serve",), ("print", "roles", "--output", "-"),
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_folder_that_is_not_there_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*words, "--decks", tmp_path / "nowhere")
    assert (result.exit_code, result.stdout) == (1, "")
    assert str(tmp_path / "nowhere") in result.stderr.replace("\n", "")


@pytest.mark.parametrize(
    "words", (("games",), ("deck", "--players", "4"), ("tags", "--json")), ids=lambda words: words[0]
)
def test_a_broken_deck_and_an_empty_folder_are_said_and_the_rest_goes_on(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "mine" / "box").mkdir(parents=True)
    (tmp_path / "mine" / "box" / "deck.toml").write_text("game = \n", "utf-8")
    result = run(*words, "--decks", tmp_path / "empty", "--decks", tmp_path / "mine")
    assert result.exit_code == 0 and result.stdout
    assert "deck.toml:1" in result.stderr and f"{tmp_path / 'empty'}" in result.stderr


@pytest.mark.long
def test_an_open_table_says_it_too(tmp_path: Path) -> None:
    (tmp_path / "data" / "decks" / "box").mkdir(parents=True)
    (tmp_path / "data" / "decks" / "box" / "deck.toml").write_text("game = \n", "utf-8")
    running = start(tmp_path / "data", stderr=True)
    running.process.terminate()
    _, errors = running.process.communicate(timeout=60)
    assert "deck.toml:1" in errors
