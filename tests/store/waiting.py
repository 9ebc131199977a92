"""Waiting until something has come from another host's store."""

from __future__ import annotations

from companion.service.live.hub import Subscription
from tests.waiting import soon


def comes(watching: Subscription, version: int, seconds: float = 60.0) -> None:
    """Wait until the watcher is told of this version of the game, perhaps after others."""
    soon(lambda: version in [change.version for change in watching.take()], seconds)
