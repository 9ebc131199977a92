"""A practice evening: invented people, and what they do step by step while somebody is shown how it works."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.deck import Decklist
from companion.engine.history import UNDO, Course

Said = Mapping[str, Any]
TAKE_BACK: Said = {"action": UNDO}
ASTRAY = "astray"
"""The step of a table at which something else was done than it was led to."""
OVER = "over"


@dataclass(frozen=True, slots=True)
class Lesson:
    """Part of a practice: what is done together, and the name of the sentence that leads to it.

    `is_slip`: it is to be taken back; `refused`: what is touched before, to hear why it cannot be done.
    """

    name: str
    actions: tuple[Said, ...]
    is_slip: bool = False
    refused: Said | None = None


@dataclass(frozen=True, slots=True)
class Practice:
    """The people of a practice evening, clockwise, the first of them begins; and its lessons."""

    players: tuple[str, ...]
    lessons: tuple[Lesson, ...]

    def box(self, decklist: Decklist) -> Decklist:
        """Return the box as so few play with it: with the cards of the smallest table it is made for."""
        fewer = max(0, decklist.fewest - len(self.players))
        cards = tuple(replace(card, numbers=tuple(n - fewer for n in card.numbers)) for card in decklist.cards)
        return replace(decklist, fewest=decklist.fewest - fewer, cards=cards)

    def step(self, course: Course) -> Step:
        """Return what is to be done now."""
        done = [entry.action for entry, _ in course.standing[1:]]
        tried = [entry.action for entry in course.entries]
        for lesson in self.lessons:
            count = len(lesson.actions)
            now = done[:count]
            if [*lesson.actions[: len(now)]] != now:
                if lesson.is_slip:
                    continue
                return Step(ASTRAY, (TAKE_BACK,))
            if len(now) == count and not lesson.is_slip:
                done = done[count:]
            elif len(now) == count:
                return Step(f"{lesson.name}-back", (TAKE_BACK,)) if len(done) == count else Step(ASTRAY, (TAKE_BACK,))
            elif not (lesson.is_slip and lesson.actions[0] in tried):
                return Step(lesson.name, lesson.actions[len(now) :], lesson.refused)
        return Step(OVER)


@dataclass(frozen=True, slots=True)
class Step:
    """Step of a practice: the name of its sentence, the actions that are left of it, and what is tried before."""

    name: str
    actions: tuple[Said, ...] = ()
    refused: Said | None = None
