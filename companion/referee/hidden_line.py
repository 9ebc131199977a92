"""Where in the history a sight belongs, when entries around it have been undone and restored.

Entries form a tree: each was added on top of the one that stood last. A sight belongs on top of the entry that stood
last when it was made. If that one no longer stands, it moves down to the nearest that does; if one of the entries it
moved past had changed the hands it shows, it has faded.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.hidden import Line, Memory, Recalled, Sight, Step, Witness
from companion.table import facts as f
from companion.table.history import REDO, UNDO, Course, Entry
from companion.table.places import hand
from companion.table.state import Table


def line(course: Course, memory: Memory, witness: Witness) -> Line:
    """The entries that stand, each with what was seen after it."""
    parents, tops = _tree(course.entries)
    where = {entry.number: k for k, (entry, _) in enumerate(course.standing)}
    seen: list[list[Recalled]] = [[] for _ in course.standing]
    for sight in memory.sights:
        top, undone = tops[sight.version - 1], []
        while top not in where:
            undone.append(course.entries[top - 1])
            top = parents[top]
        seen[where[top]].append(_moved_down(sight, undone, witness))
    before = [Table(), *(table for _, table in course.standing)]
    return [Step(entry, before[k], table, tuple(seen[k])) for k, (entry, table) in enumerate(course.standing)]


def _tree(entries: Sequence[Entry]) -> tuple[dict[int, int], list[int]]:
    """On top of which entry each was added, and which stood last after each."""
    parents: dict[int, int] = {}
    tops: list[int] = []
    standing: list[int] = []
    undone: list[int] = []
    for entry in entries:
        if entry.verb == UNDO:
            undone.append(standing.pop())
        elif entry.verb == REDO:
            standing.append(undone.pop())
        else:
            parents[entry.number] = standing[-1] if standing else 0
            standing.append(entry.number)
            undone.clear()
        tops.append(standing[-1])
    return parents, tops


def _moved_down(sight: Sight, undone: Sequence[Entry], witness: Witness) -> Recalled:
    """The sight as it is told below these entries, the last of them first."""
    check, faded = sight.check, False
    for entry in undone:
        for fact in reversed(entry.facts):
            if isinstance(fact, f.Renamed):
                check = witness.renamed(check, {fact.to: fact.player})
            elif any(touches(fact, player) for player in witness.hands(check)):
                faded = True
    return Recalled(check, faded)


def touches(fact: f.Fact, player: str) -> bool:
    """Whether a fact changes which cards a player holds."""
    match fact:
        case f.CardsMoved(source, target):
            return hand(player) in (source, target)
        case f.CardsPassed(pairs):
            return any(player in pair for pair in pairs)
        case f.PlayerOut(who, _) | f.PlayerBack(who, _):
            return who == player
        case f.CountsSet():
            return True
        case _:
            return False
