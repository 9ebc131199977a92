"""Waits until something is so: a test waits for what is to be, never for a while."""

from __future__ import annotations

import time
from collections.abc import Callable


def soon(holds: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until it holds; it is red where that does not come about, however busy the machine."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.01)
