"""The body of a request, gathered before it takes a place in a lane: no more than its sender may send, and in time.

Who has no rights here (no cookie of the host's or of a seat, no key) sends forms of a few kilobytes at most: pictures
and records are only gathered from somebody who may send them. Bodies under way share a budget of bytes, one for each
sort of caller, and pictures another than the small ones: unfinished uploads cannot fill the memory, and no picture
stands in the way of a tap. Of a budget each device, and each address of guests, has a share and no more.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from companion.web.server.settings import Settings
from companion.web.server.stream import Receive, Scope

WITHIN, FORM_WITHIN = 30.0, 10.0
"""Seconds for the whole body of a request to arrive: of one to where pictures or records go, and of any other."""
MEGA = 1024 * 1024
MOST_DRAINED = 32 * MEGA
"""Bytes of a body that is too large which are read and thrown away, so that the browser hears why."""


class Body(NamedTuple):
    """Body of a request and its length; of one that is too large only the length. `held`: bytes of the budget."""

    sent: bytes
    length: int
    held: int


class Overfull(Exception):
    """As many bytes or bodies are under way as may be; whoever sends is asked to try again."""


class TooSlow(Exception):
    """The body did not arrive in time."""


class Gone(Exception):
    """Whoever sent the body went away in the middle of it."""


class Budget:
    """Bytes that may be held at once, and bodies that may be under way: of all, and of each device.

    It is only used from the event loop, so that it needs no lock.
    """

    def __init__(self, most: int, of_one: int, at_once: int) -> None:
        self.most, self.of_one, self.at_once = most, of_one, at_once
        self._held: Counter[str] = Counter()
        self._under_way: Counter[str] = Counter()

    @property
    def held(self) -> int:
        """Bytes that are held."""
        return self._held.total()

    def take(self, who: str, count: int) -> None:
        """Hold more bytes for a device; raises `Overfull`."""
        if self.held + count > self.most or self._held[who] + count > self.of_one:
            raise Overfull
        self._held[who] += count

    def give(self, who: str, count: int) -> None:
        """Let go of bytes of a device."""
        self._held[who] -= count
        if self._held[who] <= 0:
            del self._held[who]

    @contextmanager
    def arriving(self, who: str) -> Iterator[None]:
        """One more body of a device is under way; raises `Overfull`."""
        if self._under_way[who] >= self.at_once:
            raise Overfull
        self._under_way[who] += 1
        try:
            yield
        finally:
            self._under_way[who] -= 1
            if not self._under_way[who]:
                del self._under_way[who]


class Budgets:
    """The budgets of a server, by the role of who sends; each for small bodies, and for those that hold pictures."""

    def __init__(self, settings: Settings) -> None:
        # Behind a proxy all guests have its address, and it hands on what has arrived in full.
        guests = (4 * MEGA, 400) if settings.origin else (MEGA // 2, 16)
        self._small = {
            "host": Budget(16 * MEGA, 16 * MEGA, 400),
            "table": Budget(16 * MEGA, MEGA, 16),
            "seat": Budget(4 * MEGA, MEGA // 4, 8),
            "guest": Budget(4 * MEGA, *guests),
        }
        self._large = {
            "host": Budget(64 * MEGA, 64 * MEGA, 16),
            "table": Budget(64 * MEGA, 32 * MEGA, 4),
            "seat": Budget(64 * MEGA, 26 * MEGA, 1),
        }
        self._settings = settings

    def of(self, role: str, most: int) -> Budget:
        """Return the budget for a body of at most `most` bytes."""
        return (self._large if most > self._settings.most_body else self._small)[role]


async def gathered(scope: Scope, receive: Receive, most: int, budget: Budget, who: str, within: float = WITHIN) -> Body:
    """Return the body of a request of at most `most` bytes; whoever asks gives the budget back what it `held`.

    Raises `Overfull`, `TooSlow` or `Gone`, with nothing held.
    """
    declared = declared_length(scope)
    waits = any(name == b"expect" and value.lower() == b"100-continue" for name, value in scope["headers"])
    if declared > most and waits:
        return Body(b"", declared, 0)
    if not (declared or any(name == b"transfer-encoding" for name, _ in scope["headers"])):
        return Body(b"", 0, 0)
    with budget.arriving(who):
        try:
            async with asyncio.timeout(within):
                return await _arrived(receive, declared, most, budget, who)
        except TimeoutError:
            raise TooSlow from None


async def _arrived(receive: Receive, declared: int, most: int, budget: Budget, who: str) -> Body:
    parts: list[bytes] = []
    length = held = 0
    more = True
    try:
        while more and length < MOST_DRAINED:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            part: bytes = message.get("body", b"")
            length += len(part)
            more = bool(message.get("more_body", False))
            if length <= most and declared <= most:
                budget.take(who, len(part))
                held += len(part)
                parts.append(part)
            elif held:
                budget.give(who, held)
                held = 0
                parts.clear()
            # What was thrown away is not kept until the next part comes: it could be 256 KB, and never come.
            del message, part
    except BaseException:
        budget.give(who, held)
        raise
    if length > most or declared > most:
        return Body(b"", max(length, declared), 0)
    return Body(b"".join(parts), length, held)


def declared_length(scope: Scope) -> int:
    """Return the declared length of a request's body; 0 if it declares none."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(length) if length.isdigit() else 0
