"""`companion export` and `companion import` without a table that is open."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.sqlite import SQLiteStore
from tests.cli.running import lines, run
from tests.decks.decks import written

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


def test_a_page_to_read(tmp_path: Path, game: str) -> None:
    page = run("export", game, "--data", tmp_path, "--format", "markdown", "--lang", "en").stdout
    assert page.startswith("# Viernes\n")
    assert page.count("~~") == 2


def test_in_another_house_it_is_one_game(tmp_path: Path, game: str) -> None:
    for form, is_new in (("json", True), ("json", False), ("playthrough", False)):
        file = tmp_path / f"game.{form}"
        run("export", game, "--data", tmp_path, "--format", form, "--output", file)
        result = run("import", file, "--data", tmp_path / "other", "--json")
        assert lines(result) == [{"file": str(file), "id": game, "new": is_new}]
    file = tmp_path / "game.json"
    told = [run("import", file, "--data", tmp_path / "third", "--lang", "en").stdout for _ in range(2)]
    assert told == [f"{file}: {game} (added)\n", f"{file}: {game} (already here)\n"]


def test_no_such_game(tmp_path: Path, game: str) -> None:
    for words in (("nobody",), ()):
        result = run("export", *words, "--data", tmp_path)
        assert result.exit_code == 1
        assert game in result.stderr
    empty = run("export", game, "--data", tmp_path / "empty")
    assert (empty.exit_code, len(empty.stderr.splitlines())) == (1, 1)
    assert not (tmp_path / "empty").exists()
    SQLiteStore(tmp_path / "none.db").close()
    (tmp_path / "bare").mkdir()
    (tmp_path / "none.db").rename(tmp_path / "bare" / "companion.db")
    assert run("export", game, "--data", tmp_path / "bare").stderr.endswith("–\n")


def test_a_game_of_a_hosts_own_deck_is_read_with_that_deck(tmp_path: Path) -> None:
    written(tmp_path / "decks" / "casa", deck='base = "la-cosa"\nmissing = ["whisky.1"]\n')
    find = partial(title, folders=(tmp_path / "decks",))
    with closing(GameService(SQLiteStore(tmp_path / "companion.db"), find)) as tables:
        ident = tables.open({**SETUP, "deck": "casa"}).id
    file = tmp_path / "game.json"
    assert run("export", ident, "--data", tmp_path, "--format", "json", "--output", file).exit_code == 0
    assert "casa" in run("import", file, "--data", tmp_path / "other").stderr
    for words in (("--decks", tmp_path / "decks"), ()):
        taken = run("import", file, "--data", tmp_path / ("other" if words else "."), "--json", *words)
        assert lines(taken)[0]["new"] == bool(words)
    assert run("verify", tmp_path).exit_code == 0


def test_a_copy_is_taken_checked_and_put_back(tmp_path: Path, game: str) -> None:
    copy, there = tmp_path / "copy.db", ("--data", tmp_path)
    told = run("backup", "--output", copy, *there, "--json")
    assert lines(told) == [{"file": str(copy), "games": 1, "entries": 3}]
    told = run("backup", "--output", copy, *there, "--replace", "--lang", "pl")
    assert told.stdout.startswith(f"{copy}: wszystko sprawdzone. Partie: 1, wpisy: 3.")
    assert (run("backup", "--output", "-", *there).exit_code, (tmp_path / "-").exists()) == (1, False)
    (chain,) = lines(run("verify", copy, "--json"))[0]["games"]  # type: ignore[misc]
    seal = chain.pop("seal")  # type: ignore[attr-defined]
    assert chain == {"game": game, "name": "Viernes", "entries": 3, "broken_at": None, "holds": True}
    said = run("verify", copy, "--lang", "en").stdout
    assert said == f"✓ {game} «Viernes»: 3 entries, none altered · {seal[:16]}\n"
    assert run("restore", copy, *there).exit_code == 1
    (put,) = lines(run("restore", copy, *there, "--replace", "--json"))
    (kept,) = tmp_path.glob("companion.before-*.db")
    assert put == {"games": 1, "entries": 3, "kept": str(kept)}
    told = run("restore", copy, *there, "--replace", "--lang", "pl")
    (second,) = {*tmp_path.glob("companion.before-*.db")} - {kept}
    assert "Partie: 1, wpisy: 3." in told.stdout and told.stdout.endswith(f" {second}\n")
    told = run("restore", copy, "--data", tmp_path / "new", "--lang", "pl")
    assert told.stdout.endswith("Partie: 1, wpisy: 3.\n")


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


def test_for_programs(tmp_path: Path, game: str) -> None:
    (document,) = [json.loads(run("export", game, "--data", tmp_path, "--json").stdout)]
    assert document == json.loads(run("export", game, "--data", tmp_path, "--format", "json").stdout)
    (told,) = lines(
        run("export", game, "--data", tmp_path, "--json", "--format", "markdown", "--output", tmp_path / "a")
    )
    assert told == {"game": game, "format": "markdown", "file": str(tmp_path / "a")}
    assert (tmp_path / "a").read_text("utf-8").startswith("#")
    assert run("export", game, "--data", tmp_path, "--json", "--format", "markdown").exit_code == 2
