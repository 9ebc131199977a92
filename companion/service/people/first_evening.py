"""A table that has never played: the goal to read aloud, and one lesson at a time, each when it first matters.

Which lesson is said follows from the entries alone: every device says the same, and what is taken back was not said.
"""

from __future__ import annotations

from companion.engine.lessons import NOTHING, Taught, taught
from companion.engine.words import Wording
from companion.service.live.about import numbered
from companion.service.live.session import LiveGame


def is_first_evening(playing: LiveGame) -> bool:
    """Return True if the table said so at the set-up."""
    return playing.entries[0].action.get("first_evening") is True


def goal(words: Wording) -> tuple[str, ...]:
    """Return the goal of a game in sentences to read aloud; empty if it has none."""
    return numbered(words, "goal")


def lesson(playing: LiveGame, words: Wording) -> str:
    """Return the sentence for the question that the table asks now; empty if there is nothing new."""
    if not is_first_evening(playing):
        return ""
    name = _now(playing).now
    return words.as_played(playing.table.options).raw(f"lessons.{name}") if name else ""


def _now(playing: LiveGame) -> Taught:
    """Return the progress of the lessons. Of a tap with several actions only the table at its end was seen."""
    with playing.lock:
        course, known = playing.course, playing.taught
        ends = list[list[int]]()
        top = course.tops[-1]
        while top and top not in known:
            tap = [top]
            batch, below = course.entries[top - 1].batch, course.parents[top]
            while batch and below and course.entries[below - 1].batch == batch:
                tap.append(below)
                below = course.parents[below]
            ends.append(tap)
            top = below
        came = known[top] if top else NOTHING
        for tap in reversed(ends):
            table = course.after[tap[0] - 1]
            facts = [fact for number in reversed(tap) for fact in course.entries[number - 1].facts]
            asked = playing.game.waiting_for(table) or ""
            came = known[tap[0]] = taught(came, playing.decklist, table, facts, asked)
        return came
