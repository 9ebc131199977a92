"""Stopped and resumed, killed or not, in one process or two: the same numbers. And what is kept of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.lab.commands import simulate_play
from tests.lab.commands.simulate import command
from tests.lab.harness import many_games
from tests.lab.results.stored import measured
from tests.lab.test_report import figures, simulate
from tests.waiting import soon

GAMES = ("--games", "100", "--seed", "resume", "--turns", "5", "--slips", "0.5", "--cheats", "0.02")


def broken_off(monkeypatch: pytest.MonkeyPatch, chunk: int, at: int) -> list[Any]:
    """Play games in chunks of `chunk`, break off at one chunk, and return the chunks that were begun."""
    monkeypatch.setattr(simulate_play, "KEEP_EVERY", 0.0)
    monkeypatch.setattr(many_games, "CHUNK", chunk)
    right, calls = many_games.play_some, []

    def breaks_off(*told: Any) -> Any:
        calls.append(told)
        if len(calls) == at:
            raise KeyboardInterrupt
        return right(*told)

    monkeypatch.setattr(many_games, "play_some", breaks_off)
    return calls


def test_broken_off_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = figures(*GAMES)
    note = tmp_path / "note.json"
    calls = broken_off(monkeypatch, chunk=10, at=5)
    assert CliRunner().invoke(command, [*GAMES, "--resume", str(note), "--json"]).exit_code == 1
    assert json.loads(note.read_text())["tally"]["games"] == 40
    assert figures(*GAMES, "--resume", str(note)) == once
    assert len(calls) == 5 + 6, "what had been played was played again"
    assert figures(*GAMES, "--resume", str(note)) == once, "and when nothing is left to play"
    assert len(calls) == 11


def test_another_game_broken_off_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--game", "dos-barajas", "--games", "5", "--seed", "resume", "--json"]
    once = CliRunner().invoke(command, words).stdout
    note = tmp_path / "note.json"
    calls = broken_off(monkeypatch, chunk=2, at=2)
    assert CliRunner().invoke(command, [*words, "--resume", str(note)]).exit_code == 1
    assert json.loads(note.read_text())["tally"]["games"] == 2
    assert CliRunner().invoke(command, [*words, "--resume", str(note)]).stdout == once
    assert len(calls) == 4


def test_killed_and_resumed_in_two_processes(tmp_path: Path) -> None:
    words = ["--games", "2500", "--seed", "killed", "--unchecked", "--players", "4-5", "--turns", "12", "--json"]
    note = tmp_path / "note.json"
    run = [sys.executable, "-m", "tests.lab", "simulate", *words, "--resume", str(note)]
    started = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    soon(lambda: note.exists() or started.poll() is not None)
    started.kill()
    assert started.wait(60) != 0, "it was over before it could be killed"
    assert 0 < json.loads(note.read_text())["tally"]["games"] < 2500
    once = figures(*words[:-1])
    assert figures(*words[:-1], "--resume", str(note), "--jobs", "2") == once


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is no file of games under way"),
        ("[1]", "this is no file of games under way"),
        ('{"checkpoint": 1, "series": {}, "tally": {}}', "this is no file of games under way"),
    ],
)
def test_a_file_that_is_none_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    note = tmp_path / "note.json"
    note.write_text(text)
    code, out = simulate(*GAMES, "--resume", str(note))
    assert code == 1
    assert sentence in out
    assert note.read_text() == text


def test_other_games_are_not_mixed_in(tmp_path: Path) -> None:
    note = str(tmp_path / "note.json")
    figures("--games", "20", "--turns", "3", "--resume", note)
    code, out = simulate("--games", "20", "--turns", "3", "--seed", "2", "--resume", note)
    assert code == 1
    assert "other games were left there" in out


# ---------------------------------------------------------------------- what is kept


def test_a_stored_result_is_found_again(tmp_path: Path) -> None:
    words = ("--games", "20", "--turns", "5", "--option", "quarantine_rounds=3")
    found = figures(*words, "--store", "mine", "--data", str(tmp_path))
    assert measured("mine", tmp_path / "laboratory") == found
    typed = found["command"].split()
    assert typed[:4] == ["python3", "tasks.py", "lab", "simulate"]
    assert figures(*typed[4:]) == found, "the command beside it makes the same numbers"


def test_the_kept_results_say_how_they_were_made() -> None:
    for name in ("options", "checks"):
        assert measured(name)["command"].startswith("python3 tasks.py lab simulate ")
        assert measured(name)["differences"] == 0
    rows = measured("options")["by_options"]
    assert {row["players"] for row in rows} == set(range(4, 13))
    assert all(row["games"] >= 400 for row in rows)


@pytest.mark.parametrize("name", ["", "Mayúscula", "../fuera", "a" * 41])
def test_a_bad_name_is_refused_before_playing(name: str, tmp_path: Path) -> None:
    code, out = simulate("--games", "100000", "--store", name, "--data", str(tmp_path))
    assert code == 1
    assert "A result is named" in out


# ---------------------------------------------------------------------- drawings


def test_it_is_drawn(tmp_path: Path) -> None:
    svg, png = tmp_path / "won.svg", tmp_path / "won.png"
    figures("--games", "18", "--turns", "5", "--people", "fair", "--plot", str(svg))
    figures("--games", "18", "--turns", "5", "--people", "fair", "--plot", str(png))
    drawn = svg.read_text("utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count("<title>") == 9 * 3, "a bar for each side and number of players"
    assert "n = 2" in drawn
    assert png.read_bytes().startswith(b"\x89PNG")
    assert len(png.read_bytes()) > 5_000


def test_another_kind_of_drawing_is_refused_before_playing() -> None:
    code, out = simulate("--games", "100000", "--plot", "won.gif")
    assert code == 1
    assert ".svg or .png" in out
