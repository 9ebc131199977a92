"""A table that has never played: the goal to read aloud, and one lesson at a time, each when it first matters.

Which lesson is said follows from the entries alone: every device says the same, and what is taken back was not said.
"""

from __future__ import annotations

from companion.engine.lessons import NOTHING, Taught, taught
from companion.engine.words import Wording
from companion.service.live.about import numbered
from companion.service.live.session import LiveGame


def is_first_evening(playing: LiveGame) -> bool:
    """Whether the table said so when it sat down."""
    return playing.entries[0].action.get("first_evening") is True


def goal(words: Wording) -> tuple[str, ...]:
    """What a game is about, in sentences to read aloud; empty where it says nothing."""
    return numbered(words, "goal")


def lesson(playing: LiveGame, words: Wording) -> str:
    """The sentence for the question that the table asks now; empty where there is nothing new."""
    if not is_first_evening(playing):
        return ""
    name = _now(playing).now
    return words.as_played(playing.table.options).raw(f"lessons.{name}") if name else ""


def _now(playing: LiveGame) -> Taught:
    """How far the lessons have come. Of a tap that said several things only the table at its end was seen."""
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
