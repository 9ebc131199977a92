"""Where in the history a sight belongs, when entries around it have been undone and restored.

Entries form a tree (see `Course`). A sight belongs on top of the entry that stood last when it was made. If that one no
longer stands, it moves down to the nearest that does; if one of the entries it moved past had changed the hands it
shows, it has faded, but where they had only drawn and parted with cards it is known what they did.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import facts as f
from companion.engine.hidden.referee import HiddenInfo, Line, Memory, Move, Recalled, Sight, Step
from companion.engine.history import Course, Entry
from companion.engine.places import Place, hand
from companion.engine.state import Table


def line(course: Course, memory: Memory, referee: HiddenInfo) -> Line:
    """Return the entries that stand, each with what was seen after it."""
    where = {entry.number: k for k, (entry, _) in enumerate(course.standing)}
    seen: list[list[Recalled]] = [[] for _ in course.standing]
    for sight in memory.sights:
        top, undone = course.tops[sight.version - 1], []
        while top not in where:
            undone.append(course.entries[top - 1])
            top = course.parents[top]
        seen[where[top]].append(_moved_down(sight, undone, referee))
    before = [Table(), *(table for _, table in course.standing)]
    return [Step(entry, before[k], table, tuple(seen[k])) for k, (entry, table) in enumerate(course.standing)]


def _moved_down(sight: Sight, undone: Sequence[Entry], referee: HiddenInfo) -> Recalled:
    """Return the sight as it is told below these entries, the last of them first."""
    check, faded, moves, is_plain, filled = sight.check, False, list[Move](), True, set[Place]()
    for entry in undone:
        for fact in reversed(entry.facts):
            if isinstance(fact, f.Renamed):
                check = referee.renamed(check, {fact.to: fact.player})
                continue
            is_plain &= not isinstance(fact, f.StackShuffled)
            if isinstance(fact, f.CardsMoved):
                filled.add(fact.target)
            for player in [player for player in referee.hands(check) if touches(fact, player)]:
                faded = True
                if isinstance(fact, f.CardsMoved) and (fact.source.kind == "pile" or fact.source == hand(player)):
                    faces = fact.faces if len(fact.faces) == fact.count else ("",) * fact.count
                    more = 1 if fact.source.kind == "pile" else -1
                    moves += [Move(more, face, fact.source) for face in reversed(faces)]
                else:
                    is_plain = False
    # Other cards may be drawn now than lay in a pile before that was shuffled or that something was laid on.
    is_plain &= not any(move.place in filled for move in moves if move.more > 0)
    return Recalled(check, faded, tuple(reversed(moves)) if is_plain else ())


def touches(fact: f.Fact, player: str) -> bool:
    """Return True if a fact changes which cards a player holds."""
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
