"""The body of a request, gathered before Flask is asked: no more than its sender may send, and not too much in all.

Who has no rights here (no cookie of the host's or of a seat, no key) sends forms of a few kilobytes at most: pictures
and records are only gathered from somebody who may send them. All bodies under way share a budget of bytes, those of
guests a small one of their own, so that unfinished uploads cannot fill the memory.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple

from companion.web.server.stream import Receive, Scope

WITHIN = 30.0
"""Seconds for the body of a request to arrive."""
MOST_DRAINED = 32 * 1024 * 1024
"""Bytes of a body that is too large which are read and thrown away, so that the browser hears why."""
OF_ALL, OF_GUESTS = 64 * 1024 * 1024, 4 * 1024 * 1024
"""Bytes that all bodies under way may hold together: of the host's devices and the seats, and of everybody else."""


class Body(NamedTuple):
    """What was sent and how much it was; of one that is too large nothing but how much. `held`: bytes of the budget."""

    sent: bytes
    length: int
    held: int


class Overfull(Exception):
    """As many bytes are under way as fit; whoever sends is asked to try again."""


class Budget:
    """Bytes that may be held at once. It is only used from the event loop, so that it needs no lock."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0

    def take(self, count: int) -> None:
        """Hold so many more; raises `Overfull`."""
        if self.held + count > self.most:
            raise Overfull
        self.held += count

    def give(self, count: int) -> None:
        """Let go of so many."""
        self.held -= count


async def gathered(scope: Scope, receive: Receive, most: int, budget: Budget) -> Body:
    """The body of a request of at most `most` bytes; whoever asks gives the budget back what it `held`.

    Raises `Overfull`, with nothing held.
    """
    declared = declared_length(scope)
    if declared > most and _waits(scope):
        return Body(b"", declared, 0)
    parts: list[bytes] = []
    length = held = 0
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(WITHIN):
                more = True
                while more and length < MOST_DRAINED:
                    message = await receive()
                    part: bytes = message.get("body", b"")
                    length += len(part)
                    more = bool(message.get("more_body", False))
                    if length <= most and declared <= most:
                        budget.take(len(part))
                        held += len(part)
                        parts.append(part)
                    elif held:
                        budget.give(held)
                        held = 0
                        parts.clear()
                    # What was thrown away is not kept until the next part comes: it could be 256 KB, and never come.
                    del message, part
    except BaseException:
        budget.give(held)
        raise
    if length > most or declared > most:
        return Body(b"", max(length, declared), 0)
    return Body(b"".join(parts), length, held)


def declared_length(scope: Scope) -> int:
    """How long a request says its body is; 0 where it does not say."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(length) if length.isdigit() else 0


def _waits(scope: Scope) -> bool:
    """Whether the sender waits to be told to go on before it sends the body."""
    return any(name == b"expect" and value.lower() == b"100-continue" for name, value in scope["headers"])
