"""Figures that a house has read from its board: kept on its disk, and used by every new game of that box."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.measures import Unreadable
from companion.service.live.boards import MOST_BYTES, Boards, sent, taken
from companion.service.live.session import Refused
from tests.houses import new_house

BOX = title("the-thing").decklist
READ = {("rescue",): 11, ("weather-low", "storm", "boiler"): 2}
FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
LINE: dict[str, Any] = {"playthrough": 1, "game": "the-thing", "players": FIVE, "first": "Ana"}


def test_another_evening_knows_it(tmp_path: Path) -> None:
    first, second = Boards(), Boards()
    first.keep_in(tmp_path)
    first.keep(BOX, READ)
    second.keep_in(tmp_path)
    assert second.of(BOX) == second.of(replace(BOX, slug="own")) == READ
    assert [path.name for path in (tmp_path / "boards").iterdir()] == ["the-thing.json"]


def test_the_figures_are_taken_along_as_a_file() -> None:
    file = sent(BOX, READ)
    figures = {"rescue": 11, "weather-low": {"storm": {"boiler": 2}}}
    assert json.loads(file) == {"board": 1, "game": "the-thing", "figures": figures}
    assert taken(BOX, f"\ufeff{file}\n") == READ, "as an editor on Windows leaves it"
    for wrong, key in (
        (file.replace("the-thing", "the-thing-coop"), "game"),
        (file.replace('"board": 1', '"board": 2'), "shape"),
        (file.replace('"figures": {', '"figures": [{').replace("}\n}", "}]\n}"), "shape"),
        (file + " " * MOST_BYTES, "shape"),
    ):
        with pytest.raises(Unreadable) as caught:
            taken(BOX, wrong)
        assert caught.value.fault.key == key


@pytest.mark.parametrize("text", ["", "{", '{"board": 1, "game": "the-thing", "figures": {"rescue": 900}}', "\0" * 99])
def test_a_damaged_file_says_nothing(tmp_path: Path, text: str) -> None:
    boards = Boards()
    boards.keep_in(tmp_path)
    boards.keep(BOX, READ)
    (tmp_path / "boards" / "the-thing.json").write_text(text)
    assert boards.of(BOX) == {} and boards.answer(BOX) == ""


def test_a_new_game_begins_with_the_figures_and_keeps_its_own() -> None:
    tables = new_house()
    before = tables.open(LINE)
    tables.boards.keep(BOX, READ)
    after = tables.open(LINE)
    assert "board" not in before.table.options
    assert json.loads(str(after.table.options["board"])) == {"rescue": 11, "weather-low": {"storm": {"boiler": 2}}}
    tables.boards.keep(BOX, {("rescue",): 12})
    assert tables.seen(after.id).table.options == after.table.options
    own = tables.open({**LINE, "options": {"board": '{"rescue":5}'}})
    assert own.table.options["board"] == '{"rescue":5}'


@pytest.mark.parametrize("board", ['{"rescue":1}', '{"length":3}', "nonsense", 3, '{"die":{"sunny":5}}'])
def test_a_board_that_cannot_be_is_refused_in_a_sentence(board: object) -> None:
    tables = new_house()
    if board == '{"die":{"sunny":5}}':  # not all of it is read yet
        assert tables.open({**LINE, "options": {"board": board}}).table.options["board"] == board
        return
    with pytest.raises(Refused) as refused:
        tables.open({**LINE, "options": {"board": board}})
    assert refused.value.violation.rule == "setup.board"
    assert all(len(refused.value.sentence(lang)) > 20 for lang in ("es", "en"))


def test_a_game_without_a_board_has_no_such_answer() -> None:
    tables = new_house()
    with pytest.raises(Refused):
        tables.open({"playthrough": 1, "game": "la-cosa", "players": FIVE, "options": {"board": "{}"}})
