"""A copy while a server writes, and its way back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.store import backup
from companion.store.backup import InTheWay, back_up, restore
from companion.store.base import Damaged, Overtaken, StoreFault, Unwritable
from companion.store.seals import of_file
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_queries import Onlooker
from tests.store.test_chain import spoil
from tests.store.test_stores import HEADING, row, unplayed


@pytest.fixture
def database(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    store = SQLiteStore(folder / "companion.db")
    store.open(HEADING, [row(1), row(2)])
    store.close()
    return folder / "companion.db"


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if ".new" in path.name]


def test_a_copy_is_taken_while_another_thread_writes(database: Path, tmp_path: Path) -> None:
    store, stop = SQLiteStore(database), Event()
    written = [2]

    def write() -> None:
        while not stop.is_set():
            store.append("game1", [row(written[-1] + 1)], "{}")
            written.append(written[-1] + 1)

    thread = Thread(target=write)
    thread.start()
    copies = []
    for k in range(5):
        before = written[-1]
        (chain,) = back_up(Onlooker(database), tmp_path / f"copy{k}.db")
        copies.append((before, chain.entries, written[-1] + 1))
    stop.set()
    thread.join()
    store.close()
    for before, copied, after in copies:
        assert before <= copied <= after
    assert leftovers(tmp_path) == []


def test_a_copy_is_one_file_for_its_owner_and_opens_as_a_store(database: Path, tmp_path: Path) -> None:
    back_up(Onlooker(database), tmp_path / "copy.db")
    assert {path.name for path in tmp_path.iterdir()} == {"copy.db", "data"}
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    store = SQLiteStore(tmp_path / "copy.db")
    assert store.rows("game1") == [row(1), row(2)]
    store.close()


def test_the_way_back_keeps_what_was_there(database: Path, tmp_path: Path) -> None:
    back_up(Onlooker(database), tmp_path / "copy.db")
    store = SQLiteStore(database)
    store.append("game1", [row(3)], "{}")
    store.close()
    with pytest.raises(InTheWay):
        restore(tmp_path / "copy.db", database, unplayed)
    assert of_file(database)[0].entries == 3
    chains, kept = restore(tmp_path / "copy.db", database, unplayed, replace=True)
    assert [one.entries for one in chains] == [2]
    assert kept is not None
    assert of_file(kept)[0].entries == 3
    again = SQLiteStore(database)
    assert again.rows("game1") == [row(1), row(2)]
    with pytest.raises(Overtaken):
        again.append("game1", [row(2)], "{}")
    again.append("game1", [row(3)], "{}")
    again.close()
    assert leftovers(database.parent) == []


def test_into_an_empty_house_it_needs_no_word(database: Path, tmp_path: Path) -> None:
    back_up(Onlooker(database), tmp_path / "copy.db")
    (tmp_path / "new").mkdir()
    empty = tmp_path / "new" / "companion.db"
    SQLiteStore(empty).close()
    assert restore(tmp_path / "copy.db", empty, unplayed)[0][0].entries == 2


def test_an_existing_file_is_not_written_over_unasked(database: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(InTheWay):
        back_up(Onlooker(database), tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"
    back_up(Onlooker(database), tmp_path / "copy.db", replace=True)
    assert of_file(tmp_path / "copy.db")[0].entries == 2


@pytest.mark.parametrize("what", ["text", "empty", "foreign", "torn", "changed", "newer"])
def test_a_bad_file_changes_nothing(database: Path, tmp_path: Path, what: str) -> None:
    bad = tmp_path / "bad.db"
    _bad(what, bad, database)
    before = database.read_bytes()
    there = sorted(path.name for path in database.parent.iterdir())
    with pytest.raises(StoreFault):
        restore(bad, database, unplayed, replace=True)
    assert database.read_bytes() == before
    assert sorted(path.name for path in database.parent.iterdir()) == there


def _bad(what: str, bad: Path, database: Path) -> None:
    if what == "text":
        bad.write_text("no games here " * 500)
    elif what == "empty":
        bad.touch()
    elif what == "foreign":
        with sqlite3.connect(bad) as other:
            other.execute("create table mine (a)")
        other.close()
    else:
        back_up(Onlooker(database), bad)
    if what == "torn":
        data = bad.read_bytes()
        bad.write_bytes(data[: len(data) // 2])
    elif what == "changed":
        spoil(bad, "update entry set at = 'never' where number = 1")
    elif what == "newer":
        with sqlite3.connect(bad) as other:
            other.execute("pragma user_version = 99")
        other.close()


def test_a_damaged_file_of_games_is_not_copied_as_if_it_were_whole(database: Path, tmp_path: Path) -> None:
    spoil(database, "update entry set at = 'never' where number = 2")
    with pytest.raises(Damaged) as caught:
        back_up(Onlooker(database), tmp_path / "copy.db")
    assert caught.value.blanks["number"] == 2
    assert not (tmp_path / "copy.db").exists()


def test_a_disk_that_fails_leaves_everything(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, draft: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "copied", full)
    with pytest.raises(Unwritable, match="No space"):
        back_up(Onlooker(database), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert leftovers(tmp_path) == []


SWALLOWS = "create trigger swallows before insert on entry begin select raise(ignore); end"
PARTS = (
    SWALLOWS,
    "create view seen as select * from entry",
    "create table more (x)",
    "create index by_at on entry (at)",
    "drop trigger entry_stays",
)


@pytest.mark.parametrize("statement", PARTS)
def test_a_copy_with_parts_that_are_not_ours_is_no_copy(database: Path, tmp_path: Path, statement: str) -> None:
    copy = tmp_path / "copy.db"
    back_up(Onlooker(database), copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(statement)
        connection.commit()
    before = database.read_bytes()
    for work in (lambda: restore(copy, database, unplayed, replace=True), lambda: of_file(copy)):
        with pytest.raises(Damaged) as fault:
            work()
        assert fault.value.key == "store.foreign-part"
    assert database.read_bytes() == before
    assert leftovers(database.parent) == []


def test_a_file_that_was_tampered_with_is_not_written_in_but_everything_in_it_goes_on(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(SWALLOWS)
        connection.commit()
    store = SQLiteStore(database)
    assert len(store.salvages) == 1 and "swallows" in store.salvages[0].fault
    store.append("game1", [row(3)], "{}")
    store.close()
    (chain,) = of_file(database)
    assert (chain.entries, chain.holds) == (3, True)


def test_what_comes_back_lies_in_a_fresh_file_with_all_its_rows(database: Path, tmp_path: Path) -> None:
    store = SQLiteStore(database)
    store.label("game1", "Anas Abend", True)
    store.open(replace(HEADING, id="game2"), [row(1)])
    store.forget({"game2": None}, "2026-11-22T10:00:00.000Z")
    store.close()
    copy, other = tmp_path / "copy.db", tmp_path / "other" / "companion.db"
    other.parent.mkdir()
    back_up(Onlooker(database), copy)
    restore(copy, other, unplayed)
    then, now = SQLiteStore(database), SQLiteStore(other)
    assert now.headings() == then.headings() and now.headings()[0].name == "Anas Abend"
    assert now.rows("game1") == then.rows("game1")
    assert now.forgotten() == then.forgotten() != []
    then.close()
    now.close()
