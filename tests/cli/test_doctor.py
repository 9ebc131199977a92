"""`companion doctor` looks at everything and says what to do."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest

from companion.cli import doctor
from tests.cli.running import lines, run

NAMES = ["disk", "games", "sqlite", "network", "port", "origin", "name", "printing", "scanning", "camera", "fonts"]


def checks(folder: Path, *words: str) -> dict[str, dict[str, str]]:
    """What the doctor says, by name."""
    (document,) = lines(run("doctor", "--json", "--data", folder, *words))
    found: list[dict[str, str]] = document["checks"]  # type: ignore[assignment]
    return {check["name"]: check for check in found}


def test_everything_is_looked_at_and_what_is_wrong_has_a_fix(tmp_path: Path) -> None:
    found = checks(tmp_path)
    assert list(found) == NAMES
    for check in found.values():
        assert check["text"]
        assert check["status"] == "good" or check["fix"]
    assert (found["disk"]["status"], found["games"]["status"]) == ("good", "good")


def test_both_languages(tmp_path: Path) -> None:
    spanish, english = (checks(tmp_path, "--lang", lang) for lang in ("es", "en"))
    assert [name for name in NAMES if spanish[name]["text"] == english[name]["text"] and name != "sqlite"] == []


def test_a_disk_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = checks(tmp_path / "file" / "data")
    assert found["disk"]["status"] == "bad"
    assert "--data" in found["disk"]["fix"]


def test_damaged_games(tmp_path: Path) -> None:
    (tmp_path / "companion.db").write_bytes(b"no database" * 100)
    assert checks(tmp_path)["games"]["status"] == "bad"


@pytest.mark.parametrize(("version", "status"), [((3, 51, 2), "warn"), ((3, 51, 3), "good")])
def test_an_old_sqlite(tmp_path: Path, version: tuple[int, ...], status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    assert checks(tmp_path)["sqlite"]["status"] == status


def test_a_taken_port(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        assert checks(tmp_path, "--port", str(port))["port"]["status"] == "warn"


def test_a_missing_library_and_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    monkeypatch.setattr(doctor, "addresses", list)
    found = checks(tmp_path)
    assert (found["printing"]["status"], found["network"]["status"]) == ("bad", "warn")
    assert "typst" in found["printing"]["text"]


def test_for_a_person(tmp_path: Path) -> None:
    result = run("doctor", "--data", tmp_path, "--lang", "en")
    assert result.exit_code == 0
    assert "✓ There is room" in result.stdout
