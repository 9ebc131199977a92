"""Client on one connection to the table: the host, or a guest without rights."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.lab.served import HOST, Served

PATIENCE = 60.0
IDLE = 10.0
"""Seconds after which a line is opened anew: the table hangs up on who says nothing for twenty."""
FOUR = ("Ana", "Beto", "Carla", "Dani")


class Answer(NamedTuple):
    """Answer to a request; names of headers in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """Return the body as JSON."""
        return json.loads(self.body)


class Visitor:
    """Client that sends one request after the other. `key`: the host's, empty for a guest; `address`: the client's
    own."""

    def __init__(self, table: Served, key: str = "", address: str = HOST) -> None:
        self._line = HTTPConnection(HOST, table.port, timeout=PATIENCE, source_address=(address, 0))
        self._own = {"Authorization": f"Bearer {key}"} if key else {}
        self.cookie = ""
        self._last = time.monotonic()

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Send one request. `body`: bytes as they are, anything else as JSON. A cookie in the answer is kept."""
        own = {**self._own, "Content-Type": "application/json", **headers}
        if self.cookie:
            own |= {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin"}
        sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if time.monotonic() > self._last + IDLE:
            self._line.close()
        self._line.request(method, path, sent, own)
        answer = self._line.getresponse()
        came = Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        self._last = time.monotonic()
        if "set-cookie" in came.headers:
            self.cookie = came.headers["set-cookie"].partition(";")[0]
        return came

    def send(self, path: str, **fields: str) -> Answer:
        """Send a form."""
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        return self.ask("POST", path, urlencode(fields).encode(), **kind)

    def say(self, path: str, thing: object) -> Any:
        """Send a request that has to succeed, and return its JSON. Raise `RuntimeError` if it does not."""
        answer = self.ask("POST", path, thing)
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {answer.text[:200]}")
        return answer.json()

    def open_game(self, players: tuple[str, ...] = FOUR) -> str:
        """Open a game of La Cosa, and return its id."""
        return str(self.say("/api/games", {"playthrough": 1, "game": "la-cosa", "players": list(players)})["id"])

    def close(self) -> None:
        """Go away."""
        self._line.close()
