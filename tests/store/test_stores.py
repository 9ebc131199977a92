"""Duties of every store; one class, run for memory, for the file, and for a real PostgreSQL."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from companion.engine.facts import CardsMoved, TurnBegan
from companion.engine.history import Entry
from companion.engine.places import DRAW, hand
from companion.store import base
from companion.store.base import GameInfo, Mark, Overtaken, Repeated, Row, Store, UnknownGame, Unwritable
from companion.store.memory import MemoryStore
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_writer import Writer, WriterHere
from tests.waiting import at_once

HEADING = GameInfo("game1", "toy", opened="2026-11-20T12:00:00Z", changed="2026-11-20T12:00:00Z", glance='{"a":1}')


def row(number: int, action_id: str = "", player: str = "Ana") -> Row:
    """Return an entry with facts of several shapes."""
    facts = (CardsMoved(DRAW, hand(player), 2, ("pebble",)), TurnBegan("Beto"))
    return Row(
        Entry(number, {"action": "draw", "player": player}, facts, f"2026-11-20T12:00:{number:02}Z", "tablet"),
        action_id,
    )


def unplayed(game: str, rows: Sequence[Row]) -> None:
    """Take the entries of these tests for a game: they are of none."""


@pytest.fixture(params=["memory", "file", pytest.param("database", marks=pytest.mark.club)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = opened(request, tmp_path)
    yield made
    made.close()


@pytest.fixture
def beside(store: Store, request: pytest.FixtureRequest) -> Iterator[Store]:
    """Yield another host's store of the same games, where there can be one; else the same."""
    if isinstance(store, MemoryStore | SQLiteStore):
        yield store
        return
    other = type(store)(request.getfixturevalue("club"))  # type: ignore[call-arg]
    yield other
    other.close()


def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Open the store of a parameter."""
    if request.param == "memory":
        return MemoryStore()
    if request.param == "file":
        return SQLiteStore(tmp_path / "games.db")
    address: str = request.getfixturevalue("club")
    from companion.club.store import PostgresStore

    return PostgresStore(address)


class TestStore:
    def test_gives_back_what_was_written(self, store: Store) -> None:
        store.open(HEADING, [row(1)])
        store.append("game1", [row(2, "x"), row(3, "", "Señora \u2028 «ñ»")], '{"b":2}')
        assert store.rows("game1") == [row(1), row(2, "x"), row(3, "", "Señora \u2028 «ñ»")]
        kept = store.heading("game1")
        assert (kept.version, kept.glance, kept.changed) == (3, '{"b":2}', "2026-11-20T12:00:03Z")
        assert [store.number_of(*sent) for sent in (("game1", "x"), ("game1", "y"), ("game2", "x"))] == [2, None, None]

    @pytest.mark.parametrize("at", ["9999-12-31T23:59:59Z", "zzz"])
    def test_a_time_that_lies_ahead_does_not_lead_the_list(self, store: Store, at: str) -> None:
        ahead = Row(replace(row(1).entry, at=at))
        store.open(replace(HEADING, opened=at, changed=at), [ahead])
        store.append("game1", [Row(replace(row(2).entry, at=at))], "{}")
        now = datetime.now(UTC) + timedelta(seconds=2)
        store.open(replace(HEADING, id="game2"), [Row(replace(row(1).entry, at=now.isoformat()))])
        assert [one.id for one in store.newest(2)] == [one.id for one in store.headings()] == ["game2", "game1"]
        assert store.rows("game1")[0] == ahead, "what was written stays as it is"

    def test_a_number_is_written_once(self, store: Store) -> None:
        store.open(HEADING, [row(1)])
        store.append("game1", [row(2)], "{}")
        for late in ([row(2)], [row(4)], [row(3), row(5)]):
            with pytest.raises(Overtaken) as caught:
                store.append("game1", late, "{}")
            assert caught.value.last == 2
        assert len(store.rows("game1")) == 2

    def test_an_action_id_is_written_once_a_game(self, store: Store) -> None:
        store.open(HEADING, [row(1)])
        store.open(replace(HEADING, id="game2"), [row(1)])
        store.append("game1", [row(2, "x")], "{}")
        store.append("game2", [row(2, "x")], "{}")
        with pytest.raises(Repeated) as caught:
            store.append("game1", [row(3, "x")], "{}")
        assert caught.value.number == 2
        assert store.heading("game1").version == 2

    def test_several_rows_are_written_together_or_not_at_all(self, store: Store) -> None:
        store.open(HEADING, [row(1)])
        store.append("game1", [row(2, "x")], "{}")
        with pytest.raises(Repeated):
            store.append("game1", [row(3), row(4, "x")], "{}")
        assert [kept.entry.number for kept in store.rows("game1")] == [1, 2]

    def test_a_game_is_opened_once(self, store: Store) -> None:
        store.open(replace(HEADING, origin="digest"), [row(1)])
        for again in (HEADING, replace(HEADING, id="game2", origin="digest")):
            with pytest.raises(Repeated):
                store.open(again, [row(1)])
        assert [heading.id for heading in store.headings()] == ["game1"]

    def test_a_game_is_found_by_its_record_and_by_its_ends(self, store: Store) -> None:
        store.open(replace(HEADING, origin="abc"), [row(1, "", "Ana"), row(2, "", "Beto")])
        store.open(replace(HEADING, id="game2"), [row(1, "", "Ana"), row(2), row(3, "", "Carla")])
        store.open(replace(HEADING, id="game3", game="other"), [row(1), row(2)])
        assert [store.taken_in(origin) for origin in ("abc", "abd", "")] == ["game1", "", ""]
        assert store.of_length("toy", 2) == [
            ("game1", {"action": "draw", "player": "Ana"}, {"action": "draw", "player": "Beto"})
        ]
        assert [one.id for one in store.of_length("toy", 3)] == ["game2"]
        assert store.of_length("toy", 4) == []

    def test_a_game_begins_with_its_first_entry(self, store: Store) -> None:
        with pytest.raises(Overtaken) as caught:
            store.open(HEADING, [row(2)])
        assert caught.value.last == 0
        assert store.headings() == []

    def test_unknown_games_are_named(self, store: Store) -> None:
        for question in (
            lambda: store.rows("nobody"),
            lambda: store.heading("nobody"),
            lambda: store.append("nobody", [row(1)], "{}"),
            lambda: store.label("nobody", "name"),
        ):
            with pytest.raises(UnknownGame, match="nobody"):
                question()

    def test_labels_and_order_of_the_list(self, store: Store) -> None:
        store.open(HEADING, [row(1)])
        store.open(replace(HEADING, id="game2"), [row(5 - 4)])
        store.append("game1", [row(2)], "{}")
        assert [heading.id for heading in store.headings()] == ["game1", "game2"]
        assert [store.label("game2", name=name).name for name in ("Sábado", "", "Viernes")] == ["Sábado", "", "Viernes"]
        assert store.label("game2", archived=True) == store.heading("game2")
        kept = store.heading("game2")
        assert (kept.name, kept.archived, kept.version) == ("Viernes", True, 1)

    def test_the_list_is_read_a_stretch_at_a_time(self, store: Store) -> None:
        # Two were changed at the same moment: the id says which comes first.
        for ident, at in (("game1", 1), ("game3", 2), ("game2", 2), ("Game4", 3)):
            store.open(replace(HEADING, id=ident), [row(at)] if at == 1 else [row(k) for k in range(1, at + 1)])
        store.label("game1", archived=True)
        order = ["Game4", "game3", "game2", "game1"]
        assert [one.id for one in store.newest(9)] == order
        found: list[str] = []
        place = None
        while step := store.newest(1, place):
            found.append(step[0].id)
            place = Mark(step[0].changed, step[0].id)
        assert found == order
        assert [one.id for one in store.newest(2, archived=False)] == order[:2]
        assert [one.id for one in store.newest(9, place, archived=False)] == []
        assert [one.id for one in store.newest(9, archived=True)] == ["game1"]
        assert (store.count(), store.count(archived=True), store.count(archived=False)) == (4, 1, 3)

    def test_many_writers_one_winner_a_number(self, store: Store, beside: Store) -> None:
        store.open(HEADING, [row(1)])
        won: list[int] = []

        def race(mine: Store) -> None:
            for number in range(2, 22):
                try:
                    mine.append("game1", [row(number)], "{}")
                    won.append(number)
                except Overtaken:
                    pass

        at_once(partial(race, one) for one in (store, beside) * 3)
        assert sorted(won) == list(range(2, len(won) + 2))
        assert [kept.entry.number for kept in store.rows("game1")] == list(range(1, len(won) + 2))

    def test_of_two_who_open_a_game_one_does(self, store: Store, beside: Store) -> None:
        outcomes: list[str] = []

        def race(mine: Store) -> None:
            try:
                mine.open(HEADING, [row(1)])
                outcomes.append("opened")
            except Repeated:
                outcomes.append("repeated")

        at_once(partial(race, one) for one in (store, beside))
        assert sorted(outcomes) == ["opened", "repeated"]


@pytest.mark.parametrize(
    ("at", "is_kept"), [("2026-11-20T11:00:00Z", True), ("2026-11-21T11:59:00Z", True), ("2026-11-21T12:01:00Z", False)]
)
def test_a_clock_may_be_a_day_ahead(at: str, is_kept: bool) -> None:
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert base.changed_at(at, now) == (at if is_kept else "2026-11-20T12:00:00.000Z")


@pytest.mark.parametrize("writer", [Writer, WriterHere])
def test_a_store_that_was_closed_takes_nothing_more(tmp_path: Path, writer: type[Writer]) -> None:
    store = SQLiteStore(tmp_path / "games.db", writer)
    store.open(HEADING, [row(1)])
    store.close()
    with pytest.raises(Unwritable) as caught:
        store.append("game1", [row(2)], "{}")
    assert caught.value.key == "store.closed"


def test_the_file_never_forgets_an_entry(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "games.db")
    store.open(HEADING, [row(1)])
    store.close()
    with sqlite3.connect(tmp_path / "games.db") as other:
        for statement in ("update entry set at = ''", "delete from entry"):
            with pytest.raises(sqlite3.IntegrityError):
                other.execute(statement)
    other.close()


def test_the_file_is_safe_against_a_power_cut(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "games.db")
    settings = store._writer.do(
        lambda db: [db.execute(f"pragma {name}").fetchone()[0]
                    for name in ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")]
    )  # fmt: skip
    store.close()
    assert settings == ["wal", 2, 1, 0]


def test_what_was_answered_is_there_after_the_file_is_opened_again(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "games.db")
    store.open(HEADING, [row(1), row(2, "x")])
    store.close()
    again = SQLiteStore(tmp_path / "games.db")
    assert again.rows("game1") == [row(1), row(2, "x")]
    assert again.salvages == ()
    again.close()


def test_only_the_room_of_the_club_names_its_database_and_what_its_hosts_share() -> None:
    """Everybody else knows the protocol (`companion.service.club`), and the tablet alone has no club at all."""
    named = re.compile(r"(?<![a-z])(postgres|psycopg|leases?(?![a-z])|presence(?![a-z]))", re.IGNORECASE)
    program = Path(base.__file__).parents[1]
    told = {
        str(path.relative_to(program))
        for path in program.rglob("*.*")
        if path.suffix in {".py", ".html", ".js", ".sql", ".toml"} and named.search(path.read_text(encoding="utf-8"))
    }
    assert {path.split("/")[0] for path in told} == {"club"}
