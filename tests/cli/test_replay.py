"""`companion replay`: what is printed, what is refused, which exit code."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import lines, run, shell

FIRST = '{"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}'
DRAW = '{"action": "draw", "player": "%s", "back": "away"}'


def file(folder: Path, *text: str, name: str = "evening.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(text), "utf-8")
    return path


def test_each_action_line_then_the_final_state(tmp_path: Path) -> None:
    result = run("replay", "--json", file(tmp_path, "// a quiet evening", FIRST, "", DRAW % "Ana", DRAW % "Ana"))
    first, second, final = lines(result)
    assert first == {"line": 4, "accepted": True}
    assert (second["line"], second["accepted"], second["rule"]) == (5, False, "step.wrong")
    assert str(second["message"]).endswith(".")
    state = final["final"]
    assert isinstance(state, dict)
    assert (state["version"], state["step"], state["hands"]) == (2, "act", {"Ana": 5, "Beto": 4, "Carla": 4, "Dani": 4})
    assert result.exit_code == 0


def test_strict_ends_at_the_first_refusal(tmp_path: Path) -> None:
    result = run("replay", "--json", "--strict", file(tmp_path, FIRST, DRAW % "Beto", DRAW % "Ana"))
    assert [line["line"] for line in lines(result)] == [2]
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert run("replay", "--json", "--strict", file(tmp_path, FIRST, DRAW % "Ana")).exit_code == 0


def test_several_files_name_themselves_and_one_bad_one_stops_none(tmp_path: Path) -> None:
    good, bad = file(tmp_path, FIRST, DRAW % "Ana"), file(tmp_path, "{", name="bad.jsonl")
    result = run("replay", "--json", bad, good, tmp_path / "none.jsonl")
    assert [line["file"] for line in lines(result)] == [str(good), str(good)]
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 2


def test_for_a_person(tmp_path: Path) -> None:
    result = run("replay", file(tmp_path, FIRST, DRAW % "Ana", DRAW % "Ana"))
    assert result.exit_code == 0
    assert "Ana" in result.stdout.splitlines()[1]
    assert "✗" in result.stdout
    assert "step.wrong" in result.stdout


def test_wrong_usage() -> None:
    assert run("replay").exit_code == 2


def test_from_a_process_of_its_own(tmp_path: Path) -> None:
    path = file(tmp_path, FIRST, DRAW % "Ñandú \ud83e\udda4".encode("utf-16", "surrogatepass").decode("utf-16"))
    done = shell("replay", "--json", path)
    assert json.loads(done.stdout.splitlines()[0])["rule"] == "player.unknown"
    assert (done.returncode, done.stderr) == (0, "")
