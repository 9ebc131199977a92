"""The cards of a check are looked at: here, or in a process of its own for a time that tells nothing.

How long the referee takes depends on what it has seen. So that nobody can tell by the clock, a running table has its
checks looked at in a worker process, at the lowest priority and without the game's lock: who reads or plays meanwhile
waits for nothing. The worker is busy for a time that follows from what everybody sees (how many entries there are, how
many of them are new to it, how many people play) and from the speed of the machine, whatever it finds and however early
it has found it.

What the referee makes of a game is kept in the worker's own memory from one check to the next, so that only what is
new has to be told to it. It is written nowhere. It goes when the game ends or is forgotten, when other games are asked
about, and with the worker.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from functools import cache
from math import ceil
from typing import Any, NamedTuple

from companion import games
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.line import line
from companion.engine.hidden.reasons import WORK, tellings, with_reasons
from companion.engine.hidden.referee import Finding, Memory, Phrase, Reread, Told
from companion.engine.history import REDO, UNDO, Course, Entry
from companion.engine.solver import is_here, load
from companion.service.errands import WorkerLost, Workers

STEP = 0.25
"""Seconds; a worker is busy for a multiple of it."""
AT_LEAST, FOR_EACH, FOR_NEW, FOR_AGAIN = 0.1, 120e-6, 150e-6, 60e-6
"""Seconds that the slowest check takes where `_loop` takes `REFERENCE`: at least, and more for each entry of the game,
for each that is new to the worker, and for each that is told once more to find what proves it, times each person
(docs/referee.md says how they were found)."""
REFERENCE = 0.004
WAY_BACK = 0.04
"""Seconds kept free at the end, for the way from the worker to whoever waits for a whole step."""


class Stumbled(RuntimeError):
    """The referee failed. What it was looking at is hidden: nothing of the failure is passed on."""


class Question(NamedTuple):
    """Input of a check: the game's slug, the number of players, the deck, all entries, what was shown before, and the
    check."""

    game: str
    people: int
    decklist: Decklist
    entries: tuple[Entry, ...]
    memory: Memory
    check: Action
    ident: str = ""
    """Which game it is; what was made of it is kept until the next question, unless this is empty."""
    work: int = WORK
    """Entries times people that are told once more for what proves the answer, at most."""
    slack: float = 1.0
    """How many times as long as the slowest check whoever looks at it is busy, to be sure."""


class Look(NamedTuple):
    """Result of a check: the finding, the memory after it, and what each player who showed cards is told."""

    finding: Finding
    memory: Memory
    told: Mapping[str, Told]


def judged(workers: Workers | None, question: Question) -> Look:
    """Have a worker look at a check, or do it here if there are none. Raise `Stumbled`; `Busy` with too many
    waiting."""
    if workers is None:
        return looked_at(question)
    try:
        return workers.run(looked_at_in_time, question)
    except WorkerLost:
        raise Stumbled("the referee was lost on a check") from None


class Story(NamedTuple):
    """A game to be told to a worker before anything is shown: its slug, the deck, all entries, and which game it is."""

    game: str
    decklist: Decklist
    entries: tuple[Entry, ...]
    ident: str


def listened_to(story: Story) -> None:
    """Tell a worker a game of which nothing was shown, so that its first check finds it told."""
    referee = games.find(story.game).referee
    if referee is not None and referee.is_ready():
        _, kept = _taken_up(story)
        referee.decided(story.decklist, Reread(line(_course(story.entries), Memory(), referee), kept))


def looked_at(question: Question, kept: dict[object, Any] | None = None) -> Look:
    """Return what a game's referee finds. Raise `Stumbled`. `kept` is what it made of the game the last time."""
    course = _course(question.entries)
    return look(question.game, question.decklist, course, question.memory, question.check, kept, question.work)


def _course(entries: Iterable[Entry]) -> Course:
    course = Course()
    for entry in entries:
        course.record(entry)
    return course


def look(
    game: str,
    decklist: Decklist,
    course: Course,
    memory: Memory,
    check: Action,
    kept: dict[object, Any] | None = None,
    work: int = WORK,
) -> Look:
    """Look at a check in a course that nobody changes meanwhile."""
    referee = games.find(game).referee
    assert referee is not None, "asked before: this game has a referee for hidden cards"
    if not referee.is_ready():
        # Without a solver the answer is the same whatever the cards are.
        private = (Phrase("check.private.undetermined"), NO_SOLVER)
        unknown = Finding("undetermined", (), (NO_SOLVER,), Phrase("check.public.no-solver"), private)
        return Look(
            unknown, memory, {who: Told("undetermined", private) for who in sorted(referee.hands(check) - {""})}
        )
    try:
        seen = Reread(line(course, memory, referee), {} if kept is None else kept)
        finding = referee.judge(decklist, seen, check)
        told = referee.tell(decklist, seen, check, finding)
        finding, told = with_reasons(referee, decklist, seen, check, finding, told, work)
    except Exception:
        raise Stumbled("the referee failed on a check") from None
    return Look(finding, memory.with_sight(check, course.version, finding), told)


NO_SOLVER = Phrase("check.needs.no-solver")


# In a worker

MOST_KEPT = 4
"""Of how many games a worker keeps what was made of them."""
_kept: OrderedDict[str, tuple[int, dict[object, Any]]] = OrderedDict()
"""By game: how many entries it had at the last check, and what was made of it. In this process, and nowhere else."""


def drop(ident: str) -> None:
    """Forget everything kept of a game."""
    _kept.pop(ident, None)


def _taken_up(question: Question | Story) -> tuple[int, dict[object, Any]]:
    """Return the number of entries that are new to this worker (all after an undo), and what it made of the others."""
    told, kept = _kept.pop(question.ident, (0, {}))
    new = question.entries[told:]
    if question.ident:
        _kept[question.ident] = (len(question.entries), kept)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    anew = any(entry.verb in (UNDO, REDO) for entry in new)
    return (len(question.entries) if anew else len(new)), kept


def looked_at_in_time(question: Question) -> Look:
    """Look at a check and stay busy until a moment that follows from public things alone; one step more if it came too
    soon."""
    began = time.perf_counter()
    new, kept = _taken_up(question)
    span = busy_for(len(question.entries), new, question.people, _slowness() * question.slack, question.work)
    try:
        return looked_at(question, kept)
    except Stumbled:
        drop(question.ident)
        raise
    finally:
        took = time.perf_counter() - began
        span = max(span, ceil((took + WAY_BACK) / STEP) * STEP)
        while time.perf_counter() < began + span - WAY_BACK:
            pass  # busy, not asleep: how much of the processor is left for others must tell nothing either


def busy_for(entries: int, new: int, people: int, slowness: float, work: int = WORK) -> float:
    """Seconds a worker is busy with a check: as long as the slowest takes that could be made in such a game, so many
    entries of which are new to it."""
    again = entries * tellings(entries, people, work)
    each = FOR_EACH * entries + FOR_NEW * new + FOR_AGAIN * again
    return ceil((AT_LEAST + each * people) * slowness / STEP) * STEP


def get_ready() -> None:
    """Have everything here that the first check takes, in a moment in which nobody waits for one."""
    if is_here():
        load()
        _slowness()


@cache
def _slowness() -> float:
    """Return how many times longer this machine takes for a fixed loop than the one where the figures were measured."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        kept: dict[int, frozenset[int]] = {}
        for k in range(6000):
            kept[k % 97] = frozenset((k % 7, k % 5)) | kept.get(k % 89, frozenset())
        times.append(time.perf_counter() - began)
    return min(times) / REFERENCE
