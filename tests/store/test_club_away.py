"""While a club's database is away the tables can be read, nothing is acknowledged, and it goes on when it is back."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.service.live.games import GameService
from companion.store.base import GameInfo, StoreFault, UnknownGame, Unwritable
from tests.cli.serving import SETUP as LA_COSA
from tests.cli.serving import table
from tests.service.toy import SETUP, find
from tests.store import database
from tests.waiting import soon
from tests.web.serving import Stream, ask

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")

from companion.club import store as postgres  # noqa: E402  (needs psycopg)
from companion.club.store import PostgresStore  # noqa: E402

pytestmark = pytest.mark.club

AWAY = 'id="away">La base de datos del club no responde. La mesa se ve como estaba tras la entrada 2'
"""As it stands in a page where it is shown."""


@pytest.fixture
def mortal() -> Iterator[database.Server]:
    with database.mortal() as server:
        yield server


def test_a_table_can_be_read_as_of_its_last_entry_while_the_database_is_away(
    mortal: database.Server, tmp_path: Path
) -> None:
    draw = {"action": "draw", "player": "Ana", "back": "away"}
    with table(tmp_path / "one", COMPANION_DATABASE_URL=mortal.url) as one:
        game = one.ask("POST", "/api/games", LA_COSA)[1]["id"]
        assert one.ask("POST", f"/api/games/{game}/actions", draw)[0] == 200
        read = (f"/api/games/{game}", f"/api/games/{game}/log", f"/games/{game}", "/api/games", "/", "/api/health")
        before = [ask(one.port, "GET", path)[0] for path in (*read, "/api/ready")]
        assert before == [200] * 7
        mortal.stop()
        assert [ask(one.port, "GET", path)[0] for path in read] == [200] * 6
        status, said = ask(one.port, "GET", "/api/ready", Accept_Language="en")
        assert status == 503 and "database" in said["message"]
        assert ask(one.port, "GET", f"/api/games/{game}")[1]["version"] == 2
        assert AWAY in ask(one.port, "GET", f"/games/{game}")[1]
        status, said = one.ask("POST", f"/api/games/{game}/actions", {"action": "undo"})
        assert status == 503 and "base de datos" in str(said["message"])
        assert one.ask("POST", "/api/games", LA_COSA)[0] == 503
        mortal.start()
        soon(lambda: ask(one.port, "GET", "/api/ready")[0] == 200)
        assert one.ask("POST", f"/api/games/{game}/actions", {"action": "undo"})[1]["state"]["version"] == 3  # type: ignore[index]
        assert AWAY not in ask(one.port, "GET", f"/games/{game}")[1]


def told(stream: Stream) -> dict[str, str]:
    """Return the next event that is neither a beat nor an address: a database may take longer than one to come back."""
    while (event := stream.event()).get("event") in ("beat", "network"):
        pass
    return event


def test_every_stream_tells_of_an_outage_and_of_its_end_by_itself(mortal: database.Server, tmp_path: Path) -> None:
    with table(tmp_path / "one", COMPANION_DATABASE_URL=mortal.url) as one:
        game = one.ask("POST", "/api/games", LA_COSA)[1]["id"]
        streams = [Stream(one.port, str(game)), Stream(one.port, str(game), "?brief")]
        for stream in streams:
            assert stream.version() == 1
            assert told(stream) == {"event": "store", "data": "there"}
        mortal.stop()
        for stream in streams:
            assert told(stream) == {"event": "store", "data": "away"}
        mortal.start()
        for stream in streams:
            assert told(stream) == {"event": "store", "data": "there"}
        assert (
            one.ask("POST", f"/api/games/{game}/actions", {"action": "draw", "player": "Ana", "back": "away"})[0] == 200
        )
        for stream in streams:
            assert stream.version() == 2
            stream.close()


def test_a_stream_that_is_opened_during_an_outage_tells_of_it(mortal: database.Server, tmp_path: Path) -> None:
    with table(tmp_path / "one", COMPANION_DATABASE_URL=mortal.url) as one:
        game = str(one.ask("POST", "/api/games", LA_COSA)[1]["id"])
        mortal.stop()
        stream = Stream(one.port, game)
        assert stream.version() == 1
        assert stream.event() == {"event": "store", "data": "away"}
        stream.close()
        mortal.start()


def test_what_was_written_while_this_host_could_not_hear_is_told_once_it_can(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (GameService(PostgresStore(club), find) for _ in range(2))
    game = here.open(SETUP).id
    there.seen(game)
    soon(lambda: there.store.hears)  # type: ignore[attr-defined]
    watching = there.hub.subscribe(game, lambda: None)
    monkeypatch.setattr(there.store, "_hear", lambda notice: None)
    there.note_away(True)
    here.say(game, {"action": "draw", "player": "Ana"})
    heading = there.store.heading

    def gone(game: str) -> GameInfo:
        raise Unwritable("store.database", fault="gone")

    monkeypatch.setattr(there.store, "heading", gone)
    there.note_away(False)
    assert there.is_away and watching.take() == [], "what cannot be asked yet is not over"
    monkeypatch.setattr(there.store, "heading", heading)
    there.note_away(False)
    assert not there.is_away
    assert [change.version for change in watching.take()] == [2]
    for one in (here, there):
        one.close()


def test_a_house_of_its_own_is_told_of_no_database(tmp_path: Path) -> None:
    with table(tmp_path / "one") as one:
        game = str(one.ask("POST", "/api/games", LA_COSA)[1]["id"])
        assert 'id="away"' not in ask(one.port, "GET", f"/games/{game}")[1]
        stream = Stream(one.port, game)
        assert stream.version() == 1
        one.ask("POST", f"/api/games/{game}/actions", {"action": "draw", "player": "Ana", "back": "away"})
        assert stream.event()["id"] == "2"
        stream.close()


def test_what_was_never_read_is_not_made_up(mortal: database.Server) -> None:
    here, there = (GameService(PostgresStore(mortal.url), find) for _ in range(2))
    known, unknown = here.open(SETUP).id, there.open(SETUP).id
    here.heading(known)
    mortal.stop()
    assert here.heading(known).version == here.seen(known).version == 1
    for ask_for in (here.heading, here.seen):
        with pytest.raises(Unwritable):
            ask_for(unknown)
    assert here.is_away
    for one in (here, there):
        one.close()


def test_what_is_forgotten_is_not_remembered_for_later(club: str) -> None:
    here, there = (GameService(PostgresStore(club), find) for _ in range(2))
    game = here.open(SETUP).id
    assert here.heading(game) and here.headings()
    there.forget({game: None})
    soon(lambda: not here._sharing._known)
    with pytest.raises(UnknownGame):
        here.heading(game)
    for one in (here, there):
        one.close()


def test_what_was_forgotten_while_nobody_listened_is_not_remembered_either(
    club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (GameService(PostgresStore(club), find) for _ in range(2))
    game, other = here.open(SETUP).id, here.open(SETUP).id
    soon(here.store._hears.is_set)
    assert here.heading(game) and len(here.headings()) == 2
    monkeypatch.setattr(here.store, "_hear", lambda notice: None)
    there.forget({game: None})
    assert here._sharing._known[("heading", game)]
    here.store._missed.set()  # the listener begins anew
    soon(lambda: ("heading", game) not in here._sharing._known)
    assert [one.id for one in here.headings()] == [other]
    for one in (here, there):
        one.close()


def test_a_host_takes_so_many_lines_and_no_more(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "MOST_LINES", 2)
    monkeypatch.setattr(postgres, "WAIT", 0.2)
    store, held, go = PostgresStore(club), [Event(), Event()], Event()

    def hold(mine: Event) -> None:
        with store._line():
            mine.set()
            go.wait(30)

    threads = [Thread(target=hold, args=[mine]) for mine in held]
    for thread in threads:
        thread.start()
    assert all(mine.wait(30) for mine in held)
    with pytest.raises(StoreFault, match="crowded"):
        store.headings()
    go.set()
    for thread in threads:
        thread.join()
    assert store.headings() == []
    store.close()


LOOKS = ("/api/games/{game}", "/games/{game}", "/api/games/{game}/log", "/", "/api/games", "/api/health")


def answered(port: int, path: str) -> int:
    """Return the status of one request; 0 where it hangs until the timeout."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except TimeoutError:
        return 0
    finally:
        connection.close()


def test_a_database_that_hangs_keeps_nobody_from_looking(mortal: database.Server, tmp_path: Path) -> None:
    """Its processes are stopped and its sockets stay open: nothing fails, and nothing is answered."""
    draw = {"action": "draw", "player": "Ana", "back": "away"}
    with table(tmp_path / "one", COMPANION_DATABASE_URL=mortal.url) as one:
        game = one.ask("POST", "/api/games", LA_COSA)[1]["id"]
        assert one.ask("POST", f"/api/games/{game}/actions", draw)[0] == 200
        looks = [path.format(game=game) for path in LOOKS]
        assert [answered(one.port, path) for path in looks] == [200] * 6
        mortal.freeze()
        taps: list[int] = []
        undo = {"action": "undo"}
        threads = [
            Thread(target=lambda: taps.append(one.ask("POST", f"/api/games/{game}/actions", undo)[0])) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            assert [answered(one.port, path) for path in looks] == [200] * 6
        assert taps == [503] * 8
        assert [answered(one.port, path) for path in looks] == [200] * 6
        status, said = one.ask("POST", f"/api/games/{game}/actions", undo)
        assert status == 503 and "base de datos" in str(said["message"])
        soon(lambda: AWAY in ask(one.port, "GET", f"/games/{game}")[1])
        mortal.thaw()
        soon(lambda: ask(one.port, "GET", "/api/ready")[0] == 200)
        soon(lambda: AWAY not in ask(one.port, "GET", f"/games/{game}")[1])
        version = ask(one.port, "GET", f"/api/games/{game}")[1]["version"]
        assert one.ask("POST", f"/api/games/{game}/actions", draw if version == 3 else undo)[0] == 200
