"""`verify`, `backup` and `restore` as they are typed; beside a table that is open: test_serve.py."""

from __future__ import annotations

import json
from pathlib import Path

from companion.store.sqlite import SQLiteStore
from tests.cli.running import run
from tests.cli.serving import SETUP


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
