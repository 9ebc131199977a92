"""`companion export` and `companion import` without a table that is open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.sqlite import SQLiteStore
from tests.cli.running import lines, run

SETUP = {"game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}


@pytest.fixture
def game(tmp_path: Path) -> str:
    tables = GameService(SQLiteStore(tmp_path / "companion.db"), title)
    ident = tables.open(SETUP).id
    for thing in ({"action": "draw", "player": "Ana", "back": "away"}, {"action": "undo"}):
        tables.say(ident, thing)
    tables.label(ident, name="Viernes")
    tables.close()
    return ident


def test_a_playthrough_plays_to_the_same_state(tmp_path: Path, game: str) -> None:
    exported = run("export", game, "--data", tmp_path)
    file = tmp_path / "out.jsonl"
    assert run("export", "Viernes", "--data", tmp_path, "--output", file).exit_code == 0
    assert file.read_text("utf-8") == exported.stdout
    assert run("export", "Viernes", "--data", tmp_path, "--output", "-").stdout == exported.stdout
    final = lines(run("replay", "--json", file))[-1]["final"]
    record = json.loads(run("export", game[:5], "--data", tmp_path, "--format", "json").stdout)
    assert final == record["final"]
    assert [entry["undone"] for entry in record["entries"]] == [False, True, False]


@pytest.mark.parametrize(
    "text", ["", "{", "{}", '{"record": 9, "entries": []}', '{"playthrough": 1, "game": "la-cosa", "players": ["A"]}',
             '{"playthrough": 1, "game": "la-cosa", "players": ["A","B","C","D"]}\n{"action": "undo"}', "\udcff"],
)  # fmt: skip
def test_what_is_no_game_is_refused_whole(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    result = run("import", file, "--data", tmp_path / "data")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (1, "", 1)
    assert run("import", tmp_path / "none", "--data", tmp_path / "data").exit_code == 1
