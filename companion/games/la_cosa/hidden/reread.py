"""What was known the last time, taken up again for whoever asks again and again in one game (`Reread`).

It is taken up only where everything that was folded then stands now as it stood: the same entries in the same order
with the same sights between them, and nothing of it undone. Else all is folded anew.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, TypeVar

from companion.referee.hidden import Line, Recalled, Reread
from companion.table.history import Entry

T = TypeVar("T")
Event = Entry | Recalled


def events(line: Line) -> list[Event]:
    """Everything that happened after the set-up, and what was seen in between, in order."""
    happened: list[Event] = []
    for step in line:
        happened += (step.entry, *step.sights)
    return happened[1:]


def taken_up(line: Line, happened: Sequence[Event], by_the_book: bool) -> tuple[Any, int] | None:
    """What was known the last time and of how many events; None where that is not how it happened."""
    if isinstance(line, Reread) and by_the_book in line.folded:
        known, told = line.folded[by_the_book]
        if len(told) <= len(happened) and all(map(_is_same, told, happened)):
            return own(known), len(told)
    return None


def laid_down(line: Line, happened: Sequence[Event], by_the_book: bool, known: object) -> None:
    """Remember what is known now, for the next time."""
    if isinstance(line, Reread):
        line.folded[by_the_book] = (own(known), happened)


def _is_same(then: Event, now: Event) -> bool:
    """An entry is known by being that very entry, a sight by what it says."""
    return then is now or (isinstance(then, Recalled) and then == now)


def own(thing: T) -> T:
    """A copy of what is known in which nothing that can change is shared."""
    other = copy.copy(thing)
    for name, value in vars(thing).items():
        if isinstance(value, dict):
            value = {key: part.copy() if isinstance(part, dict) else part for key, part in value.items()}
        elif isinstance(value, set):
            value = value.copy()
        elif type(value).__module__.startswith(__package__):
            value = own(value)
        setattr(other, name, value)
    return other
