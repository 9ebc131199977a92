"""A server on a free port for the length of a test, and what is asked of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from threading import Event, Thread
from typing import Any, ClassVar

from companion.service.live.games import GameService
from companion.web.auth.access import Access
from companion.web.server.asgi import AsgiApp, Server, listen
from companion.web.server.settings import Settings
from tests.web.sitting import KEY


@contextmanager
def served(tables: GameService, settings: Settings | None = None) -> Iterator[int]:
    """Yield the port of a running server."""
    with served_with(tables, settings) as (port, _):
        yield port


@contextmanager
def served_with(tables: GameService, settings: Settings | None = None) -> Iterator[tuple[int, Access]]:
    """Yield the port of a running server, and its doors."""
    sock = listen("127.0.0.1", 0)
    port: int = sock.getsockname()[1]
    answering = Event()
    door = AsgiApp(tables, replace(settings or Settings(KEY), port=port))
    server = Server(door, tables, answering.set)
    thread = Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        assert answering.wait(30)
        yield port, door.access
    finally:
        server.stop()
        thread.join(30)
        tables.close()
    assert not thread.is_alive()


def ask(port: int, method: str, path: str, thing: object = None, **headers: str) -> tuple[int, Any]:
    """Send one request, and return its status and JSON (or text); `thing` is sent as JSON, bytes as they are."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    body = thing if isinstance(thing, bytes) else None if thing is None else json.dumps(thing).encode()
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, json.loads(text) if answer.headers.get_content_type() == "application/json" else text


class Stream:
    """One device that watches a game. Those left open are closed when a test of this folder is over."""

    opened: ClassVar[list[Stream]] = []

    def __init__(self, port: int, game: str, query: str = "", **headers: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request("GET", f"/api/games/{game}/events{query}", headers=named)
        self.answer: HTTPResponse = self._connection.getresponse()
        self.opened.append(self)

    def event(self) -> dict[str, str]:
        """Return the fields of the next event by name, comments left out; empty at the end of the stream."""
        fields: dict[str, str] = {}
        until = time.monotonic() + 60
        for raw in self.answer:
            if time.monotonic() > until:  # the stream's beats would keep it waiting without an end
                raise TimeoutError("no event came")
            line = raw.decode().rstrip("\n")
            if not line and "data" in fields:
                return fields
            name, _, value = line.partition(":")
            if name:
                fields[name] = value.strip()
        return {}

    def version(self) -> int:
        """Return the version of the next event of the game (others are about the club's database); 0 at the end."""
        while event := self.event():
            if "id" in event:
                return int(event["id"])
        return 0

    def close(self) -> None:
        """Go away."""
        self._connection.close()
        self.answer.close()
