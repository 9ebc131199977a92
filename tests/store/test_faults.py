"""Disks that are full, read-only, damaged or gone: nothing is acknowledged that is not written."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.service import club
from companion.service.live.games import GameService
from companion.service.messages import damage_told, why
from companion.store import default_folder, sqlite
from companion.store import sqlite_connection as opening
from companion.store.atomic_file import deleted, must_take
from companion.store.base import Damaged, GameInfo, Row, Salvage, StoreFault, Unwritable
from companion.store.folder import Folder, Occupied
from companion.store.salvage import faults, not_ours
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_queries import Onlooker
from tests.service.toy import find
from tests.store.test_chain import spoil
from tests.store.test_stores import HEADING, row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    made = SQLiteStore(path)
    made.open(HEADING, [row(1)])
    yield made
    made.close()


def make_long(store: SQLiteStore, game: str, entries: int) -> None:
    """Open a game over many pages of the file."""
    store.open(replace(HEADING, id=game), [row(number) for number in range(1, entries + 1)])


def overwrite(path: Path, start: int, length: int) -> None:
    """Write garbage into the middle of a file."""
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\xa5" * length)


class TestFullDisk:
    def test_nothing_is_acknowledged_reads_go_on_and_writing_resumes(self, store: SQLiteStore) -> None:
        pages = store._writer.do(lambda db: int(db.execute("pragma page_count").fetchone()[0]))
        store._writer.do(lambda db: db.execute(f"pragma max_page_count = {pages}").fetchone())
        with pytest.raises(Unwritable) as caught:
            make_long(store, "long", 500)
        assert caught.value.key == "store.full"
        assert [heading.id for heading in store.headings()] == ["game1"]
        assert store.rows("game1") == [row(1)]
        make_long(store, "long", 500)  # the limit went with the connection: room was made
        assert len(store.rows("long")) == 500

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of a file")
    def test_a_write_the_system_refuses(self, store: SQLiteStore) -> None:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
        try:
            with pytest.raises(Unwritable):
                make_long(store, "long", 1000)
            assert store.rows("game1") == [row(1)]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        store.append("game1", [row(2)], "{}")
        assert store.rows("game1") == [row(1), row(2)]

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of a file")
    def test_it_is_not_called_ready(self, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> None:
        import resource

        monkeypatch.setattr(sqlite, "TRIED_EVERY", -1.0)
        service = GameService(store, find)
        service.must_be_ready()
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
        try:
            with pytest.raises(Unwritable):
                service.must_be_ready()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        service.must_be_ready()

    @pytest.mark.parametrize(
        ("number", "key"),
        [
            *((number, "store.full") for number in (errno.ENOSPC, errno.EDQUOT)),
            *((number, "store.read-only") for number in (errno.EROFS, errno.EACCES, errno.EPERM)),
            (errno.EIO, "store.disk"),
        ],
    )
    def test_why_the_disk_takes_nothing_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, key: str
    ) -> None:
        def refused(handle: int) -> None:
            raise OSError(number, "no")

        monkeypatch.setattr(os, "fsync", refused)
        with pytest.raises(Unwritable) as caught:
            must_take(tmp_path)
        assert caught.value.key == key and list(tmp_path.iterdir()) == []

    def test_everybody_in_the_batch_is_told(self, store: SQLiteStore) -> None:
        store._writer.do(lambda db: db.execute("pragma query_only = on").fetchone())
        with pytest.raises(Unwritable) as caught:
            store.append("game1", [row(2)], "{}")
        assert caught.value.key == "store.read-only"
        store.append("game1", [row(2)], "{}")
        assert store.heading("game1").version == 2


class TestReadOnly:
    def test_an_existing_file_is_read_and_written_once_it_can_be(
        self, path: Path, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.close()
        real = opening.writer

        def refuse(path: Path, journal: str) -> sqlite3.Connection:
            raise Unwritable("store.read-only", path=path)

        monkeypatch.setattr(opening, "writer", refuse)
        again = SQLiteStore(path)
        assert again.rows("game1") == [row(1)]
        with pytest.raises(Unwritable):
            again.append("game1", [row(2)], "{}")
        monkeypatch.setattr(opening, "writer", real)
        again.append("game1", [row(2)], "{}")
        assert again.heading("game1").version == 2
        again.close()

    def test_a_file_on_a_read_only_disk_is_read_where_all_of_it_lies_in_the_file(
        self, path: Path, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.close()
        real = opening._looking

        def look(uri: str) -> sqlite3.Connection:
            if "immutable" not in uri:
                raise sqlite3.OperationalError("unable to open database file")
            return real(uri)

        monkeypatch.setattr(opening, "_looking", look)
        assert Onlooker(path).rows("game1") == [row(1)]
        Path(f"{path}-wal").write_bytes(b"x")
        with pytest.raises(Unwritable):
            Onlooker(path).rows("game1")

    def test_without_a_file_there_is_nothing_to_begin_with(self, tmp_path: Path) -> None:
        with pytest.raises(Unwritable) as caught:
            SQLiteStore(tmp_path / "no" / "such" / "folder" / "games.db")
        assert caught.value.key == "store.cannot-open"


class TestDamage:
    def test_a_file_that_is_none_is_kept_aside(self, path: Path) -> None:
        path.write_bytes(b"this is no database, however long it may be" * 100)
        store = SQLiteStore(path)
        store.open(HEADING, [row(1)])
        store.close()
        (salvage,) = store.salvages
        assert Path(salvage.kept).read_bytes().startswith(b"this is no database")
        assert ".damaged-" in salvage.kept
        assert SQLiteStore(path).rows("game1") == [row(1)]

    def test_whole_games_are_carried_over_and_the_torn_one_as_far_as_it_reads(self, path: Path) -> None:
        store = SQLiteStore(path)
        for game in ("aaa", "bbb", "ccc"):
            make_long(store, game, 400)
        store.close()
        with sqlite3.connect(path) as other:
            page = other.execute("pragma page_size").fetchone()[0]
            pages = other.execute("pragma page_count").fetchone()[0]
        other.close()
        overwrite(path, page * (pages // 2), page)
        again = SQLiteStore(path)
        (salvage,) = again.salvages
        assert Path(salvage.kept).exists()
        games = {heading.id for heading in again.headings()}
        assert set(salvage.whole) | {game for game, _ in salvage.short} == games
        assert len(salvage.whole) >= 2
        for game in salvage.whole:
            assert again.rows(game) == [row(number) for number in range(1, 401)]
        for game, length in salvage.short:
            assert again.rows(game) == [row(number) for number in range(1, length + 1)]
        again.append(salvage.whole[0], [row(401)], "{}")
        again.close()

    def test_a_game_whose_heading_is_gone_is_known_by_its_entries(self, path: Path) -> None:
        first = replace(row(1), entry=replace(row(1).entry, action={"playthrough": 1, "game": "toy"}))
        with closing(SQLiteStore(path)) as store:
            store.open(HEADING, [first, row(2)])
        with closing(sqlite3.connect(path)) as other:
            other.execute("delete from game")
            other.commit()
        with closing(SQLiteStore(path)) as store:
            store.renew("torn")
            found = store.heading("game1")
        assert (found.game, found.version) == ("toy", 2)
        assert (found.opened, found.changed) == (row(1).entry.at, row(2).entry.at)

    @pytest.mark.parametrize("gone", [16, 100, 4096])
    def test_the_first_bytes_may_be_gone(self, path: Path, gone: int) -> None:
        store = SQLiteStore(path)
        for game in ("aaa", "bbb", "ccc"):
            make_long(store, game, 400)
        store.close()
        overwrite(path, 0, gone)
        assert not_ours(path) is None, "it is damaged"
        with closing(SQLiteStore(path)) as again:
            (salvage,) = again.salvages
            assert (sorted(salvage.whole), salvage.short, salvage.lost) == (["aaa", "bbb", "ccc"], (), ())
            for game in salvage.whole:
                assert again.rows(game) == [row(number) for number in range(1, 401)]
        assert [*path.parent.glob(".salvage-*")] == []

    def test_the_first_bytes_may_be_gone_after_a_power_cut(self, path: Path, tmp_path: Path) -> None:
        store = SQLiteStore(path)
        make_long(store, "aaa", 400)
        store.close()
        store = SQLiteStore(path)
        store.append("aaa", [row(401), row(402)], "{}")
        cut = tmp_path / "cut" / "companion.db"
        cut.parent.mkdir()
        for tail in ("", "-wal"):
            shutil.copyfile(f"{path}{tail}", f"{cut}{tail}")
        store.close()
        overwrite(cut, 0, 100)
        with closing(SQLiteStore(cut)) as again:
            assert again.heading("aaa").version == 402
            assert again.rows("aaa") == [row(number) for number in range(1, 403)]

    def test_a_start_that_was_interrupted_goes_on_at_the_next(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = SQLiteStore(path)
        for game in ("aaa", "bbb", "ccc"):
            make_long(store, game, 40)
        store.close()
        overwrite(path, 0, 100)
        real = SQLiteStore.open

        def killed(store: SQLiteStore, heading: GameInfo, rows: list[Row]) -> None:
            if heading.id == "bbb":
                raise KeyboardInterrupt
            real(store, heading, rows)

        monkeypatch.setattr(SQLiteStore, "open", killed)
        with pytest.raises(KeyboardInterrupt):
            SQLiteStore(path)
        monkeypatch.setattr(SQLiteStore, "open", real)
        with closing(SQLiteStore(path)) as again:
            (salvage,) = again.salvages
            assert sorted(salvage.whole) == ["aaa", "bbb", "ccc"]
            for game in salvage.whole:
                assert again.rows(game) == [row(number) for number in range(1, 41)]
        with closing(SQLiteStore(path)) as later:
            assert later.salvages == ()

    def test_what_is_forgotten_does_not_come_back_from_a_file_that_was_not_read(
        self, path: Path, store: SQLiteStore
    ) -> None:
        store.close()
        shutil.copyfile(path, path.with_name("games.torn-1.db"))
        with closing(SQLiteStore(path)) as again:
            shutil.copyfile(again.salvages[0].kept, path.with_name("games.torn-2.db"))
            again.forget({"game1": None}, "2026-11-26T20:00:00Z")
        with closing(SQLiteStore(path)) as later:
            assert later.headings() == []

    def test_half_a_file_tells_the_games_that_lie_in_it(self, path: Path) -> None:
        store = SQLiteStore(path)
        for game in ("aaa", "bbb", "ccc", "ddd"):
            make_long(store, game, 400)
        store.close()
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
        with closing(SQLiteStore(path)) as again:
            (salvage,) = again.salvages
            assert Path(salvage.kept).stat().st_size == len(whole) // 2
            saved = sum(heading.version for heading in again.headings())
            assert 400 <= saved < 1600
            for heading in again.headings():
                assert again.rows(heading.id) == [row(number) for number in range(1, heading.version + 1)]

    @pytest.mark.parametrize("change", ["at = 'never'", "facts = '[]'", "action = '{}'", "seal = ''", "number = 9"])
    def test_a_changed_row_shows(self, path: Path, store: SQLiteStore, change: str) -> None:
        store.append("game1", [row(2), row(3)], "{}")
        store.close()
        spoil(path, f"update entry set {change} where number = 2")
        again = SQLiteStore(path)
        with pytest.raises(Damaged):
            again.rows("game1")
        salvage = again.renew("test")
        assert salvage is not None
        assert salvage.short == (("game1", 1),)
        assert again.rows("game1") == [row(1)]
        again.close()
        assert faults(Path(salvage.kept))
        assert faults(path) == []

    def test_a_missing_last_row_shows(self, path: Path, store: SQLiteStore) -> None:
        store.append("game1", [row(2)], "{}")
        store.close()
        spoil(path, "delete from entry where number = 2")
        assert faults(path) == ["game1: 2"]

    def test_a_file_that_goes_while_it_is_open(self, path: Path, store: SQLiteStore) -> None:
        shutil.move(path, path.with_suffix(".gone"))
        with pytest.raises(Damaged) as caught:
            store.append("game1", [row(2)], "{}")
        assert caught.value.key == "store.file-gone"

    def test_no_room_for_a_new_file_leaves_the_damaged_one_where_it_was(
        self, path: Path, store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(path: Path, journal: str) -> sqlite3.Connection:
            raise Unwritable("store.full", path=path)

        with monkeypatch.context() as patch:
            patch.setattr(opening, "writer", full)
            with pytest.raises(Unwritable):
                store.renew("test")
        assert list(path.parent.glob("*damaged*")) == []
        again = SQLiteStore(path)
        assert again.rows("game1") == [row(1)]
        again.close()

    def test_a_file_of_a_newer_program_is_left_alone(self, path: Path, store: SQLiteStore) -> None:
        store._writer.do(lambda db: db.execute("pragma user_version = 99").fetchone())
        store.close()
        before = path.read_bytes()
        with pytest.raises(StoreFault) as caught:
            SQLiteStore(path)
        assert caught.value.key == "store.newer-file"
        fault = not_ours(path)
        assert fault is not None and fault.key == "store.newer-file"
        assert path.read_bytes() == before


class TestFolder:
    def test_one_process_at_a_time(self, tmp_path: Path) -> None:
        first, second = Folder(tmp_path / "data"), Folder(tmp_path / "data")
        first.take()
        first.announce(url="http://here:1", host_key="k")
        with pytest.raises(Occupied) as caught:
            second.take()
        assert caught.value.where == {"url": "http://here:1", "host_key": "k"}
        assert caught.value.blanks == {"folder": tmp_path / "data", "url": "http://here:1"}
        first.release()
        second.take()
        assert second.running() == {}
        second.release()

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps secrets by other means than modes")
    def test_the_key_is_for_its_owner_only(self, tmp_path: Path) -> None:
        folder = Folder(tmp_path / "data")
        folder.take()
        folder.keep_key("secret")
        assert folder.kept_key() == "secret"
        (folder.path / "host-key").write_text("by hand \n", "utf-8")
        assert folder.kept_key() == "by hand"
        folder.keep_key("secret")
        assert (folder.path / "host-key").stat().st_mode & 0o077 == 0
        assert folder.path.stat().st_mode & 0o077 == 0
        folder.release()

    @pytest.mark.parametrize(
        ("platform", "environment", "folder"),
        [
            ("win32", {"LOCALAPPDATA": "/local"}, "/local/companion"),
            ("win32", {}, "/home/ana/AppData/Local/companion"),
            ("darwin", {}, "/home/ana/Library/Application Support/companion"),
            ("linux", {"XDG_DATA_HOME": "/data"}, "/data/companion"),
            ("linux", {}, "/home/ana/.local/share/companion"),
            ("linux", {"XDG_DATA_HOME": "/data", "COMPANION_DATA": "/mine"}, "/mine"),
        ],
    )
    def test_the_games_of_a_user_stay_where_they_are(
        self, platform: str, environment: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("LOCALAPPDATA", "XDG_DATA_HOME", "COMPANION_DATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(Path, "home", lambda: Path("/home/ana"))
        monkeypatch.setattr("companion.store.sys", SimpleNamespace(platform=platform))
        assert default_folder() == Path(folder)

    def test_a_folder_that_cannot_be_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(Unwritable) as caught:
            Folder(tmp_path / "file" / "data").take()
        assert caught.value.key == "store.no-folder"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_on_the_machine_reads_the_file(store: SQLiteStore, path: Path) -> None:
    store.append("game1", [row(2)], "{}")
    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()}
    assert modes.keys() >= {"games.db", "games.db-wal"} and set(modes.values()) == {0o600}


def test_what_cannot_be_deleted_is_told_with_its_name(tmp_path: Path) -> None:
    gone, stays = tmp_path / "gone", tmp_path / "a-folder"
    stays.mkdir()
    with pytest.raises(Unwritable) as caught:
        deleted([gone, stays])
    assert (caught.value.key, caught.value.blanks["path"]) == ("store.disk", stays)
    assert str(caught.value.blanks["fault"]) in map(os.strerror, (errno.EISDIR, errno.EPERM, errno.EACCES))


def test_a_database_that_is_none_of_ours_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", "mysql://somewhere")
    for asks in (club.database, club.hosts):
        with pytest.raises(Unwritable) as caught:
            asks()
        assert (caught.value.key, caught.value.blanks) == (
            "store.url",
            {"variable": "COMPANION_DATABASE_URL", "scheme": "postgresql://"},
        )


def test_what_happened_to_a_damaged_file_is_told_and_to_all_without_its_place() -> None:
    salvage = Salvage("/home/ana/kept.db", "malformed", ("a", "b"), (("c", 3),), ("d",), (("e", 9),))
    games = [
        "Game e continues with what a backup knew: up to entry 9.",
        "Game c could only be read up to entry 3.",
        "Nothing of game d could be read.",
    ]
    said = "The games file was damaged ({}). It was set aside as {}; a new one continues with 2 intact games."
    assert damage_told(salvage, "en") == [said.format("malformed", "/home/ana/kept.db"), *games]
    assert damage_told(salvage, "en", to_all=True) == [said.format("—", "kept.db"), *games]
    assert damage_told(salvage, "en", in_browser=True) == [
        "Part of what this browser had stored was damaged."
        " Games read in full: 2; completed from a backup: 1; read in part: 1; lost: 1."
    ]
    assert damage_told(Salvage("", "").helped({"e": 9}), "en") == games[:1]
    helped = salvage.helped({"a": 4, "c": 5, "d": 6})
    assert (helped.whole, helped.short, helped.lost) == (("b",), (), ())
    assert helped.copied == (("a", 4), ("c", 5), ("d", 6))
    fault = Unwritable("store.disk", path="/home/ana/x.db", fault="No space")
    assert "(No space)" in why(fault, "en") and "(—)" in why(fault, "en", to_all=True)


@pytest.mark.parametrize(
    ("code", "kind", "key"),
    [
        (sqlite3.SQLITE_FULL, Unwritable, "store.full"),
        (sqlite3.SQLITE_READONLY, Unwritable, "store.read-only"),
        (sqlite3.SQLITE_PERM, Unwritable, "store.read-only"),
        (sqlite3.SQLITE_CANTOPEN, Unwritable, "store.cannot-open"),
        (sqlite3.SQLITE_BUSY, Unwritable, "store.busy"),
        (sqlite3.SQLITE_IOERR_FSYNC, Unwritable, "store.disk"),
        (sqlite3.SQLITE_CORRUPT, Damaged, "store.damaged-file"),
        (sqlite3.SQLITE_NOTADB, Damaged, "store.damaged-file"),
    ],
)
def test_what_sqlite_complains_of_has_a_name_of_ours(code: int, kind: type[StoreFault], key: str) -> None:
    fault = sqlite3.OperationalError("it went wrong")
    fault.sqlite_errorcode = code
    found = opening.named(fault, Path("games.db"))
    assert (type(found), found.key) == (kind, key)
    assert found.blanks == {"path": Path("games.db"), "fault": fault}
