"""A file of games of an earlier format is brought up to date when it is opened, whole, with a copy kept beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store import seals, sqlite_connection
from companion.store import sqlite_connection as opening
from companion.store.backup import restore
from companion.store.base import Damaged, Forgotten, Unwritable
from companion.store.sqlite import SQLiteStore
from tests.store.test_stores import unplayed

GAMES = {"pymmf5bmkdek": 9, "t2hjbbvb624f": 27}
AT = "2026-11-22T10:00:00Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file that the first program wrote."""
    made = tmp_path / "companion.db"
    with closing(sqlite3.connect(made)) as connection:
        connection.executescript((Path(__file__).parent / "format-1.sql").read_text("utf-8"))
        connection.execute(f"pragma application_id = {opening.APPLICATION}")
        connection.execute("pragma user_version = 1")
    return made


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [*connection.iterdump()]


def form(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("pragma user_version").fetchone()[0])


def kept(path: Path) -> Path:
    return path.with_name(f"companion.before-format-{sqlite_connection.FORMAT}.db")


def test_every_game_of_it_is_whole_and_can_be_played_on(path: Path) -> None:
    before = seals.of_file(path)
    store = SQLiteStore(path)
    assert form(path) == sqlite_connection.FORMAT > 1
    assert store.salvages == ()
    assert {one.id: one.version for one in store.headings()} == GAMES
    games = GameService(store, title)
    for game, version in GAMES.items():
        assert games.playing(game).version == version == len(store.rows(game))
    games.say("t2hjbbvb624f", {"action": "undo"})
    assert len(store.rows("t2hjbbvb624f")) == 28
    store.close()
    after = seals.of_file(path)
    assert all(one.holds for one in (*before, *after))
    assert {one.seal for one in before if one.game != "t2hjbbvb624f"} < {one.seal for one in after}


def test_the_file_is_kept_as_it_was(path: Path) -> None:
    before = dump(path)
    SQLiteStore(path).close()
    assert (dump(kept(path)), form(kept(path))) == (before, 1)
    assert kept(path).stat().st_mode & 0o077 == 0
    kept(path).unlink()
    SQLiteStore(path).close()
    assert not kept(path).exists()


def test_the_kept_file_can_be_put_back(path: Path) -> None:
    SQLiteStore(path).close()
    chains, _ = restore(kept(path), path, unplayed, replace=True)
    assert {one.game: one.entries for one in chains if one.holds} == GAMES
    assert form(path) == sqlite_connection.FORMAT


def test_one_that_is_new_is_kept_nowhere(tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "companion.db").close()
    assert opening.kept_before(tmp_path / "companion.db") == []


def test_it_comes_to_what_a_new_file_is(path: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    for one in (path, new):
        SQLiteStore(one).close()
    parts = []
    for one in (path, new):
        with closing(sqlite3.connect(one)) as connection:
            parts.append(sorted(connection.execute("select type, name from sqlite_master")))
            assert sqlite_connection.foreign_part(connection, sqlite_connection.FORMAT) == ""
    assert parts[0] == parts[1]


def test_what_was_forgotten_in_it_is_still_told(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("create table if not exists forgotten"
                           " (at text not null, removed integer not null, changed integer not null)")  # fmt: skip
        connection.execute("insert into forgotten values ('2026-11-21', 2, 1)")
    store = SQLiteStore(path)
    store.forget({"t2hjbbvb624f": None}, AT)
    assert store.forgotten() == [Forgotten("2026-11-21", 2, 1), Forgotten(AT, 1, 0)]
    assert [one.id for one in store.headings()] == ["pymmf5bmkdek"]
    store.close()


def test_what_is_forgotten_is_in_no_kept_file(path: Path) -> None:
    store = SQLiteStore(path)
    store.forget({"t2hjbbvb624f": None}, AT)
    store.close()
    assert not kept(path).exists()


def test_a_step_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dump(path)
    steps = sqlite_connection.steps
    monkeypatch.setattr(opening, "steps", lambda made: f"{steps(made)}\ncreate table game (id);")
    store = SQLiteStore(path)
    assert len(store.headings()) == len(GAMES)
    store.close()
    assert (dump(path), form(path)) == (before, 1)


def test_without_room_for_the_copy_nothing_is_changed_and_the_games_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, draft: Path) -> None:
        raise Unwritable("store.full", path=draft)

    before = dump(path)
    monkeypatch.setattr(opening, "copied", full)
    store = SQLiteStore(path)
    assert {one.id for one in store.headings()} == set(GAMES)
    assert store.forgotten() == []
    with pytest.raises(Unwritable) as caught:
        store.label("t2hjbbvb624f", "otra")
    assert caught.value.key == "store.full"
    store.close()
    assert (dump(path), form(path)) == (before, 1)


def test_a_part_that_is_not_ours_is_found_in_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create view seen as select * from entry")
        with pytest.raises(Damaged, match="foreign-part"):
            opening.must_be_ours(connection, path)


def test_a_game_of_the_year_9999_leads_the_list_no_more_once_the_file_is_opened(path: Path) -> None:
    SQLiteStore(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update game set changed = '9999-12-31T23:59:59Z' where id = 'pymmf5bmkdek'")
    store = SQLiteStore(path)
    assert store.heading("pymmf5bmkdek").changed < "2100"
    store.close()
