"""Forgetting: for good, all or nothing, written down, and nothing of it left in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.store.base import Forgotten, Kept, Repeated, Store, StoreFault, UnknownGame
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_writer import Writer, WriterHere
from tests.store.test_stores import HEADING, opened, row

AT = "2026-11-20T23:00:00Z"
SECRET = "Zsófia Wunderbar"


@pytest.fixture(params=["memory", "file", pytest.param("database", marks=pytest.mark.club)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = opened(request, tmp_path)
    made.open(HEADING, [row(1)])
    made.append("game1", [row(k, f"id{k}", SECRET) for k in range(2, 40)], f'{{"players": ["{SECRET}"]}}')
    made.open(replace(HEADING, id="game2", name=f"Con {SECRET}", origin="ab"), [row(1)])
    yield made
    made.close()


def test_a_game_is_taken_away_for_good(store: Store) -> None:
    store.forget({"game1": None}, AT)
    assert [heading.id for heading in store.headings()] == ["game2"]
    with pytest.raises(UnknownGame):
        store.rows("game1")
    assert store.forgotten() == [Forgotten(AT, 1, 0)]
    store.open(HEADING, [row(1)])
    store.append("game1", [row(2, "id2")], "{}")
    assert len(store.rows("game1")) == 2


def test_a_game_is_written_anew(store: Store) -> None:
    kept = Kept([row(1), row(2, "id2", "Alguien 1")], "Otra", '{"a": 2}')
    store.forget({"game2": kept}, AT)
    assert store.rows("game2") == [row(1), row(2, "id2", "Alguien 1")]
    heading = store.heading("game2")
    assert (heading.name, heading.glance, heading.version, heading.origin) == ("Otra", '{"a": 2}', 2, "")
    store.append("game2", [row(3)], "{}")
    with pytest.raises(Repeated):
        store.append("game2", [row(4, "id2")], "{}")
    assert store.forgotten() == [Forgotten(AT, 0, 1)]


def test_all_or_nothing(store: Store) -> None:
    before = [store.rows(game) for game in ("game1", "game2")]
    with pytest.raises(UnknownGame):
        store.forget({"game1": None, "game2": Kept([row(1)], "", "{}"), "game3": None}, AT)
    assert [store.rows(game) for game in ("game1", "game2")] == before
    assert store.forgotten() == []


def test_entries_stay_afterwards(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "games.db")
    store.open(HEADING, [row(1)])
    store.open(replace(HEADING, id="game2"), [row(1)])
    store.forget({"game2": None}, AT)
    for statement in ("delete from entry", "update entry set via = 'x'"):
        with pytest.raises(StoreFault):
            store._writer.do(lambda connection, said=statement: connection.execute(said))
    assert store.rows("game1") == [row(1)]
    store.close()


@pytest.mark.parametrize("writer", [Writer, WriterHere])
def test_nothing_is_left_in_the_files(tmp_path: Path, writer: type[Writer]) -> None:
    store = SQLiteStore(tmp_path / "games.db", writer)
    store.open(HEADING, [row(1, "", SECRET)])
    for k in range(2, 60):
        store.append("game1", [row(k, f"id{k}", SECRET)], f'{{"players": ["{SECRET}"]}}')
    store.open(replace(HEADING, id="game2", name=SECRET), [row(1, "", SECRET)])
    assert _holds(tmp_path)
    store.rows("game1")
    store.forget({"game1": None, "game2": Kept([row(1)], "", "{}")}, AT)
    assert not _holds(tmp_path)
    assert store.rows("game2") == [row(1)]
    store.close()
    assert not _holds(tmp_path)


def _holds(folder: Path) -> bool:
    """Return True if the name stands anywhere in the folder's files, in any way it may be written."""
    ways = [SECRET.encode(), SECRET.encode("utf-16-le"), b"Wunderbar"]
    return any(way in path.read_bytes() for path in folder.iterdir() for way in ways)
