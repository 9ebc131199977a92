"""Waits until something is so: a test waits for what is to be, never for a while. And has things done at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from threading import Thread


def soon(holds: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until it holds; it is red where that does not come about, however busy the machine."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.01)


def at_once(jobs: Iterable[Callable[[], object]]) -> None:
    """Do them all at the same time, each in a thread of its own, to their end."""
    threads = [Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


PATIENCE = 600.0
"""Seconds that a test leaves a worker, which has the lowest priority there is: beside busy programs it comes last."""
