"""Other people at the tables of a club while its hosts are killed: a referee who is shown cards, and phones that take a
seat. Everything acknowledged to them holds at every host, whatever dies.

A ruling is held against all that was ruled before at the same table: the same copies in two hands are never both legal,
unless the answer says that the memory was lost and the hands are to be shown again. A seat has one phone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from threading import Event
from typing import Any
from urllib.parse import urlencode

from companion.decks.catalog import title
from companion.service.live.session import words_of
from companion.service.referee.checks import AGAIN
from tests.lab.served import KEY, SETUP, Served

PAUSE = 0.5
WITHIN = 5.0
"""Seconds for an answer; a device without one by then asks the next host."""
COPIES = ("sospecha.1", "sospecha.2", "determinacion.1", "no-gracias.1")
"""Hand that Ana shows, and Beto after her."""
SEAT = 1
_CODE = re.compile(r'id="code">([^<]+)<')
_COOKIE = re.compile(r"companion_\d+=([^;]+)")


class Judge:
    """Client that has the referee of one table look at the same copies in two hands, again and again, at any host that
    answers."""

    def __init__(self, houses: Sequence[Served], game: str, first: int) -> None:
        self.acknowledged = self.contradictions = 0
        self._houses, self._game, self._at = houses, game, first
        self._again = AGAIN.said(words_of(title(str(SETUP["game"])), "es"))
        self._legal: set[str] = set()

    def rule(self, stopped: Event) -> None:
        """Check hands until `stopped`."""
        while not stopped.is_set():
            for player in ("Ana", "Beto"):
                self._asked(player)
            stopped.wait(PAUSE)

    def ask_everywhere(self) -> None:
        """Check once at every host, when all is over."""
        for _ in self._houses:
            self._asked("Beto")
            self._at += 1

    def hear(self, player: str, found: Mapping[str, Any]) -> None:
        """Enter a ruling on the hand of `player`. If the memory is said to be lost or elsewhere it promises nothing."""
        self.acknowledged += 1
        if found["verdict"] == "legal" and self._again not in str(found["private"]):
            self._legal.add(player)
            self.contradictions += len(self._legal) > 1

    def _asked(self, player: str) -> None:
        thing = {"action": "check", "what": "hand", "player": player, "cards": COPIES}
        house = self._houses[self._at % len(self._houses)]
        try:
            status, found = house.ask("POST", f"/api/games/{self._game}/actions", thing, timeout=WITHIN)
        except (OSError, HTTPException):
            status, found = 0, {}
        if status == 200:
            self.hear(player, found)
        else:
            self._at += 1


class Claimer:
    """Phones that take the same seat of one table one after the other, each by a code of its own."""

    def __init__(self, houses: Sequence[Served], game: str, first: int) -> None:
        self.cookies: list[str] = []
        """Of every phone to which the seat was acknowledged, the newest last."""
        self._houses, self._game, self._at = houses, game, first

    @property
    def acknowledged(self) -> int:
        """Number of times the seat was taken."""
        return len(self.cookies)

    def claim(self, stopped: Event) -> None:
        """Take the seat again and again until `stopped`; the last claim is brought to an end, so that the newest phone
        is known."""
        while not stopped.is_set():
            while not (cookie := self._claimed()):
                self._at += 1
                time.sleep(PAUSE)
            self.cookies.append(cookie)
            self._at += 1
            stopped.wait(PAUSE)

    def faults(self, within: float = WITHIN) -> tuple[int, int]:
        """Return how many hosts do not know the newest phone, and how many older phones some host still lets have the
        seat."""
        until = time.monotonic() + within
        while True:
            lost = sum(not self._has_seat(house, self.cookies[-1]) for house in self._houses) if self.cookies else 0
            twice = sum(any(self._has_seat(house, old) for house in self._houses) for old in self.cookies[-6:-1])
            if not (lost or twice) or time.monotonic() > until:
                return lost, twice
            time.sleep(0.2)

    def _claimed(self) -> str:
        house = self._houses[self._at % len(self._houses)]
        host = {"Authorization": f"Bearer {KEY}"}
        try:
            if _sent(house, "POST", f"/games/{self._game}/seats", host, {"seat": str(SEAT)})[0] != 303:
                return ""
            code = _CODE.search(_sent(house, "GET", f"/games/{self._game}/seats?code={SEAT}", host)[1])
            if code is None:
                return ""
            status, _, given = _sent(house, "POST", "/join", {}, {"code": code[1]})
        except (OSError, HTTPException):
            return ""
        found = _COOKIE.search(given)
        return found[1] if status == 303 and found else ""

    def _has_seat(self, house: Served, cookie: str) -> bool:
        asked = {"Cookie": f"companion_{house.port}={cookie}"}
        try:
            return _sent(house, "GET", f"/games/{self._game}/seat", asked)[0] == 200
        except (OSError, HTTPException):
            return False


def _sent(
    house: Served, method: str, path: str, headers: Mapping[str, str], form: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Request a page or send a form; return the status, the text, and the cookie that was given."""
    connection = HTTPConnection("127.0.0.1", house.port, timeout=WITHIN)
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
    try:
        connection.request(method, path, urlencode(form) if form is not None else None, {**headers, **kind})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.getheader("Set-Cookie") or ""
    finally:
        connection.close()
