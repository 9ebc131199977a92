"""Lanes: guests never make leaders of a table wait; half a body takes no place, and a forbidden one is not gathered."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from companion.web.auth.access import Caller
from companion.web.server import asgi, lanes
from companion.web.server.asgi import AsgiApp, Server, listen
from companion.web.server.lanes import Full, Lane, Size, made, send_whole
from companion.web.server.settings import Settings
from tests.houses import toy_house
from tests.service.toy import SETUP
from tests.waiting import soon
from tests.web.serving import Stream, ask
from tests.web.sitting import HOST, KEY

Message = dict[str, Any]


# -- turns -------------------------------------------------------------------------------------------------------------


def test_each_device_has_its_turn_before_the_next_of_another() -> None:
    async def served() -> list[str]:
        lane, order, gate = Lane(Size(1, 1, 9, 99)), list[str](), Event()

        def work(who: str) -> None:
            gate.wait(30)
            order.append(who)

        async def one(who: str) -> None:
            with lane.place(who):
                await lane.run(who, partial(work, who))

        asked = [asyncio.create_task(one(who)) for who in ("a", "a", "a", "a", "b", "c", "b")]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked)
        lane.close()
        return order

    assert asyncio.run(served()) == ["a", "a", "b", "c", "a", "b", "a"]


def test_a_device_that_waits_too_often_is_refused_and_no_other() -> None:
    lane = Lane(Size(1, 1, 2, 3))
    with lane.place("a"), lane.place("a"):
        with pytest.raises(Full), lane.place("a"):
            pass
        with lane.place("b"), pytest.raises(Full), lane.place("c"):
            pass
    assert lane.inside == 0


def test_who_goes_away_while_waiting_leaves_no_place_taken() -> None:
    async def served() -> str:
        lane, gate = Lane(Size(1, 1, 9, 9)), Event()
        first = asyncio.create_task(lane.run("a", lambda: gate.wait(30)))
        waiting = [asyncio.create_task(lane.run(who, lambda: None)) for who in "ab"]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        gate.set()
        await first
        found = await asyncio.wait_for(lane.run("c", lambda: "served"), 30)
        lane.close()
        return found

    assert asyncio.run(served()) == "served"


def test_what_a_thread_raises_is_raised_to_whoever_asked() -> None:
    async def served() -> None:
        lane = Lane(Size(1, 1, 9, 9))
        try:
            await lane.run("a", lambda: 1 // 0)
        finally:
            lane.close()

    with pytest.raises(ZeroDivisionError):
        asyncio.run(served())


@pytest.mark.parametrize("rests", [False, True])
def test_the_thread_of_some_lanes_rests_as_long_as_it_has_worked(rests: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rested = list[float]()
    monkeypatch.setattr(lanes, "rest", rested.append)

    async def served() -> None:
        lane = Lane(Size(1, 1, 9, 9, rests))
        for _ in range(3):  # one thread: it has rested after two when it is at its third
            await lane.run("a", lambda: None)
        lane.close()

    asyncio.run(served())
    assert len(rested) in ((2, 3) if rests else (0,))


def test_a_reader_who_is_slow_holds_no_thread() -> None:
    """A reader who leaves the work of the one thread unread does not hold it: the next one is answered."""

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/plain"), ("X-Said", environ["wsgi.input"].read().decode())])
        return [b"half ", b"and half"]

    async def answered() -> list[Message]:
        lane, never, messages = Lane(Size(1, 1, 9, 9)), asyncio.Event(), list[Message]()

        async def unread(_: Any) -> None:
            await never.wait()

        async def read(message: Any) -> None:
            messages.append(message)

        async def one(body: bytes, send: Any) -> None:
            await send_whole(send, await lane.run("a", lambda: made(application, asked, body)))

        asked = {"method": "POST", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
        slow = asyncio.create_task(one(b"one", unread))
        await asyncio.wait_for(one(b"two", read), 30)
        slow.cancel()
        lane.close()
        return messages

    begun, body, end = asyncio.run(answered())
    assert (begun["status"], dict(begun["headers"])) == (200, {b"content-type": b"text/plain", b"x-said": b"two"})
    assert (body["body"], body["more_body"], end.get("more_body", False)) == (b"half and half", True, False)


USUAL = {"host": "host", "table": "leaders", "seat": "seats", "guest": "guests"}
DEAR = {"host": "host_dear", "table": "leaders_dear", "seat": "dear", "guest": "dear"}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("GET /games/x", USUAL),
        ("POST /games/x/act", USUAL),
        ("GET /games/x/scan/evening", USUAL),
        *((f"GET /{path}", DEAR) for path in ("print", "print/cards", "api/import", "take-in", "take-in/frame")),
        *((f"GET /games/x/{part}", DEAR) for part in ("story", "log", "at/7", "film", "edit", "edited/7", "record")),
        *((f"GET /api/games/x/{part}", DEAR) for part in ("log", "playthrough", "record", "markdown")),
        *((f"GET /{path}", USUAL) for path in ("printed", "games/x/logs", "games/log", "api/games/x", "api/games/log")),
        ("POST /games/x/scan/mine", {**DEAR, "seat": "pictures"}),
        ("POST /games/x/scan/evening", {**DEAR, "seat": "pictures"}),
        ("GET /games/x/scan/mine", USUAL),
    ],
)
def test_who_is_answered_where(asked: str, expected: dict[str, str]) -> None:
    every = lanes.Lanes()
    method, _, path = asked.partition(" ")
    for role, name in expected.items():
        assert every.of(Caller(role, "who"), method, path) is getattr(every, name), role


# -- a running server --------------------------------------------------------------------------------------------------


class Running:
    """A server with two games, and pages that wait until they are let go."""

    def __init__(self) -> None:
        self.tables = toy_house()
        self.game, self.other = (self.tables.open(SETUP).id for _ in range(2))
        self.let_go, self.lock = Event(), Lock()
        self.inside: Counter[str] = Counter()
        """Number of requests that wait inside of each page."""
        sock = listen("127.0.0.1", 0)
        self.port: int = sock.getsockname()[1]
        self.door = AsgiApp(self.tables, Settings(KEY, self.port))
        self.threads: list[Thread] = []

        @self.door.app.get("/slow", defaults={"page": "/slow"})
        @self.door.app.get("/print/slow", defaults={"page": "/print/slow"})
        def slow(page: str) -> str:
            with self.lock:
                self.inside[page] += 1
            self.let_go.wait(60)
            return "done"

        ready = Event()
        self.server = Server(self.door, self.tables, ready.set)
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [sock]})
        self.thread.start()
        assert ready.wait(30)

    def device(self, role: str, game: str = "", seat: int = 0) -> dict[str, str]:
        """Return the headers of a device: the host's, one that leads a table, the phone of a seat, or a guest's."""
        sessions = self.door.access.sessions
        cookie = ""
        if role == "host":
            cookie = sessions.new_cookie()
        elif role == "table":
            cookie = sessions.take_over(sessions.codes.offer("table", "", game).text)
        elif role == "seat":
            cookie = sessions.claim(game, seat)
        return {"Cookie": f"{self.door.access.cookie_name}={cookie}", "Content_Type": "application/json"}

    def hold(self, path: str, times: int, **headers: str) -> None:
        """Request a page `times` times at once; the requests wait inside or for their turn."""
        for _ in range(times):
            self.threads.append(Thread(target=ask, args=(self.port, "GET", path), kwargs=headers))
            self.threads[-1].start()
        soon(lambda: self.waiting == len(self.threads))

    @property
    def waiting(self) -> int:
        """Requests in all lanes."""
        return sum(lane.inside for lane in vars(self.door.lanes).values())

    def tap(self, game: str, text: str, **headers: str) -> int:
        """Say something in a game, and return the status."""
        thing = {"action": "tell", "player": "Ana", "text": text}
        return ask(self.port, "POST", f"/api/games/{game}/actions", thing, **headers)[0]

    def stop(self) -> None:
        self.let_go.set()
        for thread in self.threads:
            thread.join(30)
        self.server.stop()
        self.thread.join(30)
        self.tables.close()


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(asgi, "BUSY_AFTER", 0.0)
    one = Running()
    yield one
    one.stop()


@pytest.mark.parametrize("role", ["guest", "seat", "table"])
def test_whoever_leads_is_answered_beside_anybodys_flood(running: Running, role: str) -> None:
    """A guest, a seat's phone, the leader of another table: however much they ask for, two requests are at work."""
    leader = running.device("table", running.game)
    flooding = running.device(role, running.other)
    for path, times in (("/slow", 40), ("/print/slow", 20)):
        running.hold(path, times, **flooding)
    assert running.tap(running.game, "the key", **HOST) == 200
    assert running.tap(running.game, "the tablet", **running.device("host")) == 200
    assert running.tap(running.game, "who leads", **leader) == 200
    for path in ("", "/log", "/at/1"):
        assert ask(running.port, "GET", f"/games/{running.game}{path}", **leader)[0] == 200
    assert ask(running.port, "GET", f"/games/{running.game}", **running.device("seat", running.game, 1))[0] == 200
    assert running.inside == {"/slow": 1, "/print/slow": 1}


def test_what_is_dear_is_made_one_at_a_time_for_all_who_do_not_lead(running: Running) -> None:
    for headers in (running.device("seat", running.other), running.device("seat", running.game), {}):
        running.hold("/print/slow", 3, **headers)
    assert running.inside == {"/print/slow": 1}
    assert ask(running.port, "GET", f"/api/games/{running.game}")[0] == 200


def test_who_has_too_many_waiting_is_told_when_to_come_back(running: Running) -> None:
    running.hold("/print/slow", lanes.DEAR_FOR_ALL.of_one)
    connection, answer = _asked(running.port, "/print/slow")
    head = answer.decode()
    assert head.startswith("HTTP/1.1 503")
    assert "retry-after: 2" in head.lower()
    assert "Se está pidiendo demasiado a la vez" in head, head
    connection.close()


def test_no_is_said_to_one_after_the_other(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that stands still."""
    running.hold("/print/slow", lanes.DEAR_FOR_ALL.of_one)
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asgi, "time", SimpleNamespace(monotonic=lambda: 1e6, perf_counter=lambda: 0.0))
    monkeypatch.setattr(asgi, "asyncio", SimpleNamespace(sleep=sleep))
    for _ in range(4):
        connection, answer = _asked(running.port, "/print/slow")
        assert answer.startswith(b"HTTP/1.1 503")
        connection.close()
    assert waits == pytest.approx([asgi.BUSY_AFTER + k * asgi.BUSY_APART for k in range(4)])


def _asked(port: int, path: str) -> tuple[socket.socket, bytes]:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
    told = b""
    while part := connection.recv(65536):
        told += part
    return connection, told


# -- half a body -------------------------------------------------------------------------------------------------------


def _begun(running: Running, path: str, length: int, sent: int, headers: dict[str, str], at: str = "127.0.0.1") -> Any:
    """Open a connection and send a part of a body."""
    connection = socket.create_connection(("127.0.0.1", running.port), timeout=30, source_address=(at, 0))
    named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"POST {path} HTTP/1.1\r\nHost: localhost:{running.port}\r\n{named}Content-Length: {length}\r\n\r\n"
    connection.sendall(head.encode() + bytes(sent))
    return connection


def _is_answered(connection: socket.socket) -> bool:
    return bool(select.select([connection], [], [], 0)[0])


def _joins(running: Running, at: str) -> bytes:
    """Return the answers to an address that looks at the page, and then types a code."""
    with socket.create_connection(("127.0.0.1", running.port), timeout=30, source_address=(at, 0)) as connection:
        connection.sendall(f"GET /join HTTP/1.1\r\nHost: localhost:{running.port}\r\n\r\n".encode())
        looked = connection.recv(12)
    form, kind = b"code=ABCDEF", {"Content_Type": "application/x-www-form-urlencoded"}
    with _begun(running, "/join", len(form), 0, kind, at) as connection:
        connection.sendall(form)
        return bytes(looked + b" " + connection.recv(12))


@pytest.mark.parametrize(("bodies", "size"), [(205, 10), (66, 63 * 1024)])
def test_half_sent_bodies_of_an_address_shut_no_other_out(running: Running, bodies: int, size: int) -> None:
    halves = [_begun(running, "/join", size + 1, size, {}) for _ in range(bodies)]
    small = running.door.budgets.of("guest", 0)
    at_most = min(small.at_once, small.of_one // size)
    soon(lambda: sum(map(_is_answered, halves)) == bodies - at_most)
    assert all(half.recv(12) == b"HTTP/1.1 503" for half in halves if _is_answered(half))
    assert small.held <= at_most * size
    assert running.waiting == 0, "half a body takes no place in a lane"
    assert _joins(running, "127.0.0.2") == b"HTTP/1.1 200 HTTP/1.1 403"
    assert ask(running.port, "GET", f"/games/{running.game}")[0] == 200, "nor does it keep its own address from looking"
    for half in halves:
        half.close()


def test_a_body_that_comes_too_slowly_is_told_so_and_cut(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "FORM_WITHIN", 0.2)
    with _begun(running, "/join", 100, 10, {}) as half:
        told = b"".join(iter(lambda: half.recv(65536), b""))
    assert told.startswith(b"HTTP/1.1 408")
    assert "La petición no acaba de llegar" in told.decode()


def test_half_a_form_is_never_taken_for_a_whole_one(running: Running) -> None:
    asked: list[int] = []
    running.door.app.before_request(lambda: asked.append(1))
    with _begun(running, "/look", 100, 0, {"Content_Type": "application/x-www-form-urlencoded"}) as half:
        half.sendall(b"look=night")
    soon(lambda: not running.door.access.connection_limiter.connections)
    assert ask(running.port, "GET", "/api/health")[0] == 200
    assert len(asked) == 1, "Flask has seen the last request alone"


# -- pictures ----------------------------------------------------------------------------------------------------------


PICTURE = 5_000_000


@pytest.mark.parametrize(
    ("role", "path", "status", "is_held"),
    [
        ("host", "/api/scan", b"400", True), ("table", "/games/{game}/scan/deck/frame", b"200", True),
        ("table", "/games/{other}/scan/deck/frame", b"401", False), ("table", "/api/scan", b"401", False),
        ("seat", "/games/{game}/scan/deck/frame", b"401", False), ("guest", "/api/scan", b"401", False),
        ("guest", "/games/{game}/scan/mine", b"401", False),
    ],
)  # fmt: skip
def test_a_picture_is_gathered_from_whoever_may_send_it_there(
    running: Running, role: str, path: str, status: bytes, is_held: bool
) -> None:
    headers = {"Authorization": f"Bearer {KEY}"} if role == "host" else running.device(role, running.game)
    to = path.format(game=running.game, other=running.other)
    budget = running.door.budgets.of(role, PICTURE if is_held else 0)
    with _begun(running, to, PICTURE, 3_000_000, headers) as connection:
        soon(lambda: budget.held >= 3_000_000 * is_held)
        connection.sendall(bytes(PICTURE - 3_000_001))
        soon(lambda: budget.held >= (PICTURE - 1) * is_held)
        assert budget.held == (PICTURE - 1) * is_held
        connection.sendall(b"0")
        assert connection.recv(12)[-3:] == status


def test_a_seat_sends_a_picture_only_while_it_is_asked_for_its_cards(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    due: list[tuple[str, int]] = []
    asked: list[tuple[str, int]] = []

    def is_asked(game: str, seat: int) -> bool:
        asked.append((game, seat))
        return (game, seat) in due

    monkeypatch.setattr(asgi, "is_asked_for_cards", is_asked)
    budget, phone = running.door.budgets.of("seat", PICTURE), running.device("seat", running.game, 1)
    with _begun(running, f"/games/{running.game}/scan/mine", PICTURE, 3_000_000, phone) as connection:
        connection.sendall(bytes(PICTURE - 3_000_000))
        connection.recv(12)
    assert (asked, budget.held) == ([(running.game, 1)], 0)
    due.append((running.game, 1))
    unfinished = [_begun(running, f"/games/{running.game}/scan/mine", PICTURE, 3_000_000, phone) for _ in range(3)]
    soon(lambda: sum(map(_is_answered, unfinished)) == 2)
    soon(lambda: budget.held == 3_000_000)
    assert running.tap(running.game, "a tap", **running.device("table", running.game)) == 200
    assert ask(running.port, "GET", f"/games/{running.game}", **phone)[0] == 200
    for one in unfinished:
        one.close()
    soon(lambda: budget.held == 0)


@pytest.mark.parametrize("role", ["seat", "table", "host"])
def test_unfinished_pictures_keep_no_tap_waiting(running: Running, role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of them held all bytes that all bodies might hold: each tap was refused until they had been given up."""
    monkeypatch.setattr(asgi, "is_asked_for_cards", lambda *_: True)
    page = "mine" if role == "seat" else "deck/frame"
    large, sending = 64 * 1024 * 1024 // 3, running.device(role, running.other)
    unfinished = [_begun(running, f"/games/{running.other}/scan/{page}", large, 0, sending) for _ in range(3)]
    pushing = [Thread(target=_push, args=(one, large - 1), daemon=True) for one in unfinished]
    for thread in pushing:
        thread.start()
    for thread in pushing:
        thread.join(30)
    soon(lambda: running.door.budgets.of(role, large).held >= large - 1)
    for headers in (HOST, running.device("table", running.game), running.device("host")):
        assert running.tap(running.game, "a tap", **headers) == 200
    assert ask(running.port, "GET", f"/games/{running.other}", **sending)[0] == 200, "nor its own"
    for one in unfinished:
        one.close()


def _push(connection: socket.socket, count: int) -> None:
    with suppress(OSError):
        connection.sendall(bytes(count))


# -- streams that are taken up -----------------------------------------------------------------------------------------


def test_streams_are_taken_up_one_after_the_other_beside_the_table(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go, inside, real = Event(), list[int](), running.tables.changes

    def held(game: str, after: int | None) -> Any:
        inside.append(1)
        let_go.wait(60)
        return real(game, after)

    monkeypatch.setattr(running.tables, "changes", held)
    opened: list[Stream] = []
    watching = [Thread(target=lambda: opened.append(Stream(running.port, running.game))) for _ in range(20)]
    for thread in watching:
        thread.start()
    soon(lambda: running.door.access.streams == 20)
    assert running.tap(running.game, "a tap", **HOST) == 200
    assert len(inside) == 1
    let_go.set()
    for thread in watching:
        thread.join(30)
    assert sorted(stream.version() for stream in opened) == [2] * 20


# -- the end -----------------------------------------------------------------------------------------------------------


STANDING = """
import sys, threading
from tests.houses import toy_house
from companion.web.server.asgi import AsgiApp, Server, listen
from companion.web.server.settings import Settings
from tests.web.serving import KEY

sock, tables = listen("127.0.0.1", 0), toy_house()
door = AsgiApp(tables, Settings(KEY, sock.getsockname()[1]))

@door.app.get("/stands")
def stands():
    print("inside", flush=True)
    threading.Event().wait()

Server(door, tables, lambda: print(sock.getsockname()[1], flush=True)).run(sockets=[sock])
tables.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM")
def test_the_end_waits_for_no_request_that_stands() -> None:
    root = Path(__file__).parents[2]
    program = subprocess.Popen(
        [sys.executable, "-c", STANDING], stdout=subprocess.PIPE, text=True, cwd=root, env={**os.environ}
    )
    assert program.stdout is not None
    try:
        port = int(program.stdout.readline())
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.sendall(f"GET /stands HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            assert program.stdout.readline() == "inside\n"
            program.send_signal(signal.SIGTERM)
            assert program.wait(60) == 0
    finally:
        program.kill()
        program.stdout.close()
