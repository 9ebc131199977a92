"""`companion replay` of case files: lines with their expected answers, and which of them come out otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import lines, run

TABLE = "la-cosa Ana Beto Carla Dani door_stops_ranged=false"
CASE = f"""# A door between two neighbours.
{TABLE}
ok            override {{"doors": [["Ana", "Beto"]], "draw_pile": 18, "discard_pile": 0}} reason="as it was"
turn.not-yours draw Beto away
ok            draw Ana away
target.door   play Ana sospecha Beto
ok            play Ana lanzallamas Dani
= step: "respond"

# The referee.
la-cosa Ana Beto Carla Dani first=Beto
legal         {{"action": "check", "what": "hand", "player": "Ana", "cards": ["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"]}}
illegal       {{"action": "check", "what": "hand", "player": "Beto", "cards": ["la-cosa.1"]}}
turn.not-yours draw Ana,Carla,Dani away
ok            draw Beto panic card=olvidadizo
"""  # fmt: skip # noqa: E501


def file(folder: Path, text: str) -> Path:
    path = folder / "doors.txt"
    path.write_text(text, "utf-8")
    return path


def test_cases_that_are_answered_as_is_written(tmp_path: Path) -> None:
    done = run("replay", file(tmp_path, CASE), "--lang", "en")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith("doors.txt: cases: 2 · lines: 12 · different answers: 0\n")


def test_a_line_that_is_answered_otherwise_is_named(tmp_path: Path) -> None:
    text = CASE.replace("target.door ", "target.self ").replace('"respond"', '"draw"')
    done = run("replay", path := file(tmp_path, text), "--lang", "en")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        f"{path}:6: expected target.self, got target.door",
        f'{path}:8: expected step: "draw", got step: "respond"',
    ]
    rows = lines(run("replay", "--json", path))
    assert [row["line"] for row in rows if not row["right"]] == [6, 8]
    assert rows[3] == {"file": str(path), "line": 6, "wanted": "target.self", "answer": "target.door", "right": False}


def test_a_table_that_is_refused_is_an_answer(tmp_path: Path) -> None:
    done = run("replay", path := file(tmp_path, "la-cosa Ana Beto\nok draw Ana away\n"), "--lang", "en")
    assert done.stderr == f"{path}:1: expected ok, got setup.player-count\n" and done.exit_code == 1


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 1),
        ("# nothing but a comment\n", 1),
        ("chess Ana Beto", 1),
        (f"{TABLE}\nok", 2),
        (f"{TABLE}\nok fly Ana", 2),
        (f"{TABLE}\n\n{TABLE}\nok draw Ana blue", 4),
        (f"{TABLE}\nok draw Ana", 2),
        (f"{TABLE}\nok draw Ana away colour=blue", 2),
        (f"{TABLE}\nok draw Ana away whisky Beto Carla", 2),
        (f"{TABLE}\nok override {{", 2),
        (f"{TABLE}\n= step", 2),
        (f"{TABLE}\n= step: draw", 2),
        (f'{TABLE}\nok {{"action": "draw"}}', 2),
        (f"{TABLE}\nok draw Ana away anyway=\"", 2),
    ],
)  # fmt: skip
def test_a_line_that_is_none_refuses_the_whole_file(tmp_path: Path, text: str, number: int) -> None:
    done = run("replay", path := file(tmp_path, text), "--lang", "en")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{path}:{number}: ") and done.stderr.count("\n") == 1


def test_a_playthrough_may_be_called_so_too(tmp_path: Path) -> None:
    path = file(
        tmp_path, '// quiet\n{"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}\n'
    )
    assert "final" in lines(run("replay", "--json", path))[-1]


def test_the_example_of_the_docs_is_right(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "playthrough.md").read_text("utf-8")
    case = page.partition("# Cases")[2].partition("```\n")[2].partition("```")[0]
    done = run("replay", file(tmp_path, case), "--lang", "en")
    assert done.exit_code == 0 and "cases: 1 · lines: 6 " in done.stdout, done.stderr
