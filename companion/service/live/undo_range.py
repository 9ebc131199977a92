"""How far one Undo, one Redo and a return to an earlier moment go, known before they are said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, islice, pairwise, takewhile
from typing import NamedTuple

from companion.engine.history import UNDO, Entry, last_batch, share_mark, share_moment
from companion.service.live.session import TURNING, LiveGame


class Step(NamedTuple):
    """Range of one undo or redo: the entries it moves, in the order they were made, and the entry to return to."""

    entries: tuple[Entry, ...]
    to: int


class Return(NamedTuple):
    """The entries that going back to a moment takes back, and those it brings back; in the order they were said."""

    taken: tuple[Entry, ...]
    brought: tuple[Entry, ...]


def return_step(playing: LiveGame, number: int) -> Return:
    """Return what a return to the moment after entry `number` takes back and brings back."""
    here, there = [entry.number for entry, _ in playing.course.standing], playing.course.stood(number)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
    taken, brought = ([playing.entries[k - 1] for k in numbers[common:]] for numbers in (here, there))
    return Return(tuple(taken), tuple(brought))


def undo_step(playing: LiveGame) -> Step | None:
    """Return the range of one undo: everything that the tap brought which brought the last entry that stands."""
    last, standing = last_batch(playing.entries), playing.course.standing
    if last[0].verb == UNDO and last[-1].verb not in TURNING:
        # It went back and said something again: it is the whole of that which goes.
        return Step(tuple(entry for entry in last if entry.verb not in TURNING), last[0].number - 1)
    count = _together(playing, (entry for entry, _ in islice(reversed(standing), len(standing) - 1)))
    return Step(tuple(entry for entry, _ in standing[-count:]), standing[-count - 1][0].number) if count else None


def redo_step(playing: LiveGame) -> Step | None:
    """Return the range of one redo: everything that the tap took back which took back the next entry to restore."""
    undone = [entry for entry, _ in playing.course.undone]
    count = _together(playing, reversed(undone))
    if not count:
        return None
    before = min(playing.moved_by(entry.number) for entry in undone[-count:]) - 1
    return Step(tuple(undone[: -count - 1 : -1]), before)


def _together(playing: LiveGame, newest_first: Iterable[Entry]) -> int:
    """Count the entries, from the first on, that one tap brought where they are; 0 for none. Reads no further."""
    said = playing.entries
    movers = (said[playing.moved_by(entry.number) - 1] for entry in newest_first)
    last = next(movers, None)
    if last is None:
        return 0
    is_one = share_mark if said[0].batch else _was_one(playing, last)
    return 1 + sum(1 for _ in takewhile(lambda pair: is_one(*pair), pairwise(chain((last,), movers))))


def _was_one(playing: LiveGame, last: Entry) -> Callable[[Entry, Entry], bool]:
    """Return the test for one tap in games without marks: a tap sent its id with its last entry only."""
    is_known = last.number == playing.version and playing.id_of(last.number) != ""
    return lambda other, one: is_known and share_moment(one, other) and not playing.id_of(one.number)
