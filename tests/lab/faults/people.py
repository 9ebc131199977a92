"""People at the table of a fault test: hosts that repeat unanswered actions, devices that come back."""

from __future__ import annotations

import random
import time
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread

from tests.lab.served import KEY, Served, asked

BETWEEN_TRIES = 0.02
"""Seconds."""
LONGEST_AWAY = 0.6
PATIENCE = 20.0


class Poster(Thread):
    """Client that says one action after the other. An unanswered one is said again, under the same id, until it is
    answered."""

    def __init__(self, served: Served, game: str, name: str) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.acked: dict[str, int] = {}
        self.times: list[float] = []
        self.refused: list[str] = []
        self.again = 0
        self._served, self._prefix = served, name
        self._ending = Event()
        self._connection: HTTPConnection | None = None

    def run(self) -> None:
        """Say actions until `finish`; the last one is answered first."""
        number = 0
        while not self._ending.is_set():
            number += 1
            self._say(f"{self._prefix}-{number}")
        if self._connection is not None:
            self._connection.close()

    def finish(self) -> None:
        """Say no more; comes back when everything said was answered."""
        self._ending.set()
        self.join(PATIENCE)

    def _say(self, ident: str) -> None:
        action = {"action": "show", "player": "Ana", "to": "Beto", "via": ident, "action_id": ident}
        began, until = time.monotonic(), None
        while True:
            try:
                if self._connection is None:
                    self._connection = HTTPConnection("127.0.0.1", self._served.port, timeout=PATIENCE)
                status, said = asked(self._connection, "POST", f"/api/games/{self.game}/actions", action)
            except (OSError, HTTPException):
                self._hang_up()
                self.again += 1
                if self._ending.is_set():
                    until = until or time.monotonic() + PATIENCE
                    if time.monotonic() > until:
                        return
                time.sleep(BETWEEN_TRIES)
                continue
            if status == 200:
                self.acked[ident] = int(said["state"]["version"])
                self.times.append(time.monotonic() - began)
            else:
                self.refused.append(f"{status} {said.get('message')}")
            return

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


class Watcher(Thread):
    """A device that looks on: notes every version it is told, and comes back with the last one when it is cut off."""

    def __init__(self, served: Served, game: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.game = game
        self._chance = random.Random(seed)
        self.seen: list[int] = []
        self.returns = 0
        self._served = served
        self._ending = Event()

    def run(self) -> None:
        """Follow the game until `finish`."""
        while not self._ending.is_set():
            try:
                self._look()
            except (OSError, HTTPException, ValueError):
                # A phone comes back when it likes: what it missed by then it must be told.
                time.sleep(self._chance.uniform(BETWEEN_TRIES, LONGEST_AWAY))

    def finish(self, newest: int) -> None:
        """Look no more, once `newest` was seen or nothing came for long."""
        until = time.monotonic() + PATIENCE
        while (not self.seen or self.seen[-1] < newest) and time.monotonic() < until:
            time.sleep(0.02)
        self._ending.set()

    def _look(self) -> None:
        connection = HTTPConnection("127.0.0.1", self._served.port, timeout=2)
        try:
            last = self.seen[-1] if self.seen else 0
            headers = {"Last-Event-ID": str(last), "Authorization": f"Bearer {KEY}"}
            connection.request("GET", f"/api/games/{self.game}/events", None, headers)
            answer = connection.getresponse()
            self.returns += 1
            while not self._ending.is_set() and (line := answer.readline()):
                if line.startswith(b"id: "):
                    self.seen.append(int(line[4:]))
        finally:
            connection.close()
