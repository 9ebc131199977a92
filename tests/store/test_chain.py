"""The chain of seals: a changed, missing or moved entry shows, in a file and in an export."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.engine.actions import Malformed
from companion.service.live.games import GameService
from companion.service.transfer import record
from companion.service.transfer.importing import take_in
from companion.service.transfer.qr_pieces import carried, text_of
from companion.service.transfer.verify import chains_of, expanded, of_record
from companion.store.memory import MemoryStore
from companion.store.seals import of_file
from companion.store.sqlite import SQLiteStore
from tests.service.toy import SETUP, find
from tests.store.test_stores import HEADING, row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def tables() -> GameService:
    return GameService(MemoryStore(), find)


@pytest.fixture
def game(tables: GameService) -> str:
    ident = tables.open(SETUP).id
    tables.say(ident, {"action": "draw", "player": "Ana"}, action_id="a1")
    tables.say(ident, {"action": "undo"}, action_id="a2")
    tables.say(ident, {"action": "draw", "player": "Ana"}, action_id="a3")
    return ident


def exported(tables: GameService, game: str) -> dict[str, Any]:
    return json.loads(json.dumps(record.document(tables.playing(game), tables.heading(game))))


def spoil(path: Path, statement: str) -> None:
    """Change what cannot be changed, and leave no other trace of it."""
    with sqlite3.connect(path) as other:
        triggers = other.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        for name, _ in triggers:
            other.execute(f"drop trigger {name}")
        other.execute(statement)
        for _, made in triggers:
            other.execute(made)
    other.close()


class TestFile:
    def test_holds_also_while_it_is_written(self, path: Path) -> None:
        store = SQLiteStore(path)
        store.open(HEADING, [row(1), row(2, "x")])
        (chain,) = of_file(path)
        store.append("game1", [row(3)], "{}")
        (longer,) = of_file(path)
        store.close()
        assert (chain.holds, chain.entries) == (True, 2)
        assert (longer.holds, longer.entries) == (True, 3)
        assert chain.seal != longer.seal

    @pytest.mark.parametrize(
        ("statement", "first"),
        [
            ("update entry set at = 'never' where number = 2", 2),
            ("update entry set action_id = 'other' where number = 3", 3),
            ("update entry set seal = 'x' where number = 1", 1),
            ("delete from entry where number = 2", 2),
            ("delete from entry where number = 4", 4),
            ("update entry set facts = '[]' where number = 4", 4),
        ],
    )
    def test_the_first_entry_that_does_not_fit_is_named(self, path: Path, statement: str, first: int) -> None:
        store = SQLiteStore(path)
        store.open(HEADING, [row(number) for number in range(1, 5)])
        store.close()
        spoil(path, statement)
        (chain,) = of_file(path)
        assert (chain.broken_at, chain.entries, chain.holds) == (first, 4, False)

    def test_a_folder_and_a_file_are_the_same_games(self, tmp_path: Path) -> None:
        store = SQLiteStore(tmp_path / "companion.db")
        store.open(HEADING, [row(1)])
        store.close()
        assert chains_of(tmp_path) == chains_of(tmp_path / "companion.db")


class TestRecord:
    def test_an_export_carries_the_seals_of_the_log(self, path: Path, game: str, tables: GameService) -> None:
        store = SQLiteStore(path)
        store.open(tables.heading(game), tables.playing(game).rows())
        store.close()
        (kept,) = of_file(path)
        thing = exported(tables, game)
        assert of_record(thing).seal == kept.seal == thing["entries"][-1]["seal"]

    @pytest.mark.parametrize("key", ["at", "via", "action", "facts", "action_id", "seal", "number"])
    def test_any_change_shows(self, tables: GameService, game: str, key: str) -> None:
        thing = exported(tables, game)
        assert of_record(thing).holds
        thing["entries"][2][key] = "2000-01-01" if key != "facts" else [1]
        assert of_record(thing).broken_at == 3

    def test_entries_put_in_another_order_show(self, tables: GameService, game: str) -> None:
        thing = exported(tables, game)
        thing["entries"][1], thing["entries"][2] = thing["entries"][2], thing["entries"][1]
        assert of_record(thing).broken_at == 2

    def test_an_altered_record_is_not_taken_in(self, tables: GameService, game: str) -> None:
        thing = exported(tables, game)
        thing["entries"][1]["at"] = "2000-01-01T00:00:00Z"
        elsewhere = GameService(MemoryStore(), find)
        with pytest.raises(Malformed) as caught:
            take_in(elsewhere, json.dumps(thing).encode())
        assert (caught.value.key, caught.value.blanks["number"]) == ("malformed.record-seal", 2)
        assert elsewhere.headings() == []

    def test_a_record_without_seals_is_taken_in_but_cannot_be_checked(self, tables: GameService, game: str) -> None:
        thing = exported(tables, game)
        for entry in thing["entries"]:
            del entry["seal"], entry["action_id"]
        with pytest.raises(Malformed, match="record-unsealed"):
            of_record(thing)
        assert take_in(GameService(MemoryStore(), find), json.dumps(thing).encode()).is_new

    def test_a_retry_is_harmless_at_the_new_table_too(self, tables: GameService, game: str) -> None:
        elsewhere = GameService(MemoryStore(), find)
        taken = take_in(elsewhere, json.dumps(exported(tables, game)).encode()).seen
        again = elsewhere.say(taken.id, {"action": "draw", "player": "Ana"}, action_id="a3")
        assert again.version == 4
        assert elsewhere.heading(taken.id).version == 4

    def test_the_same_id_twice_is_kept_once(self, tables: GameService, game: str) -> None:
        thing = exported(tables, game)
        for entry in thing["entries"]:
            entry["action_id"] = "same"
            del entry["seal"]
        elsewhere = GameService(MemoryStore(), find)
        taken = take_in(elsewhere, json.dumps(thing).encode()).seen
        assert [kept.action_id for kept in elsewhere.playing(taken.id).rows()] == ["same", "", "", ""]


class TestCarried:
    def test_what_a_device_carries_is_the_record(self, tables: GameService, game: str) -> None:
        text = text_of(carried(tables.playing(game), tables.heading(game)))
        whole = expanded(json.loads(text))
        assert of_record(whole).seal == of_record(exported(tables, game)).seal
        taken = take_in(GameService(MemoryStore(), find), text.encode())
        assert taken.seen.state == tables.seen(game).state

    def test_a_changed_row_shows(self, tables: GameService, game: str) -> None:
        text = text_of(carried(tables.playing(game), tables.heading(game)))
        with pytest.raises(Malformed, match="record-seal"):
            take_in(GameService(MemoryStore(), find), text.replace("Ana", "Eva").encode())

    @pytest.mark.parametrize("rows", [[1], [["a", "b", "c", {}]], [[1, "", "", {}, []]]])
    def test_rows_that_are_none_are_refused(self, rows: object) -> None:
        with pytest.raises(Malformed, match="record"):
            expanded({"record": 1, "rows": rows, "seal": ""})
