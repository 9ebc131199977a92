"""The description of the seals is enough to check a record without our program."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.service.live.games import GameService
from companion.service.transfer import record
from companion.service.transfer.qr_pieces import carried, text_of
from tests.houses import new_house

PAGE = Path(__file__).parents[2] / "docs" / "seals.md"


@pytest.fixture
def tables() -> GameService:
    made = new_house()
    made.open({"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Íñigo «\u2028»", "7", "0"]})
    (heading,) = made.headings()
    made.say(heading.id, {"action": "draw", "player": "Ana", "back": "away"}, action_id="x1")
    made.say(heading.id, {"action": "undo"})
    made.say_all(
        heading.id, [{"action": "draw", "player": "Ana", "back": "away"}, {"action": "discard", "player": "Ana"}]
    )
    return made


def check(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    program = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
    (tmp_path / "check.py").write_text(program, "utf-8")
    (tmp_path / "game.json").write_text(text, "utf-8")
    command = [sys.executable, "-W", "ignore", str(tmp_path / "check.py"), str(tmp_path / "game.json")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def whole(tables: GameService) -> dict[str, Any]:
    (heading,) = tables.headings()
    return record.document(tables.playing(heading.id), heading)


def test_a_record_as_it_was_written(tables: GameService, tmp_path: Path) -> None:
    done = check(tmp_path, json.dumps(whole(tables)))
    assert done.stdout.startswith("5 entries hold")


def test_a_changed_one_is_found(tables: GameService, tmp_path: Path) -> None:
    thing = json.loads(json.dumps(whole(tables)))
    thing["entries"][1]["at"] = ""
    assert check(tmp_path, json.dumps(thing)).stderr == "entry 2 does not fit\n"


def test_entries_of_one_tap_told_apart_are_found(tables: GameService, tmp_path: Path) -> None:
    thing = json.loads(json.dumps(whole(tables)))
    assert thing["entries"][4].pop("batch") == 4
    assert check(tmp_path, json.dumps(thing)).stderr == "entry 5 does not fit\n"


def test_one_that_a_phone_carried(tables: GameService, tmp_path: Path) -> None:
    (heading,) = tables.headings()
    text = text_of(carried(tables.playing(heading.id), heading))
    assert check(tmp_path, text).stdout.endswith(f"{whole(tables)['entries'][-1]['seal']}\n")
    assert check(tmp_path, text.replace("Ana", "Eva")).stderr == "the rows do not lead to the seal\n"
