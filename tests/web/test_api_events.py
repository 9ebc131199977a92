"""The stream of changes and the server around it, over real sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from threading import current_thread

import pytest

from companion.service.live.games import GameService
from companion.web.server import connection
from companion.web.server import reach as server_reach
from companion.web.server import stream as server_stream
from companion.web.server.network import Address
from companion.web.server.reach import Reach
from companion.web.server.settings import Settings
from tests.waiting import soon
from tests.web.serving import Stream, ask, served, served_with
from tests.web.sitting import HOST, KEY

DRAW = {"action": "draw", "player": "Ana"}


@pytest.fixture
def port(tables: GameService) -> Iterator[int]:
    with served(tables) as port:
        yield port


def tell(port: int, game: str, text: str) -> tuple[int, object]:
    """Say something in a game."""
    return ask(port, "POST", f"/api/games/{game}/actions", {"action": "tell", "player": "Ana", "text": text}, **HOST)


def test_the_state_at_once_and_after_every_change(port: int, game: str) -> None:
    stream = Stream(port, game)
    assert stream.answer.headers["Content-Type"] == "text/event-stream"
    assert "default-src 'none'" in stream.answer.headers["Content-Security-Policy"]
    first = stream.event()
    assert (first["id"], first["event"]) == ("1", "state")
    assert json.loads(first["data"]) == ask(port, "GET", f"/api/games/{game}")[1]
    assert ask(port, "POST", f"/api/games/{game}/actions", DRAW, **HOST)[0] == 200
    assert ask(port, "POST", f"/api/games/{game}/actions", DRAW, **HOST)[0] == 422
    assert ask(port, "POST", f"/api/games/{game}/actions", {"action": "undo"}, **HOST)[0] == 200
    second, third = stream.event(), stream.event()
    assert (second["id"], third["id"]) == ("2", "3")
    assert json.loads(second["data"])["turn"] == "Beto"
    assert json.loads(third["data"])["turn"] == "Ana"


def test_who_comes_back_gets_what_it_missed_and_nothing_twice(port: int, game: str) -> None:
    for k in range(5):
        tell(port, game, str(k))
    stream = Stream(port, game, Last_Event_ID="3")
    assert [stream.version() for _ in range(3)] == [4, 5, 6]
    tell(port, game, "more")
    assert stream.version() == 7
    up_to_date = Stream(port, game, Last_Event_ID="7")
    tell(port, game, "again")
    assert up_to_date.version() == 8
    for nonsense in ("x", "-1", "99", "9" * 30, ""):
        lost = Stream(port, game, Last_Event_ID=nonsense)
        assert lost.version() == 8


def test_every_watcher_sees_the_log_whatever_happens_at_once(port: int, game: str) -> None:
    def watch(start: int) -> list[int]:
        seen: list[int] = []
        while not seen or seen[-1] < 41:
            # Go away now and then, as phones do, and come back with the last version seen.
            stream = Stream(port, game, Last_Event_ID=str(seen[-1] if seen else 1))
            for _ in range(start + 3):
                if not seen or seen[-1] < 41:
                    seen.append(stream.version())
            stream.close()
        return seen

    with ThreadPoolExecutor(12) as pool:
        watchers = [pool.submit(watch, k) for k in range(8)]
        list(pool.map(lambda k: tell(port, game, str(k)), range(40)))
        assert all(watcher.result(20) == list(range(2, 42)) for watcher in watchers)


def test_a_stream_of_no_game(port: int) -> None:
    status, body = ask(port, "GET", "/api/games/nobody/events", Accept_Language="en")
    assert (status, body) == (404, {"message": "There is no game “nobody”."})
    assert ask(port, "GET", "/api/games/nobody/events", Host="evil.com")[0] == 400
    assert ask(port, "POST", "/api/games/nobody/events")[0] == 405


def test_only_pages_are_told_that_tables_look_otherwise(tables: GameService) -> None:
    page, program = server_stream.Outage(tables, is_page=True), server_stream.Outage(tables, is_page=False)
    tables.hub.look_again()
    assert (page.is_new, program.is_new) == (True, False)
    assert (page.take(), program.take(), page.take()) == (b"event: look\ndata: again\n\n", b"", b"")


def test_the_end_of_the_service_ends_the_streams(
    tables: GameService, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tables) as port:
        streams = [Stream(port, game) for _ in range(20)]
        assert all(stream.version() == 1 for stream in streams)
    assert all(stream.event() == {} for stream in streams)
    assert "graceful shutdown exceeded" not in caplog.text, "they were cut off instead"


def test_huge_bodies_are_answered_with_a_sentence(port: int, game: str) -> None:
    path = f"/api/games/{game}/actions"
    for size in (70_000, 5_000_000):
        status, body = ask(port, "POST", path, b" " * size, **HOST)
        assert status == 413
        assert "65536" in body["message"]
    with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
        raw.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n".encode()
                    + f"Authorization: Bearer {KEY}\r\nExpect: 100-continue\r\n\r\n".encode())  # fmt: skip
        assert raw.recv(20).startswith(b"HTTP/1.1 413")


def test_chunked_bodies_are_read(port: int, game: str) -> None:
    body = json.dumps(DRAW).encode()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
        raw.sendall(
            f"POST /api/games/{game}/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode()
        )
        for part in (body[:7], body[7:]):
            raw.sendall(f"{len(part):x}\r\n".encode() + part + b"\r\n")
        raw.sendall(b"0\r\n\r\n")
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200")
    assert b'"version":2' in answer


def test_half_a_request_is_cut_and_others_are_served(tables: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_WITHIN", 0.3)
    with served(tables) as port:
        halves = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(50)]
        for half in halves:
            half.sendall(b"GET /api/health HTTP/1.1\r\nHost: local")
        assert ask(port, "GET", "/api/health")[0] == 200
        for half in halves:
            assert half.recv(10) == b""
            half.close()


def test_half_of_a_second_request_is_cut_too(tables: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_WITHIN", 0.3)
    with served(tables) as port:
        kept = HTTPConnection("127.0.0.1", port, timeout=20)
        for pause in (0.6, 0):  # between two requests there is more time
            kept.request("GET", "/api/health")
            assert kept.getresponse().read()
            time.sleep(pause)  # longer than half a request may take
        kept.sock.sendall(b"GET /api/hea")
        with suppress(ConnectionResetError):
            assert kept.sock.recv(10) == b""
        kept.close()


def test_half_a_request_that_came_during_an_answer_is_cut_too(
    tables: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEAD_WITHIN", 0.3)
    with served(tables) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as kept:
        kept.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/hea")
        with suppress(ConnectionResetError):
            answer = b"".join(iter(lambda: kept.recv(65536), b""))
            assert answer.count(b"HTTP/1.1 200") == 1


def test_one_address_holds_so_many_connections(tables: GameService) -> None:
    settings = Settings(KEY, most_connections=20, is_loopback_limited=True)
    with served_with(tables, settings) as (port, access):
        held = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(20)]
        soon(lambda: access.connection_limiter.connections == 20)
        with socket.create_connection(("127.0.0.1", port), timeout=20) as one_more, suppress(ConnectionResetError):
            assert one_more.recv(10) == b""
        assert access.connection_limiter.turned_away == 1
        held.pop().close()
        soon(lambda: access.connection_limiter.connections == 19)
        assert ask(port, "GET", "/api/health", **HOST)[0] == 200
        for one in held:
            one.close()
        soon(lambda: access.connection_limiter.connections == 0)


def test_behind_a_plain_wsgi_server_the_stream_is_polling(tables: GameService, game: str) -> None:
    from companion.web.server.app import create_app

    client = create_app(tables, Settings(KEY)).test_client()
    tables.say(game, DRAW)
    answer = client.get(f"/api/games/{game}/events", headers={"Last-Event-ID": "1"})
    assert answer.mimetype == "text/event-stream"
    assert answer.text.count("event: state") == 1
    assert "id: 2\n" in answer.text


def test_a_page_that_comes_back_is_told_of_the_newest_version_alone(port: int, game: str) -> None:
    for k in range(5):
        tell(port, game, str(k))
    page, program = Stream(port, game, "?brief", Last_Event_ID="2"), Stream(port, game, Last_Event_ID="2")
    tell(port, game, "more")
    assert [page.version() for _ in range(2)] == [6, 7]
    assert [program.version() for _ in range(5)] == [3, 4, 5, 6, 7]


def test_what_a_device_has_missed_is_written_out_beside_the_loop(
    port: int, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred states take a fifth of a second, in which the loop would answer no other request."""
    for k in range(5):
        tell(port, game, str(k))
    by: list[str] = []
    real = server_stream.Change.state.func  # type: ignore[attr-defined]
    monkeypatch.setattr(
        server_stream.Change, "state", property(lambda change: by.append(current_thread().name) or real(change))
    )
    stream = Stream(port, game, Last_Event_ID="1")
    assert [stream.version() for _ in range(5)] == [2, 3, 4, 5, 6]
    assert by == ["lane"] * 5


def test_the_state_is_not_worked_out_for_those_who_want_the_version(
    tables: GameService, port: int, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    real = server_stream.Change.state.func  # type: ignore[attr-defined]
    monkeypatch.setattr(
        server_stream.Change, "state", property(lambda change: written.append(change.version) or real(change))
    )
    brief = Stream(port, game, "?brief")
    tell(port, game, "…")
    assert [brief.version() for _ in range(2)] == [1, 2]
    assert written == []
    whole = Stream(port, game)
    assert (whole.version(), written) == (2, [2])


@pytest.mark.parametrize("refused", [0, 3, 10**9])
def test_changes_come_whole_and_in_order_by_either_way(
    port: int, game: str, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    """Straight into the connection, and the long way where a connection does not take them at once."""
    real, asked, put = connection.Connection.put_straight, [0], [0]

    def sometimes(self: connection.Connection, text: bytes) -> bool:
        asked[0] += 1
        is_put = asked[0] % 5 >= min(refused, 5) and real(self, text)
        put[0] += is_put
        return is_put

    monkeypatch.setattr(connection.Connection, "put_straight", sometimes)
    streams = [Stream(port, game) for _ in range(4)]
    assert [stream.version() for stream in streams] == [1] * 4
    for k in range(20):
        tell(port, game, f"{k}é")
    for stream in streams:
        found = [stream.event() for _ in range(20)]
        assert [int(one["id"]) for one in found] == list(range(2, 22))
        assert all(json.loads(one["data"])["version"] == int(one["id"]) for one in found)
    assert asked[0] > 0
    assert (put[0] > 0) == (refused < 5)


def test_an_answer_does_not_wait_for_everybody_who_watches() -> None:
    """The speaker is answered after at most a few of five hundred watchers are told, and every one is told."""

    async def told_before_the_answer() -> tuple[int, int]:
        bell, told = server_stream.Wakeup(asyncio.get_running_loop()), 0

        async def watch(ready: asyncio.Event) -> None:
            nonlocal told
            await ready.wait()
            told += 1

        bells = [asyncio.Event() for _ in range(500)]
        watching = [asyncio.create_task(watch(ready)) for ready in bells]
        await asyncio.sleep(0)
        for ready in bells:
            bell.ring(ready.set)
        await asyncio.sleep(0)
        # The answer is handed to the loop now.
        answered = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_soon(lambda: answered.set_result(told))
        before = await answered
        await asyncio.wait_for(asyncio.gather(*watching), 30)
        return before, told

    before, everybody = asyncio.run(told_before_the_answer())
    assert before <= 100
    assert everybody == 500


def test_a_page_is_told_where_phones_find_the_table_when_the_network_changes(
    tables: GameService, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_reach, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(server_stream, "BEAT", 0.05)
    at_home, elsewhere = Address("192.168.1.20", "wlan0"), Address("10.42.0.1", "wlan1")
    found = [at_home]

    def network_of(stream: Stream) -> str:
        while (event := stream.event())["event"] != "network":
            pass
        where: str = json.loads(event["data"])
        return where

    with served_with(tables) as (port, access):
        access.reach = Reach(8080, lambda: tuple(found))
        stream = Stream(port, game, "?brief")
        assert network_of(stream) == "http://192.168.1.20:8080"
        for now, wanted in (
            ([elsewhere], "http://10.42.0.1:8080"),
            ([elsewhere, at_home], "http://192.168.1.20:8080"),
            ([], ""),
        ):
            found[:] = now
            assert network_of(stream) == wanted
        back = Stream(port, game, "?brief&at=http%3A%2F%2F192.168.1.20%3A8080")
        assert network_of(back) == ""
