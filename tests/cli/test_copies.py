"""`verify`, `backup` and `restore` as they are typed, beside a table that is open."""

from __future__ import annotations

import json
from pathlib import Path

from companion.store.sqlite import SQLiteStore
from tests.cli.running import run
from tests.cli.serving import SETUP, table


def test_beside_an_open_table(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with table(data) as running:
        _, opened = running.ask("POST", "/api/games", SETUP)
        game = str(opened["id"])
        assert (
            running.ask("POST", f"/api/games/{game}/actions", {"action": "draw", "player": "Ana", "back": "away"})[0]
            == 200
        )
        done = run("backup", "--output", copy, "--data", data, "--json")
        assert json.loads(done.stdout) == {"file": str(copy), "games": 1, "entries": 2}
        assert running.ask("POST", f"/api/games/{game}/actions", {"action": "undo"})[0] == 200
        checked = json.loads(run("verify", data, "--json").stdout)
        assert [(one["entries"], one["holds"]) for one in checked["games"]] == [(3, True)]
        refused = run("restore", copy, "--data", data, "--replace")
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert "mesa abierta" in refused.stderr
    again = run("restore", copy, "--data", data)
    assert again.exit_code == 1
    assert "--replace" in again.stderr
    assert run("restore", copy, "--data", data, "--replace").exit_code == 0
    assert len(run("export", game, "--data", data).stdout.splitlines()) == 2


def test_a_copy_is_a_file(tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "companion.db").close()
    refused = run("backup", "--output", "-", "--data", tmp_path)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert len(refused.stderr.strip().splitlines()) == 1 and not Path("-").exists()


def test_an_export_is_checked_and_a_changed_one_found(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "game.json"
    file.write_text(json.dumps(SETUP), "utf-8")
    assert run("import", file, "--data", data).exit_code == 0
    (game,) = json.loads(run("verify", data, "--json").stdout)["games"]
    assert run("export", game["game"], "--data", data, "--format", "json", "--output", file).exit_code == 0
    assert json.loads(run("verify", file, "--json").stdout)["games"] == [game]
    file.write_text(file.read_text("utf-8").replace("Carla", "Clara"), "utf-8")
    found = run("verify", file, "--lang", "en")
    assert found.exit_code == 1
    assert "entry 1 of 1" in found.stdout


def test_bad_files_get_a_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(b"\xff\x00 what is this")
    for words in (
        ("verify", bad),
        ("verify", tmp_path / "nothing"),
        ("restore", bad, "--data", tmp_path / "data"),
        ("restore", tmp_path / "nothing", "--data", tmp_path / "data"),
        ("backup", "--output", tmp_path / "copy", "--data", tmp_path / "data"),
    ):
        refused = run(*words)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert len(refused.stderr.strip().splitlines()) == 1
        assert "Traceback" not in refused.stderr


def test_what_is_no_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "cards.pdf").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    result = run("verify", tmp_path / "cards.pdf")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cards.pdf: " in result.stderr
