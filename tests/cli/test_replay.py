"""`companion replay`: what is printed, what is refused, which exit code; and case files, whose lines say what they
expect."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.beside import beside_lines
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


def test_a_check_says_its_verdict_and_one_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    hand = '{"action": "check", "what": "hand", "player": "%s", "cards": ["whisky"]}'
    judged, refused, _ = lines(
        run("replay", "--json", file(tmp_path, FIRST, hand % "Ana", hand % "Eva"), "--lang", "en")
    )
    assert (judged["verdict"], judged["rules"]) == ("illegal", ["hand.size"]) and "number" in str(judged["public"])
    assert (refused["accepted"], refused["rule"]) == (False, "player.unknown")
    listed = run("replay", file(tmp_path, FIRST, hand.replace('["whisky"]', "7") % "Ana"))
    assert listed.exit_code == 1 and "evening.jsonl:2" in listed.stderr


def test_strict_ends_at_the_first_refusal(tmp_path: Path) -> None:
    result = run("replay", "--json", "--strict", file(tmp_path, FIRST, DRAW % "Beto", DRAW % "Ana"))
    assert [line["line"] for line in lines(result)] == [2]
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert run("replay", "--json", "--strict", file(tmp_path, FIRST, DRAW % "Ana")).exit_code == 0


def test_for_a_person(tmp_path: Path) -> None:
    hand = '{"action": "check", "what": "hand", "player": "Ana", "cards": ["whisky"]}'
    path = file(tmp_path, FIRST, DRAW % "Ana", DRAW % "Ana", hand)
    result = run("replay", path, "--lang", "en", "--game", "la-cosa")
    assert result.exit_code == 0
    kept = Path(__file__).with_name("replayed.txt").read_text("utf-8")
    assert [line.rstrip() for line in result.stdout.splitlines()] == kept.splitlines()
    other = run("replay", path, "--lang", "en", "--game", "la-criatura")
    assert (other.exit_code, other.stdout) == (1, "")
    assert other.stderr == f"{path} is a game of la-cosa, not la-criatura.\n"


def test_from_a_process_of_its_own(tmp_path: Path) -> None:
    path = file(tmp_path, FIRST, DRAW % "Ñandú \ud83e\udda4".encode("utf-16", "surrogatepass").decode("utf-16"))
    done = shell("replay", "--json", path)
    assert json.loads(done.stdout.splitlines()[0])["rule"] == "player.unknown"
    assert (done.returncode, done.stderr) == (0, "")


TABLE = "la-cosa Ana Beto Carla Dani door_stops_ranged=false"
CASE = Path(__file__).with_name("doors.txt").read_text("utf-8")


def cases(folder: Path, text: str) -> Path:
    path = folder / "doors.txt"
    path.write_text(text, "utf-8")
    return path


def test_cases_that_are_answered_as_is_written(tmp_path: Path) -> None:
    done = run("replay", cases(tmp_path, CASE), "--lang", "en")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith("doors.txt: cases: 2 · lines: 12 · different answers: 0\n")


def test_a_line_that_is_answered_otherwise_is_named(tmp_path: Path) -> None:
    text = CASE.replace("target.door ", "target.self ").replace('"respond"', '"draw"')
    done = run("replay", path := cases(tmp_path, text), "--lang", "en")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        f"{path}:6: expected target.self, got target.door",
        f'{path}:8: expected step: "draw", got step: "respond"',
    ]
    rows = lines(run("replay", "--json", path))
    assert [row["line"] for row in rows if not row["right"]] == [6, 8]
    assert rows[3] == {"file": str(path), "line": 6, "wanted": "target.self", "answer": "target.door", "right": False}


def test_a_table_that_is_refused_is_an_answer(tmp_path: Path) -> None:
    done = run("replay", path := cases(tmp_path, "la-cosa Ana Beto\nok draw Ana away\n"), "--lang", "en")
    assert done.stderr == f"{path}:1: expected ok, got setup.player-count\n" and done.exit_code == 1


@pytest.mark.parametrize(("text", "number"), beside_lines(__file__, "no_cases.jsonl"))
def test_a_line_that_is_none_refuses_the_whole_file(tmp_path: Path, text: str, number: int) -> None:
    done = run("replay", path := cases(tmp_path, text.replace("TABLE", TABLE)), "--lang", "en")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{path}:{number}: ") and done.stderr.count("\n") == 1


def test_a_playthrough_may_be_called_as_cases_are(tmp_path: Path) -> None:
    path = cases(
        tmp_path, '// quiet\n{"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}\n'
    )
    assert "final" in lines(run("replay", "--json", path))[-1]


def test_the_example_of_the_docs_is_right(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "playthrough.md").read_text("utf-8")
    case = page.partition("# Cases")[2].partition("```\n")[2].partition("```")[0]
    done = run("replay", cases(tmp_path, case), "--lang", "en")
    assert done.exit_code == 0 and "cases: 1 · lines: 6 " in done.stdout, done.stderr
