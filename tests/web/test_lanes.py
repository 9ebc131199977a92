"""Guests and the host do not wait for one another; what a guest may not send is not gathered."""

from __future__ import annotations

import asyncio
import select
import socket
import time
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from companion.web.server import asgi, lanes
from companion.web.server.asgi import AsgiApp, Server, listen
from companion.web.server.bodies import Body, Budget, Overfull, gathered
from companion.web.server.settings import Settings
from tests.service.toy import SETUP
from tests.web.serving import HOST, KEY, ask, toy_tables

Message = dict[str, Any]


def sent(*parts: bytes) -> Callable[[], Any]:
    """Receives these parts of a body, one after the other."""
    left: list[Message] = [{"body": part, "more_body": k < len(parts)} for k, part in enumerate(parts, 1)]

    async def receive() -> Message:
        return left.pop(0)

    return receive


def scope(*headers: tuple[bytes, bytes]) -> Message:
    return {"headers": [*headers]}


def test_a_body_is_held_until_it_is_given_back() -> None:
    budget = Budget(10)
    body = asyncio.run(gathered(scope(), sent(b"abc", b"de"), 10, budget))
    assert body == Body(b"abcde", 5, 5)
    assert budget.held == 5
    budget.give(body.held)
    assert budget.held == 0


def test_of_a_body_that_is_too_large_nothing_is_held() -> None:
    budget = Budget(100)
    for receive, headers in (
        (sent(b"12345", b"67890"), []),
        (sent(b"1234567890"), [(b"content-length", b"10")]),
    ):
        body = asyncio.run(gathered(scope(*headers), receive, 8, budget))
        assert (body.sent, body.length, budget.held) == (b"", 10, 0)


def test_what_does_not_fit_into_the_budget_is_refused_with_nothing_held() -> None:
    budget = Budget(8)
    with pytest.raises(Overfull):
        asyncio.run(gathered(scope(), sent(b"12345", b"67890"), 100, budget))
    assert budget.held == 0


def test_what_is_thrown_away_is_not_kept_until_the_next_part_comes() -> None:
    gone: list[int] = []

    class Part(bytes):
        def __del__(self) -> None:
            gone.append(len(self))

    async def receive() -> Message:
        if gone:
            raise ConnectionError
        assert not receive.called, "the part before is still held"  # type: ignore[attr-defined]
        receive.called = True  # type: ignore[attr-defined]
        return {"body": Part(20), "more_body": True}

    receive.called = False  # type: ignore[attr-defined]
    with pytest.raises(ConnectionError):
        asyncio.run(gathered(scope(), receive, 8, Budget(100)))
    assert gone == [20]


def test_who_goes_away_in_the_middle_gives_everything_back() -> None:
    budget = Budget(8)

    async def receive() -> Message:
        if budget.held:
            raise ConnectionError
        return {"body": b"12345", "more_body": True}

    with pytest.raises(ConnectionError):
        asyncio.run(gathered(scope(), receive, 100, budget))
    assert budget.held == 0


# -- a running server ------------------------------------------------------------------------------------------------


class Running:
    """A server with a page that waits until it is let go."""

    def __init__(self) -> None:
        self.tables = toy_tables()
        self.game = self.tables.open(SETUP).id
        self.let_go, self.inside = Event(), Event()
        sock = listen("127.0.0.1", 0)
        self.port: int = sock.getsockname()[1]
        self.door = AsgiApp(self.tables, Settings(KEY, self.port))

        @self.door.app.get("/slow")
        @self.door.app.get("/print/slow")
        def slow() -> str:
            self.inside.set()
            self.let_go.wait(60)
            return "done"

        ready = Event()
        self.server = Server(self.door, self.tables, ready.set)
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [sock]})
        self.thread.start()
        assert ready.wait(30)

    def guests(self, count: int, path: str) -> list[Thread]:
        """So many guests ask for a page at once."""
        threads = [Thread(target=ask, args=(self.port, "GET", path)) for _ in range(count)]
        for thread in threads:
            thread.start()
        assert self.inside.wait(30)
        return threads

    def stop(self) -> None:
        self.let_go.set()
        self.server.stop()
        self.thread.join(30)
        self.tables.close()


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(asgi, "BUSY_AFTER", 0.0)
    one = Running()
    yield one
    one.stop()


def test_the_host_is_answered_while_guests_wait_in_both_lanes(running: Running) -> None:
    waiting = running.guests(lanes.GUEST_THREADS + 20, "/slow") + running.guests(5, "/print/slow")
    thing = {"action": "draw", "player": "Ana"}
    assert ask(running.port, "POST", f"/api/games/{running.game}/actions", thing, **HOST)[0] == 200
    assert ask(running.port, "GET", "/slow-is-not-here", **HOST)[0] == 404
    running.let_go.set()
    for thread in waiting:
        thread.join(30)


def test_what_is_dear_does_not_keep_guests_from_the_table(running: Running) -> None:
    waiting = running.guests(10, "/print/slow")
    assert ask(running.port, "GET", f"/api/games/{running.game}")[0] == 200
    running.let_go.set()
    for thread in waiting:
        thread.join(30)


def test_who_finds_a_full_lane_is_told_when_to_come_back(running: Running) -> None:
    waiting = running.guests(lanes.DEAR_WAITING, "/print/slow")
    _until(lambda: running.door._lanes.dear.inside == lanes.DEAR_WAITING)
    connection, answer = _asked(running.port, "/print/slow")
    head = answer.decode()
    assert head.startswith("HTTP/1.1 503")
    assert "retry-after: 2" in head.lower()
    assert "ocupad" in head or "otra vez" in head or "nuevo" in head, head
    connection.close()
    running.let_go.set()
    for thread in waiting:
        thread.join(30)


def test_no_is_said_to_one_after_the_other(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "BUSY_APART", 0.2)
    waiting = running.guests(lanes.DEAR_WAITING, "/print/slow")
    _until(lambda: running.door._lanes.dear.inside == lanes.DEAR_WAITING)
    heard: list[float] = []

    def hear() -> None:
        connection, answer = _asked(running.port, "/print/slow")
        heard.append(time.monotonic())
        assert answer.startswith(b"HTTP/1.1 503")
        connection.close()

    others = [Thread(target=hear) for _ in range(4)]
    for thread in others:
        thread.start()
    for thread in others:
        thread.join(30)
    assert len(heard) == 4 and max(heard) - min(heard) >= 0.5
    running.let_go.set()
    for thread in waiting:
        thread.join(30)


def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(1000):
        if is_so():
            return
        Event().wait(0.01)
    raise AssertionError("it never came to that")


def _asked(port: int, path: str) -> tuple[socket.socket, bytes]:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
    told = b""
    while part := connection.recv(65536):
        told += part
    return connection, told


@pytest.mark.parametrize(("headers", "held"), [("", False), (f"Authorization: Bearer {KEY}\r\n", True)])
def test_a_picture_is_gathered_from_the_host_alone(running: Running, headers: str, held: bool) -> None:
    budgets = running.door._budgets
    connection = socket.create_connection(("127.0.0.1", running.port), timeout=30)
    connection.sendall(
        f"POST /api/scan HTTP/1.1\r\nHost: localhost:{running.port}\r\n".encode()
        + f"{headers}Content-Length: 5000000\r\n\r\n".encode()
        + bytes(3_000_000)
    )
    expected = 3_000_000 if held else 0
    _until(lambda: budgets[True].held >= expected)
    Event().wait(0.3)
    assert (budgets[True].held, budgets[False].held) == (expected, 0)
    connection.sendall(bytes(2_000_000))
    assert connection.recv(64).startswith(b"HTTP/1.1 400" if held else b"HTTP/1.1 401")
    connection.close()


def test_unfinished_forms_of_guests_cannot_fill_the_memory(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    running.door._budgets[False].most = 100_000
    unfinished = []
    for _ in range(30):
        connection = socket.create_connection(("127.0.0.1", running.port), timeout=30)
        head = f"POST /join HTTP/1.1\r\nHost: localhost:{running.port}\r\nContent-Length: 60000\r\n\r\n"
        connection.sendall(head.encode() + bytes(30_000))
        unfinished.append(connection)
    answered: list[socket.socket] = []
    for _ in range(1000):
        answered, _, _ = select.select(unfinished, [], [], 0)
        if len(answered) >= 27:
            break
        Event().wait(0.02)
    Event().wait(0.3)  # and no more than these
    assert len(select.select(unfinished, [], [], 0)[0]) == 27
    assert all(connection.recv(32).startswith(b"HTTP/1.1 503") for connection in answered)
    assert running.door._budgets[False].held <= 100_000
    for connection in unfinished:
        connection.close()
    assert ask(running.port, "GET", f"/api/games/{running.game}")[0] == 200


def test_a_reader_who_is_slow_holds_no_thread() -> None:
    """One thread, and somebody who leaves unread what it made: the next one is answered."""

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/plain"), ("X-Said", environ["wsgi.input"].read().decode())])
        return [b"half ", b"and half"]

    async def answered() -> list[Message]:
        lane, never, messages = lanes.Lane(application, 1, 2), asyncio.Event(), list[Message]()

        async def unread(_: Any) -> None:
            await never.wait()

        async def read(message: Any) -> None:
            messages.append(message)

        asked = {"method": "POST", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
        slow = asyncio.create_task(lane.answer(asked, b"one", unread))
        await asyncio.wait_for(lane.answer(asked, b"two", read), 10)
        slow.cancel()
        return messages

    begun, body, end = asyncio.run(answered())
    assert (begun["status"], dict(begun["headers"])) == (200, {b"content-type": b"text/plain", b"x-said": b"two"})
    assert (body["body"], body["more_body"], end.get("more_body", False)) == (b"half and half", True, False)
