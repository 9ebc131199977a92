"""Several hosts on one database: nothing is changed in it, each hears what another writes, a lost line comes back."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from companion.service.club import URL, opened
from companion.service.live.games import GameService, Stale
from companion.service.live.hub import Subscription
from companion.store.base import EVERYTHING, FORGOTTEN, GameInfo, StoreFault, UnknownGame, Unwritable
from tests.cli.running import run, shell
from tests.cli.serving import SETUP as LA_COSA
from tests.cli.serving import table
from tests.service.toy import SETUP, find
from tests.store.test_stores import HEADING, row
from tests.waiting import soon

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")

from companion.club.store import PostgresStore  # noqa: E402  (needs psycopg)

pytestmark = pytest.mark.club

DRAW = {"action": "draw", "player": "Ana"}


@pytest.fixture
def store(club: str) -> Iterator[PostgresStore]:
    made = PostgresStore(club)
    yield made
    made.close()


@pytest.fixture
def two(club: str) -> Iterator[tuple[GameService, GameService]]:
    """Yield two hosts of one club."""
    both = GameService(PostgresStore(club), find), GameService(PostgresStore(club), find)
    yield both
    for one in both:
        one.close()


def comes(watching: Subscription, version: int, seconds: float = 60.0) -> None:
    """Wait until the watcher is told of this version of the game, perhaps after others."""
    soon(lambda: version in [change.version for change in watching.take()], seconds)


class TestAppendOnly:
    @pytest.mark.parametrize(
        "statement", ["update entry set at = 'never'", "delete from entry where number = 2", "truncate entry cascade"]
    )
    def test_an_entry_is_never_changed(self, club: str, store: PostgresStore, statement: str) -> None:
        store.open(HEADING, [row(1), row(2)])
        with psycopg.connect(club) as line, pytest.raises(psycopg.errors.RaiseException, match="never"):
            line.execute(statement)
        assert store.rows("game1") == [row(1), row(2)]

    def test_the_chain_shows_what_got_past(self, club: str, store: PostgresStore) -> None:
        store.open(HEADING, [row(1), row(2), row(3)])
        assert [one.broken_at for one in store.chains()] == [None]
        with psycopg.connect(club) as line:
            line.execute("alter table entry disable trigger all")
            line.execute("update entry set at = 'never' where number = 2")
        assert [one.broken_at for one in store.chains()] == [2]
        with pytest.raises(StoreFault, match="damaged-row"):
            store.rows("game1")

    def test_an_answer_waits_for_the_disk(self, store: PostgresStore) -> None:
        with store._line() as line:
            assert line.execute("show synchronous_commit").fetchone() == ("on",)


class TestTail:
    def test_rows_after_one(self, store: PostgresStore) -> None:
        store.open(HEADING, [row(1), row(2, "x"), row(3)])
        assert store.rows("game1", 1) == [row(2, "x"), row(3)]
        assert store.rows("game1", 3) == []
        with pytest.raises(StoreFault):
            store.rows("game1", 4)


class TestTwoHosts:
    def test_each_reads_what_the_other_wrote_at_once(self, two: tuple[GameService, GameService]) -> None:
        here, there = two
        game = here.open(SETUP).id
        assert there.seen(game).version == 1
        assert here.say(game, DRAW).version == 2
        assert there.seen(game).state == here.seen(game).state
        assert there.say(game, {"action": "undo"}, 2).version == 3
        with pytest.raises(Stale):
            here.say(game, DRAW, 2)
        assert here.say(game, DRAW).version == 4

    def test_a_retry_at_the_other_host_is_written_once(self, two: tuple[GameService, GameService]) -> None:
        here, there = two
        game = here.open(SETUP).id
        there.seen(game)
        here.say(game, DRAW, action_id="a1")
        assert there.say(game, DRAW, action_id="a1").version == 2
        assert here.heading(game).version == 2

    def test_who_looks_on_is_told_every_version_in_order(self, two: tuple[GameService, GameService]) -> None:
        here, there = two
        game = here.open(SETUP).id
        there.seen(game)
        told: list[int] = []
        watching = there.hub.subscribe(game, lambda: None)

        def take() -> bool:
            told.extend(change.version for change in watching.take())
            return bool(told) and told[-1] == 41

        for number in range(20):
            here.say(game, DRAW)
            (there if number % 2 else here).say(game, {"action": "undo"})
        soon(take)
        assert list(dict.fromkeys(told)) == [*range(2, 42)]
        assert told == sorted(told)

    def test_what_was_forgotten_is_forgotten_everywhere(self, two: tuple[GameService, GameService]) -> None:
        here, there = two
        game = here.open(SETUP).id
        there.seen(game)
        here.forget({game: None})
        with pytest.raises(UnknownGame):
            there.seen(game)

    def test_a_lost_line_comes_back_and_nothing_is_missed(
        self, club: str, two: tuple[GameService, GameService]
    ) -> None:
        here, there = two
        game = here.open(SETUP).id
        there.seen(game)
        watching = there.hub.subscribe(game, lambda: None)
        with psycopg.connect(club, autocommit=True) as line:
            line.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
        soon(lambda: _said(here, game))
        comes(watching, 2)

    @pytest.mark.parametrize("fails", [1, 4])
    def test_what_was_heard_while_the_store_did_not_answer_is_told_later(
        self, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch, fails: int
    ) -> None:
        here, there = two
        game = here.open(SETUP).id
        there.seen(game)
        watching = there.hub.subscribe(game, lambda: None)
        _fails_at_first(there, monkeypatch, fails)
        here.say(game, DRAW)
        comes(watching, 2, 8)

    def test_a_game_that_was_taken_away_keeps_nobody_else_behind(
        self, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, there = two
        games = [here.open(SETUP).id for _ in range(2)]
        watching = {game: there.hub.subscribe(game, lambda: None) for game in games}
        for game in games:
            there.seen(game)
        monkeypatch.setattr(there.hub, "games", lambda: [*games])
        monkeypatch.setattr(there.store, "_tell", lambda *_: None)
        here.say(games[1], DRAW)
        here.forget({games[0]: None})
        there._sharing._heard(EVERYTHING)
        assert 2 in [change.version for change in watching[games[1]].take()]


def _fails_at_first(tables: GameService, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let the store fail the first `times` times that it is asked for a heading."""
    answer, asked = tables.store.heading, []

    def heading(game: str) -> GameInfo:
        asked.append(game)
        if len(asked) <= times:
            raise Unwritable("store.database", fault="server closed the connection unexpectedly")
        return answer(game)

    monkeypatch.setattr(tables.store, "heading", heading)


def _said(tables: GameService, game: str) -> bool:
    try:
        return tables.say(game, DRAW, action_id="again").version == 2
    except Unwritable:
        return False


class TestTells:
    def test_heard_is_the_game(self, club: str, store: PostgresStore) -> None:
        heard: list[tuple[str, int]] = []
        other = PostgresStore(club)
        assert other.watch(lambda game, newest: heard.append((game, newest)))
        soon(lambda: heard == [("", 0)])
        store.open(HEADING, [row(1)])
        store.append("game1", [row(2)], "{}")
        store.forget({"game1": None}, "now")
        soon(lambda: len(heard) == 4)
        other.close()
        assert heard == [("", 0), ("game1", 1), ("game1", 2), (f"{FORGOTTEN}game1", 0)]

    def test_what_was_told_with_its_number_is_asked_for_no_more(
        self, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, there = two
        game = here.open(SETUP).id
        watching = [one.hub.subscribe(game, lambda: None) for one in two]
        for one in two:
            one.seen(game)
        soon(lambda: here.store.hears and there.store.hears)  # type: ignore[attr-defined]
        asked: list[str] = []
        for one, name in ((here, "here"), (there, "there")):
            for what in ("heading", "rows"):
                _noted(monkeypatch, one, what, f"{name} {what}", asked)
        # The speaker itself reads the game; only the other hosts' reading is tested here.
        monkeypatch.setattr(here, "playing", lambda game, is_looked_at=True: here._shelf.get(game))
        here.say(game, DRAW)
        comes(watching[1], 2)
        time.sleep(0.5)  # what must not be asked is given the time to
        assert asked == ["there rows"]

    def test_hosts_of_an_older_program_hear_and_are_heard(
        self, club: str, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, there = two
        game = here.open(SETUP).id
        there.seen(game)
        watching = there.hub.subscribe(game, lambda: None)
        with psycopg.connect(club, autocommit=True) as line:
            line.execute("listen companion")
            here.say(game, DRAW)
            assert [notice.payload for notice in line.notifies(timeout=30, stop_after=1)] == [game]
            told: list[int] = []
            soon(lambda: told.extend(change.version for change in watching.take()) or told == [2])
            # As an older program writes: an entry, and the game's id alone.
            monkeypatch.setattr(there.store, "_hear", _without_news(there.store._hear))  # type: ignore[attr-defined]
            here.say(game, {"action": "undo"})
            soon(lambda: told.extend(change.version for change in watching.take()) or told == [2, 3])

    def test_news_that_nobody_of_ours_wrote_ends_nothing(self, club: str, two: tuple[GameService, GameService]) -> None:
        here, there = two
        game = here.open(SETUP).id
        there.seen(game)
        watching = there.hub.subscribe(game, lambda: None)
        with psycopg.connect(club, autocommit=True) as line:
            for text in ("", " ", "x", f"{game} x", f"{game} -1", f"{game} \u00b2", f"{game} 99", "nothing 3"):
                line.execute("select pg_notify('companion_news', %s)", [text])
                line.execute("select pg_notify('companion', %s)", [text])
        here.say(game, DRAW)
        comes(watching, 2)


def _noted(monkeypatch: pytest.MonkeyPatch, tables: GameService, what: str, name: str, asked: list[str]) -> None:
    """Note every time that the store of these is asked for this."""
    answer = getattr(tables.store, what)

    def noting(*given: object) -> object:
        asked.append(name)
        return answer(*given)

    monkeypatch.setattr(tables.store, what, noting)


def _without_news(hear: Callable[[Any], None]) -> Callable[[Any], None]:
    def heard(notice: Any) -> None:
        if notice.channel == "companion":
            hear(notice)

    return heard


class TestChoice:
    def test_an_address_that_is_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(URL, "mysql://elsewhere")
        with pytest.raises(Unwritable, match=r"store\.url"):
            opened(tmp_path / "games.db")

    def test_a_database_that_does_not_answer(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(URL, f"postgresql://nobody@/none?host={tmp_path}")
        refused = run("serve", "--port", "0", "--no-browser", "--data", tmp_path / "data")
        assert refused.exit_code == 1
        assert "base de datos" in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1

    def test_without_the_driver(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(URL, "postgresql://nobody@/none")
        monkeypatch.delitem(sys.modules, "companion.club.store", raising=False)
        monkeypatch.setitem(sys.modules, "psycopg", None)
        with pytest.raises(Unwritable, match="no-driver"):
            opened(tmp_path / "games.db")

    def test_without_an_address_psycopg_is_not_loaded(self, tmp_path: Path) -> None:
        program = (
            "import sys, pathlib; from companion.service.club import opened;"
            f"opened(pathlib.Path({str(tmp_path / 'games.db')!r})).close(); print('psycopg' in sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert done.stdout == "False\n", done.stderr


def test_two_shipped_servers_show_one_table(club: str, tmp_path: Path) -> None:
    with (
        table(tmp_path / "one", COMPANION_DATABASE_URL=club) as one,
        table(tmp_path / "two", COMPANION_DATABASE_URL=club) as two,
    ):
        _, opened_game = one.ask("POST", "/api/games", LA_COSA)
        game = opened_game["id"]
        draw = {"action": "draw", "player": "Ana", "back": "away"}
        assert one.ask("POST", f"/api/games/{game}/actions", draw)[0] == 200
        assert two.ask("GET", f"/api/games/{game}")[1]["version"] == 2
        seen = _first_events(
            two.port, game, 2, lambda: one.ask("POST", f"/api/games/{game}/actions", {"action": "undo"})
        )
        assert seen == [2, 3]
    assert not (tmp_path / "one" / "companion.db").exists()
    env = {URL: club}
    checked = json.loads(_shell(env, "verify", "--json"))["games"]
    assert [(kept["game"], kept["entries"], kept["broken_at"]) for kept in checked] == [(game, 3, None)]
    assert json.loads(_shell(env, "backup", "--output", str(tmp_path / "copy.db"), "--json"))["entries"] == 3
    assert len(_shell(env, "export", str(game)).splitlines()) == 3


def _first_events(port: int, game: object, count: int, then: Callable[[], Any]) -> list[int]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", f"/api/games/{game}/events")
    answer, seen = connection.getresponse(), []
    while len(seen) < count:
        line = answer.readline()
        if line.startswith(b"id: "):
            seen.append(int(line[4:]))
            if len(seen) == 1:
                then()
    connection.close()
    return seen


def _shell(environment: dict[str, str], *words: str) -> str:
    done = shell(*words, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout
