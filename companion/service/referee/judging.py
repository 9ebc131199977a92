"""The cards of a check are looked at: here, or in a process of its own for a time that tells nothing.

How long the referee takes depends on what it has seen. So that nobody can tell by the clock, a running table has its
checks looked at in a worker process, at the lowest priority and without the game's lock: who reads or plays meanwhile
waits for nothing. The worker is busy for a time that follows from what everybody sees (how many entries there are, how
many people play) and from the speed of the machine, whatever it finds and however early it has found it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from math import ceil
from typing import NamedTuple

from companion import games
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden import Finding, Memory, Told
from companion.engine.hidden_line import line
from companion.engine.history import Course, Entry
from companion.service.errands import WorkerLost, Workers

STEP = 0.25
"""Seconds; a worker is busy for a multiple of it."""
AT_LEAST, FOR_EACH = 0.05, 110e-6
"""Seconds that the slowest check takes where `_loop` takes `REFERENCE`: at least, and more for each entry of the game
times each person. Measured with 4 to 12 people and 2 to 16 rounds, nobody's cards shown (docs/referee.md)."""
REFERENCE = 0.004
WAY_BACK = 0.04
"""Seconds kept free at the end, for the way from the worker to whoever waits for a whole step."""


class Stumbled(RuntimeError):
    """The referee failed. What it was looking at is hidden: nothing of the failure is passed on."""


class Question(NamedTuple):
    """What is looked at: a game by its slug, how many play, its deck, all that was said, what was shown before, and the
    check."""

    game: str
    people: int
    decklist: Decklist
    entries: tuple[Entry, ...]
    memory: Memory
    check: Action


class Look(NamedTuple):
    """What a check finds, what is remembered after it, and what each of those whose cards were shown is told."""

    finding: Finding
    memory: Memory
    told: Mapping[str, Told]


def judged(workers: Workers | None, question: Question) -> Look:
    """Looked at by a worker where there are any, else here and now. Raises `Stumbled`; `Busy` with too many waiting."""
    if workers is None:
        return looked_at(question)
    try:
        return workers.run(looked_at_in_time, question)
    except WorkerLost:
        raise Stumbled("the referee was lost on a check") from None


def looked_at(question: Question) -> Look:
    """What the referee of a game finds; raises `Stumbled`."""
    course = Course()
    for entry in question.entries:
        course.record(entry)
    return look(question.game, question.decklist, course, question.memory, question.check)


def look(game: str, decklist: Decklist, course: Course, memory: Memory, check: Action) -> Look:
    """The same of a course that nobody changes meanwhile."""
    witness = games.find(game).witness
    assert witness is not None, "asked before: this game has a referee for hidden cards"
    try:
        seen = line(course, memory, witness)
        finding = witness.judge(decklist, seen, check)
        told = witness.tell(decklist, seen, check, finding)
    except Exception:
        raise Stumbled("the referee failed on a check") from None
    return Look(finding, memory.with_sight(check, course.version, finding), told)


def looked_at_in_time(question: Question) -> Look:
    """The same, busy until a moment that follows from public things alone; one step more where that was too soon."""
    began = time.perf_counter()
    span = busy_for(len(question.entries), question.people, _slowness())
    try:
        return looked_at(question)
    finally:
        took = time.perf_counter() - began
        span = max(span, ceil((took + WAY_BACK) / STEP) * STEP)
        while time.perf_counter() < began + span - WAY_BACK:
            pass  # busy, not asleep: how much of the processor is left for others must tell nothing either


def busy_for(entries: int, people: int, slowness: float) -> float:
    """Seconds a worker is busy with a check: as long as the slowest takes that could be made in such a game."""
    return ceil((AT_LEAST + FOR_EACH * entries * people) * slowness / STEP) * STEP


@cache
def _slowness() -> float:
    """How many times as long this machine takes for one and the same loop as where the figures were measured."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        _loop()
        times.append(time.perf_counter() - began)
    return min(times) / REFERENCE


def _loop() -> int:
    kept: dict[int, frozenset[int]] = {}
    for k in range(6000):
        kept[k % 97] = frozenset((k % 7, k % 5)) | kept.get(k % 89, frozenset())
    return len(kept)
