"""Work that would hold up the table, done in processes of its own: as many as there is room for, the rest is told so.

One Python process runs one thread at a time; a sheet that is typeset or a check that is folded beside the table's own
threads would make every tap wait. A worker process runs at the lowest priority, takes one task after the other, is
replaced after a number of them (what a typesetter keeps in memory goes with it), and ends with its parent, however
that ends.

Python's own pool is not used: one that replaces its workers can stand for ever at its end, or wait for a worker that it
forgot to start (python/cpython#115634, #119592). Here each task is one question and one answer on a worker's line, a
worker is only started under the lock under which the pool is closed, and nothing at the end waits for any of them.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from threading import BoundedSemaphore, Condition
from typing import Any, TypeVar, cast

from companion.service.errands import Busy, WorkerLost

T = TypeVar("T")

LOWEST = 19
"""The niceness of a worker: whatever the table has to do goes first."""
RETRY_AFTER = 2
"""Seconds until somebody who found no room may find some."""
_ASKED, _TOLD = b"?", b"!"
"""The first byte of a task: whether somebody waits for what comes of it."""


class WorkerPool:
    """Worker processes, and the tasks that may wait for one.

    `tasks`: after how many a worker is replaced; `patience`: seconds until a task is given up. Workers are started
    with the first task. A pool that was closed takes no task any more.
    """

    def __init__(self, workers: int, waiting: int, tasks: int = 200, patience: float = 60.0) -> None:
        self._workers, self._tasks, self._patience = workers, tasks, patience
        self._places = BoundedSemaphore(workers + waiting)
        self._changed = Condition()
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._is_closed = False

    def run(self, function: Callable[..., T], *given: Any) -> T:
        """Return what a function of a module returns when a worker calls it.

        Raises what the function raises, `Busy` where too many wait already or the pool is closed, `WorkerLost` where
        the worker died or the patience ended. Both the function and what it is given must be things that can be
        pickled.
        """
        if not self._places.acquire(blocking=False):
            raise Busy(RETRY_AFTER)
        try:
            task = _ASKED + pickle.dumps((function, given))
            is_good, value = pickle.loads(self._answer(task))
        finally:
            self._places.release()
        if not is_good:
            raise value
        return cast(T, value)

    def ahead(self, function: Callable[..., object], *given: Any) -> None:
        """Have a worker do what will soon be asked for; nobody waits for it, and it may come to nothing."""

        def run() -> None:
            with suppress(Exception):
                self.run(function, *given)

        threading.Thread(target=run, name="companion-ahead", daemon=True).start()

    def post(self, function: Callable[..., object], *given: Any) -> None:
        """Have every worker that was started do something when it has time; nobody waits for it."""
        task = _TOLD + pickle.dumps((function, given))
        with self._changed:
            for worker in self._idle:
                worker.tell(task)
            for worker in self._busy:
                worker.due.append(task)

    def close(self) -> None:
        """End every worker, also in the middle of a task, and start none any more."""
        with self._changed:
            self._is_closed = True
            for worker in self._busy:
                worker.kill()  # whoever waits for its answer sees that, and lets go of the line
            for worker in self._idle:
                worker.end()
            self._idle.clear()
            self._changed.notify_all()

    def _answer(self, task: bytes) -> bytes:
        worker, is_sound = self._taken(), False
        try:
            answer = worker.ask(task, self._patience)
            is_sound = True
        finally:
            self._give_back(worker, is_sound)
        return answer

    def _taken(self) -> _Worker:
        """Return a worker that has nothing to do, started where there is room for one more; raise `Busy`."""
        until = time.monotonic() + self._patience
        with self._changed:
            while not self._is_closed:
                while self._idle:
                    worker = self._idle.pop()
                    if worker.is_there:
                        self._busy.append(worker)
                        return worker
                    worker.end()
                if len(self._busy) < self._workers:
                    worker = _Worker()
                    self._busy.append(worker)
                    return worker
                if not self._changed.wait(until - time.monotonic()):
                    break
        raise Busy(RETRY_AFTER)

    def _give_back(self, worker: _Worker, is_sound: bool) -> None:
        with self._changed:
            self._busy.remove(worker)
            worker.done += 1
            if is_sound and worker.done < self._tasks and not self._is_closed:
                for task in worker.due:
                    worker.tell(task)
                worker.due.clear()
                self._idle.append(worker)
            else:
                worker.end()
            self._changed.notify()


class _Worker:
    """One worker process and the line to it, which is used by one thread at a time."""

    def __init__(self) -> None:
        self.done = 0
        self.due: list[bytes] = []
        """Tasks nobody waits for, told once it has done what it is doing."""
        # Never a copy of a process with threads: a lock that another thread holds would stay shut in it.
        context = multiprocessing.get_context("spawn")
        self._line, end = context.Pipe()
        self._process = context.Process(target=_work, args=(end,), name="companion-worker", daemon=True)
        try:
            self._process.start()
        except OSError:
            self._line.close()
            raise WorkerLost("a worker process could not be started") from None
        finally:
            end.close()

    @property
    def is_there(self) -> bool:
        """True if the process lives."""
        return self._process.is_alive()

    def ask(self, task: bytes, patience: float) -> bytes:
        """Return the answer to a task; raise `WorkerLost`, after which the worker is of no use any more."""
        with suppress(OSError, EOFError):
            self._line.send_bytes(task)
            if self._line.poll(patience):
                return self._line.recv_bytes()
        raise WorkerLost("a worker process was lost") from None

    def tell(self, task: bytes) -> None:
        """Hand over a task without an answer. The worker must be idle: its line is empty then, and takes it at once."""
        with suppress(OSError):
            self._line.send_bytes(task)

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()

    def end(self) -> None:
        """End the process and let go of the line to it."""
        self.kill()
        self._line.close()


def _work(line: Connection) -> None:
    """Do one task after the other, until nobody is there any more to give one."""
    with suppress(AttributeError, OSError):  # Windows knows no niceness
        os.nice(LOWEST)
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_parent, name="companion-parent", daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            task = line.recv_bytes()
            answer = _answer_to(task[1:])
            if task[:1] == _ASKED:
                line.send_bytes(answer)


def _answer_to(task: bytes) -> bytes:
    """Return a pickled pair: whether it went well, and what came of it or what was raised."""
    try:
        function, given = pickle.loads(task)
        return pickle.dumps((True, function(*given)))
    except Exception as fault:
        try:
            answer = pickle.dumps((False, fault))
            pickle.loads(answer)  # what cannot be read again would be taken for a fault of the pool
        except Exception:
            return pickle.dumps((False, WorkerLost("a worker raised what cannot be handed on")))
        return answer


def _leave_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
