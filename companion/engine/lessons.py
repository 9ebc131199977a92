"""What newcomers are told at the table, each thing when it first matters: a deck declares it, the facts bring it.

A lesson looks at nothing but what everybody sees: the step, what is asked, the facts of the last tap and the faces seen
in them. So it says the same whatever anybody holds, and betrays nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import facts as f
from companion.engine.deck import Decklist, Lesson
from companion.engine.state import Table

Key = tuple[str, str]
"""A lesson by its name, and whom it was said to: nobody in particular, or whose move it was."""


@dataclass(frozen=True, slots=True)
class Taught:
    """Progress of the lessons in a game. `now` names the lesson shown at the table, or is empty."""

    said: frozenset[Key] = frozenset()
    waiting: tuple[str, ...] = ()
    """Lessons about something that has happened while another was said: their turn comes."""
    now: str = ""


NOTHING = Taught()


def taught(before: Taught, decklist: Decklist, table: Table, facts: Sequence[f.Fact], asked: str) -> Taught:
    """Choose the lesson of a table, one at most: about what is asked now, else what just happened, else what the hands
    do.

    `facts` are those of the tap that led here. `asked` is the player whose move it is; empty for the whole table.
    """
    if table.ended is not None or table.claim is not None:
        return Taught(before.said, before.waiting)
    due = [
        one for one in decklist.lessons if _key(one, asked) not in before.said and _matters(one, decklist, table, facts)
    ]
    happened = [one.name for one in due if one.is_of_what_happened and one.name not in before.waiting]
    waiting = [*before.waiting, *happened]
    here = [one.name for one in due if not one.is_of_what_happened and not one.each]
    said = [*here, *waiting, *(one.name for one in due if one.each)]
    if not said:
        return Taught(before.said)
    now = next(one for one in decklist.lessons if one.name == said[0])
    left = tuple(name for name in waiting if name != now.name)
    return Taught(before.said | {_key(now, asked)}, left, now.name)


def _key(lesson: Lesson, asked: str) -> Key:
    return lesson.name, asked if lesson.each else ""


def _matters(lesson: Lesson, decklist: Decklist, table: Table, facts: Sequence[f.Fact]) -> bool:
    """Return True if everything the lesson waits for is the case."""
    cards = decklist.by_slug
    asked = [cards[one.about].acts_as if one.about in cards else one.about for one in table.prompts]
    if lesson.step and table.step != lesson.step:
        return False
    if lesson.about and lesson.about not in asked:
        return False
    if lesson.fact and not any(type(one).__name__ == lesson.fact for one in facts):
        return False
    if lesson.track and not any(
        isinstance(one, f.TrackSet) and one.track == lesson.track and one.value for one in facts
    ):
        return False
    if not lesson.card and not lesson.kind:
        return True
    seen = [slug for one in facts if isinstance(one, f.CardsMoved | f.CardsShown) for slug in one.faces]
    return any(
        lesson.card in ("", cards[slug].acts_as) and lesson.kind in ("", cards[slug].kind)
        for slug in seen
        if slug in cards
    )
