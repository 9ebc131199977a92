"""The tablet's power goes, at any moment between two writes of its store: nothing that was answered is lost."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_writer import WriterHere
from tests.lab.faults import power, vfs
from tests.length import examples

PLAYED = """
import json, sys
from pathlib import Path
from tests.lab.faults import planted
planted.trace(sys.argv[1])
from companion.site.home import Home
home = Home(Path(sys.argv[2]), "mesa.example")
said = {"content-type": "application/json", "sec-fetch-site": "same-origin"}
def ask(path, what):
    answer = home.answer("POST", "https://mesa.example/api/games" + path, said, json.dumps(what).encode())
    assert answer.status in (200, 201), answer.body
    return json.loads(answer.body)
games = [ask("", json.loads(sys.argv[3]))["id"] for _ in range(2)]
for k in range(int(sys.argv[4])):
    for game in games:
        draw = {"action": "draw", "player": "Ana", "back": "away"}
        ask(f"/{game}/actions", {"action": ("redo", "undo")[k % 2]} if k else draw)
"""
SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}
TURNS, MOMENTS = examples(48), examples(160)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[power.Event]:
    """Return everything that the store of a tablet wrote, flushed and answered."""
    folder = tmp_path_factory.mktemp("tablet")
    (folder / "data").mkdir()
    words = [str(folder / "ledger"), str(folder / "data"), json.dumps(SETUP), str(TURNS)]
    made = subprocess.run([sys.executable, "-c", PLAYED, *words], capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr
    return [power.Event(*line) for line in vfs.read(folder / "ledger") if line[0] == "ack" or "companion.db" in line[1]]


@pytest.fixture(autouse=True)
def as_a_tablet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store open the rest as a tablet has it."""
    monkeypatch.setattr(power, "SQLiteStore", lambda path: SQLiteStore(path, WriterHere))


def test_what_was_answered_is_there_after_a_power_cut(written: list[power.Event]) -> None:
    found = power.cut(written, MOMENTS)
    assert found.held, found
    assert found.counts["acked"] >= 2 * TURNS


def test_without_its_flushes_it_would_not_be(written: list[power.Event]) -> None:
    files = {event.path for event in written if event.kind == "sync"}
    assert files, "nothing was flushed at all"
    unflushed = [event for event in written if event.kind != "sync" or event.path not in files]
    assert not power.cut(unflushed, 10).held


def test_no_tap_changes_the_length_of_the_log_beside_the_file(written: list[power.Event]) -> None:
    """A browser asks another process for it, and a tap waits."""
    first = next(number for number, event in enumerate(written) if event.kind == "ack")
    assert not [event for event in written[first:] if event.kind == "truncate"]
