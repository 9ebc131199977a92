"""`verify`, `backup` and `restore` as they are typed, also with rows that were forged and sealed anew: no list falls
with one. Beside a table that is open: test_serve.py."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.rows import FIRST_SEAL, sealed
from companion.store.seals import of_file
from companion.store.sqlite import SQLiteStore
from tests.cli.running import run
from tests.cli.serving import SETUP
from tests.store.test_chain import spoil
from tests.web.sitting import Sitting

LA_COSA = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}
DEEP = "[" * 100_000 + "]" * 100_000
ACTION, FACTS = 1, 2
FORGED: dict[str, tuple[int, int, str]] = {
    "facts nested too deep": (2, FACTS, DEEP),
    "an action nested too deep": (2, ACTION, f'{{"action":{DEEP}}}'),
    "a set-up nested too deep": (1, ACTION, f'{{"players":{DEEP}}}'),
    "a set-up without a game": (1, ACTION, '{"players":["Ana"]}'),
    "a game that nothing opened": (1, FACTS, "[]"),
    "a step that no turn has": (2, FACTS, '[{"fact":"StepBegan","step":"moonlight"}]'),
    "a place that is nowhere": (
        *(2, FACTS),
        '[{"fact":"CardsMoved","source":["gap",99],"target":["hand","Ana"],"count":1,"faces":[]}]',
    ),
    "an action that no game has": (2, ACTION, '{"action":"fly"}'),
    "an undo of what was never done": (2, ACTION, '{"action":"undo"}'),
    "facts that are none": (2, FACTS, "null"),
}
ODD = {
    "a name that is no text": "update game set name = x'00ff' where id = '{bad}'",
    "a length that is no number": "update game set version = 'many' where id = '{bad}'",
    "an id that is a way out of the folder": "update game set id = '../up' where id = '{other}'",
}


def reseal(path: Path, game: str, change: Callable[[list[list[str]]], None]) -> None:
    """Change the rows of a game and seal them anew, as a holder of the file can."""
    with closing(sqlite3.connect(path)) as other:
        asked = "select number, action, facts, at, via, action_id from entry where game = ? order by number"
        rows = [list(row) for row in other.execute(asked, [game])]
    change(rows)
    seal, values = FIRST_SEAL, []
    for number, *texts in rows:
        seal = sealed(seal, int(number), *(text or "" for text in texts))
        said = ", ".join("null" if text is None else f"'{text}'" for text in texts)
        values.append(f"('{game}', {number}, {said}, '{seal}')")
    spoil(path, f"delete from entry where game = '{game}'")
    spoil(path, f"insert into entry values {', '.join(values)}")


@pytest.fixture
def house(tmp_path: Path) -> tuple[Path, str, str]:
    """Return a file of two games, and their ids: the first is left alone."""
    path = tmp_path / "copy.db"
    tables = GameService(SQLiteStore(path), title)
    good, bad = tables.open(LA_COSA).id, tables.open(LA_COSA).id
    tables.say(bad, {"action": "draw", "player": "Ana", "back": "away"})
    tables.close()
    return path, good, bad


@pytest.fixture(params=FORGED)
def forged(request: pytest.FixtureRequest, house: tuple[Path, str, str]) -> tuple[Path, str, str]:
    path, _, bad = house
    number, column, text = FORGED[request.param]
    reseal(path, bad, lambda rows: rows[number - 1].__setitem__(column, text))
    assert all(one.holds for one in of_file(path))
    return house


def test_a_whole_copy_is_taken(house: tuple[Path, str, str], tmp_path: Path) -> None:
    path, _, bad = house
    reseal(path, bad, lambda rows: None)
    assert run("verify", path).exit_code == 0
    assert json.loads(run("restore", path, "--data", tmp_path / "new", "--json").stdout)["games"] == 2


def test_neither_verify_nor_restore_takes_a_forged_one(forged: tuple[Path, str, str], tmp_path: Path) -> None:
    path, good, bad = forged
    checked = run("verify", path, "--json")
    assert isinstance(checked.exception, SystemExit) and checked.exit_code == 1
    told = {one["game"]: one.get("senseless", "") for one in json.loads(checked.stdout)["games"]}
    assert told[good] == "" and told[bad]
    restored = run("restore", path, "--data", tmp_path / "new")
    assert isinstance(restored.exception, SystemExit) and restored.exit_code == 1 and bad in restored.output
    assert not (tmp_path / "new" / "companion.db").exists()


def test_no_list_falls_with_a_forged_game(forged: tuple[Path, str, str], tmp_path: Path) -> None:
    """As it was put in place by an older program, which did not play it."""
    path, good, bad = forged
    tables = GameService(SQLiteStore(path), title)
    sitting = Sitting(tables)
    for page in ("/", "/kept", "/new", "/devices", "/api/games"):
        found = sitting.get(page)
        assert found.status == 200, page
        assert page not in ("/", "/kept", "/api/games") or good in found.html
    assert sitting.get(f"/games/{good}").status == sitting.get(f"/api/games/{good}").status == 200
    assert sitting.get(f"/api/games/{bad}").status in (200, 404, 409)
    tables.close()


@pytest.mark.parametrize("odd", ODD)
def test_a_heading_of_no_game_is_not_taken(house: tuple[Path, str, str], tmp_path: Path, odd: str) -> None:
    path, _, bad = house
    tables = GameService(SQLiteStore(path), title)
    other = tables.open(LA_COSA).id
    tables.close()
    spoil(path, f"delete from entry where game = '{other}'")
    spoil(path, ODD[odd].format(bad=bad, other=other))
    result = run("restore", path, "--data", tmp_path / "new")
    assert isinstance(result.exception, SystemExit) and result.exit_code == 1
    assert not (tmp_path / "new" / "companion.db").exists()


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
