"""Work that somebody else may do for the table: what may come of it, and what whoever does it must be able to.

A home with processes gives a `WorkerPool` (`workers`); where there are none the table does the work itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Busy(Exception):
    """As much work is waiting as is allowed to; `retry_after` (s) is a guess at when there is room again."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


class WorkerLost(RuntimeError):
    """A worker died, or did not finish in time. What it was working on is not told: it may be hidden."""


class Workers(Protocol):
    """Whoever does such work."""

    def run(self, function: Callable[..., T], *given: Any) -> T:
        """Run a module's function in a worker and return its result. Raise what it raises, `Busy` or `WorkerLost`."""

    def ahead(self, function: Callable[..., object], *given: Any) -> None:
        """Have a worker do what will soon be asked for, where that keeps nobody waiting."""

    def post(self, function: Callable[..., object], *given: Any) -> None:
        """Have it done when there is time; nobody waits for it."""

    def close(self) -> None:
        """End, also in the middle of a task."""
