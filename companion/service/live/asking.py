"""Questions to a store that may take its time, asked in threads of their own. Whoever only looks waits a moment.

What is late is shown as it was known before. While anything is late, or the store is away, one question at a time goes
on being asked, so that it is noticed when answers come again; nobody waits for that one.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from companion.store.base import Unwritable

PATIENCE = 0.5
"""Seconds that somebody who looks waits for an answer."""
THREADS = 8


class Answer(NamedTuple):
    """Answer of the database: True if it came in time, and the value."""

    is_there: bool
    found: Any = None


NONE_YET = Answer(False)


class _Question:
    """A question, and what came of it."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        self.ask = ask
        self.is_answered = Event()
        self.found: Any = None
        self.fault: BaseException | None = None


class Asking:
    """`mark` is told after each question whether the store was away; `is_away` says how it was found last."""

    def __init__(self, mark: Callable[[bool], None], is_away: Callable[[], bool]) -> None:
        self._mark, self._is_away = mark, is_away
        self._lock = Lock()
        self._waiting: SimpleQueue[_Question | None] = SimpleQueue()
        self._threads = self._open = 0
        """How many threads there are, and how many questions are put and not answered."""
        self._late: set[_Question] = set()
        self._trial: _Question | None = None

    def soon(self, ask: Callable[[], Any]) -> Answer:
        """Ask, and wait a moment. Raise what the question does, save that the store is away."""
        question = _Question(ask)
        with self._lock:
            is_doubtful = bool(self._late) or self._is_away()
            if is_doubtful and self._trial is not None and not self._trial.is_answered.is_set():
                return NONE_YET
            self._put(question)
            if is_doubtful:
                self._trial = question
                return NONE_YET
        if not question.is_answered.wait(PATIENCE):
            with self._lock:
                if not question.is_answered.is_set():
                    self._late.add(question)
                    return NONE_YET
        if isinstance(question.fault, Unwritable):
            return NONE_YET
        if question.fault is not None:
            raise question.fault
        return Answer(True, question.found)

    def close(self) -> None:
        """Let the threads end once they have their answer."""
        for _ in range(self._threads):
            self._waiting.put(None)

    def _put(self, question: _Question) -> None:
        self._open += 1
        self._waiting.put(question)
        if self._open > self._threads < THREADS:
            self._threads += 1
            Thread(target=self._work, name="asking", daemon=True).start()

    def _work(self) -> None:
        while (question := self._waiting.get()) is not None:
            try:
                question.found = question.ask()
                self._mark(False)
            except BaseException as fault:
                question.fault = fault
                if isinstance(fault, Unwritable):
                    self._mark(True)
            with self._lock:
                self._open -= 1
                question.is_answered.set()
                self._late.discard(question)
