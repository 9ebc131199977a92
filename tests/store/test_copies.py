"""The copies that are made without being asked for: when, how many, what is in them, and what they are good for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from companion.cli.serve import Keeping
from companion.store import hourly_copies
from companion.store.backup import InTheWay, add, back_up, looked_through, restore
from companion.store.base import Row, StoreFault, Unwritable
from companion.store.memory import MemoryStore
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_queries import Onlooker
from tests.store.test_stores import HEADING, row, unplayed

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.db"


def opened(path: Path, length: int = 40) -> SQLiteStore:
    store = SQLiteStore(path)
    store.open(HEADING, [row(number) for number in range(1, length + 1)])
    return store


def test_a_copy_is_made_while_people_play_and_only_where_something_is_new(path: Path) -> None:
    assert hourly_copies.take(path) is None
    with closing(SQLiteStore(path)) as store:
        assert hourly_copies.take(path) is None, "there is nothing to copy"
        store.open(HEADING, [row(1)])
        first = hourly_copies.take(path, NOON)
        assert first is not None
        assert [chain.entries for chain in looked_through(first)] == [1]
        assert hourly_copies.take(path, NOON + timedelta(hours=1)) is None
        store.append("game1", [row(2)], "{}")
        second = hourly_copies.take(path, NOON + timedelta(hours=2))
        store.label("game1", name="Viernes")
        assert hourly_copies.take(path, NOON + timedelta(hours=3)) is not None
    assert hourly_copies.found(path)[1:] == [second, first]
    assert hourly_copies.made_at(first) == "2026-11-22T12:00:00Z"
    assert first.stat().st_mode & 0o077 == 0
    assert hourly_copies.folder_of(path).stat().st_mode & 0o077 == 0


def test_the_newest_are_kept_and_one_of_each_day_before(path: Path) -> None:
    with closing(opened(path, 1)) as store:
        for hour in range(0, 24 * 12, 6):
            store.append("game1", [row(hour // 6 + 2)], "{}")
            hourly_copies.take(path, NOON + timedelta(hours=hour))
    newest = ["12-04T06", "12-04T00", "12-03T18", "12-03T12", "12-03T06", "12-03T00"]
    days = ["12-02T18", "12-01T18", "11-30T18", "11-29T18", "11-28T18"]
    assert [hourly_copies.made_at(copy)[5:13] for copy in hourly_copies.found(path)] == newest + days


def test_of_the_figures_the_newest_copies_are_kept(path: Path) -> None:
    for hour in range(9):
        (path.parent / hourly_copies.FIGURES).write_text(f'{{"ana": [{hour}, 0]}}', "utf-8")
        hourly_copies.take(path, NOON + timedelta(hours=hour))
    assert [copy.read_text("utf-8") for copy in hourly_copies.figures_found(path)] == [
        f'{{"ana": [{hour}, 0]}}' for hour in range(8, 2, -1)
    ]
    hourly_copies.clear(path)
    assert hourly_copies.figures_found(path) == [], "somebody was forgotten"


def test_a_copy_never_takes_the_room_of_the_next_entry(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened(path)):
        least = hourly_copies.LEAST_ROOM + 2 * path.stat().st_size
        for free in (least - 1, least):
            monkeypatch.setattr(hourly_copies.shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
            with nullcontext() if free == least else pytest.raises(Unwritable):
                assert hourly_copies.take(path) is not None


def test_a_lost_log_is_made_good_from_the_copy(path: Path) -> None:
    """The file is whole, SQLite finds nothing wrong, and the entries of the last hour are gone."""
    store = opened(path, 40)
    store.close()
    early = path.read_bytes()
    store = SQLiteStore(path)
    store.append("game1", [row(number) for number in range(41, 61)], "{}")
    hourly_copies.take(path, NOON - timedelta(hours=1))  # one that knows less
    store.append("game1", [row(number) for number in range(61, 91)], "{}")
    store.open(replace(HEADING, id="game2"), [row(1)])
    hourly_copies.take(path, NOON)
    store.append("game1", [row(91)], "{}")
    store.close()
    path.write_bytes(early)
    assert hourly_copies.behind(path) == [("game1", 40, 90), ("game2", 0, 1)]
    with closing(SQLiteStore(path)) as again:
        assert [entry.entry.number for entry in again.rows("game1")] == [*range(1, 91)]
        assert again.rows("game2") == [row(1)]
        (told,) = again.salvages
        assert (told.kept, dict(told.copied)) == ("", {"game1": 90, "game2": 1})
        again.append("game1", [row(91)], "{}")
    assert hourly_copies.behind(path) == []
    with closing(SQLiteStore(path)) as third:
        assert third.salvages == ()


def test_a_game_that_went_on_otherwise_is_not_touched(path: Path) -> None:
    with closing(opened(path, 40)):
        hourly_copies.take(path, NOON)
    path.unlink()
    hourly_copies.folder_of(path).rename(path.with_name("kept"))
    with closing(SQLiteStore(path)) as other:
        other.open(HEADING, [row(1), row(2, "x", "Zoe")])
    path.with_name("kept").rename(hourly_copies.folder_of(path))
    with closing(SQLiteStore(path)) as again:
        assert again.rows("game1") == [row(1), row(2, "x", "Zoe")]
        assert again.salvages == ()


@pytest.mark.parametrize("damage", ["first bytes", "half a file", "nothing left"])
def test_what_a_damaged_file_no_longer_tells_comes_from_the_copies(path: Path, damage: str) -> None:
    store = opened(path, 400)
    store.open(replace(HEADING, id="game2"), [row(number) for number in range(1, 201)])
    hourly_copies.take(path, NOON)
    store.close()
    whole = path.read_bytes()
    spoiled = {
        "first bytes": bytes(4096) + whole[4096:],
        "half a file": whole[: len(whole) // 2],
        "nothing left": b"x" * 99,
    }
    path.write_bytes(spoiled[damage])
    with closing(SQLiteStore(path)) as again:
        assert len(again.rows("game1")) == 400
        assert len(again.rows("game2")) == 200
        (salvage,) = again.salvages
        assert Path(salvage.kept).read_bytes() == spoiled[damage]
        assert {*salvage.whole, *dict(salvage.copied)} == {"game1", "game2"}
        assert (salvage.short, salvage.lost) == ((), ())


def test_what_is_forgotten_stays_in_no_copy(path: Path) -> None:
    with closing(opened(path)) as store:
        store.open(replace(HEADING, id="game2"), [row(1, "", "Secundino")])
        hourly_copies.take(path, NOON)
        assert b"Secundino" in hourly_copies.found(path)[0].read_bytes()
        store.forget({"game2": None}, "2026-11-22T12:00:00Z")
        assert hourly_copies.found(path) == []
        hourly_copies.take(path)
    with closing(SQLiteStore(path)) as again:
        assert [one.id for one in again.headings()] == ["game1"]
    assert not any(b"Secundino" in file.read_bytes() for file in path.parent.rglob("*") if file.is_file())


def test_an_older_state_that_is_put_back_stays_as_it_is(path: Path, tmp_path: Path) -> None:
    store = opened(path, 5)
    back_up(Onlooker(path), tmp_path / "mine.db")
    store.append("game1", [row(6)], "{}")
    hourly_copies.take(path, NOON)
    store.close()
    restore(tmp_path / "mine.db", path, unplayed, replace=True)
    with closing(SQLiteStore(path)) as again:
        assert again.heading("game1").version == 5


def test_a_full_disk_is_told_and_leaves_nothing_half_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[StoreFault] = []
    heard = Event()

    def tell(fault: StoreFault) -> None:
        told.append(fault)
        heard.set()

    with closing(opened(path)):
        monkeypatch.setattr(hourly_copies, "LEAST_ROOM", 2**62)
        with closing(Keeping(path, tell)):
            assert heard.wait(20)
    assert isinstance(told[0], Unwritable)
    assert hourly_copies.found(path) == []
    assert [*hourly_copies.folder_of(path).iterdir()] == []


def test_the_open_table_copies_at_its_start_and_again_and_again(path: Path) -> None:
    with closing(opened(path, 2)) as store, closing(Keeping(path, lambda fault: None, every=0.05)):
        for number in range(3, 200):
            if len(hourly_copies.found(path)) >= 2:
                break
            store.append("game1", [row(number)], "{}")
            Event().wait(0.1)
    assert len(hourly_copies.found(path)) >= 2


def test_a_copy_is_played_to_its_end_before_it_is_put_back(path: Path, tmp_path: Path) -> None:
    with closing(opened(path, 5)):
        back_up(Onlooker(path), tmp_path / "mine.db")
    played: dict[str, Sequence[Row]] = {}
    restore(tmp_path / "mine.db", path, played.__setitem__, replace=True)
    assert played == {"game1": [row(number) for number in range(1, 6)]}


def test_a_file_that_cannot_be_read_may_hold_games_and_is_in_the_way(path: Path, tmp_path: Path) -> None:
    with closing(opened(path, 5)):
        back_up(Onlooker(path), tmp_path / "mine.db")
    path.write_bytes(b"x" * 9999)
    with pytest.raises(InTheWay):
        restore(tmp_path / "mine.db", path, unplayed, replace=False)
    assert path.read_bytes() == b"x" * 9999


def test_games_go_from_one_store_to_another_that_has_games_of_its_own(tmp_path: Path) -> None:
    one, other = MemoryStore(), MemoryStore()
    one.open(HEADING, [row(number) for number in range(1, 6)])
    one.open(replace(HEADING, id="game2"), [row(1)])
    other.open(replace(HEADING, id="game2"), [row(1), row(2)])
    assert [chain.game for chain in back_up(one, tmp_path / "all.db")] == ["game1", "game2"]
    played: dict[str, Sequence[Row]] = {}
    assert [chain.game for chain in add(tmp_path / "all.db", other, played.__setitem__)] == ["game1", "game2"]
    assert other.rows("game1") == played["game1"] == one.rows("game1")
    assert len(other.rows("game2")) == 2, "what was there stays as it was"
