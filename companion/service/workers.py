"""Work that would hold up the table, done in processes of its own: as many as there is room for, the rest is told so.

One Python process runs one thread at a time; a sheet that is typeset or a check that is folded beside the table's own
threads would make every tap wait. A worker process runs at the lowest priority, takes one task after the other, is
replaced after a number of them (what a typesetter keeps in memory goes with it), and ends with its parent, however
that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from threading import BoundedSemaphore, Lock
from typing import Any, TypeVar

from companion.service.errands import Busy, WorkerLost

T = TypeVar("T")

LOWEST = 19
"""The niceness of a worker: whatever the table has to do goes first."""


class WorkerPool:
    """So many worker processes, and so many tasks that may wait for one.

    `tasks`: after how many a worker is replaced; `patience`: seconds until a task is given up. Workers are started
    with the first task.
    """

    def __init__(self, workers: int, waiting: int, tasks: int = 200, patience: float = 60.0) -> None:
        self._workers, self._tasks, self._patience = workers, tasks, patience
        self._places = BoundedSemaphore(workers + waiting)
        self._lock = Lock()
        self._executor: ProcessPoolExecutor | None = None

    def run(self, function: Callable[..., T], *given: Any) -> T:
        """What a function of a module gives back when a worker calls it.

        Raises what the function raises, `Busy` where too many wait already, `WorkerLost` where its worker died or the
        patience ended. Both the function and what it is given must be things that can be pickled.
        """
        if not self._places.acquire(blocking=False):
            raise Busy(2)
        try:
            return self._done(function, *given)
        finally:
            self._places.release()

    def post(self, function: Callable[..., object], *given: Any) -> None:
        """Have a worker do something when it has time, if any worker is there; nobody waits for it."""
        with self._lock:
            executor = self._executor
        if executor is not None:
            with suppress(BrokenProcessPool, RuntimeError):
                executor.submit(function, *given)

    def _done(self, function: Callable[..., T], *given: Any) -> T:
        executor = self._open()
        try:
            future: Future[T] = executor.submit(function, *given)
        except (BrokenProcessPool, RuntimeError):
            # It died between two tasks, or is being closed: once more with a fresh one.
            self._forget(executor)
            executor = self._open()
            future = executor.submit(function, *given)
        try:
            return future.result(self._patience)
        except (BrokenProcessPool, TooLate):
            self._forget(executor)
            raise WorkerLost("a worker process was lost") from None

    def close(self) -> None:
        """End every worker, also in the middle of a task."""
        with self._lock:
            executor, self._executor = self._executor, None
        if executor is not None:
            _end(executor)

    def _open(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._executor is None:
                self._executor = ProcessPoolExecutor(
                    self._workers,
                    # Never a copy of a process with threads: a lock that another thread holds would stay shut in it.
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_begin,
                    max_tasks_per_child=self._tasks,
                )
            return self._executor

    def _forget(self, executor: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._executor is executor:
                self._executor = None
        _end(executor)


def _begin() -> None:
    """How a worker starts: behind everything else, deaf to Ctrl-C (its parent hears it), gone when its parent is."""
    with suppress(AttributeError, OSError):  # Windows knows no niceness
        os.nice(LOWEST)
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_parent, name="companion-parent", daemon=True).start()


def _leave_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def _end(executor: ProcessPoolExecutor) -> None:
    processes = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
