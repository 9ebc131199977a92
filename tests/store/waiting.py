"""Waiting until something has come from another host's store."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.service.live.hub import Subscription


def soon(held: Callable[[], object], seconds: float = 25.0) -> None:
    until = time.monotonic() + seconds
    while not held():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.01)


def comes(watching: Subscription, version: int, seconds: float = 25.0) -> None:
    """Wait until whoever watches is told of this version of the game, perhaps after others."""
    soon(lambda: version in [change.version for change in watching.take()], seconds)
