"""What the hands do on the real table when the screen goes back: the net change from now to an earlier moment."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.history import UNDO, Entry
from companion.engine.words import Wording
from companion.service.live.batches import turned_last
from companion.service.live.session import LiveGame


def hands(playing: LiveGame, entries: Sequence[Entry], words: Wording) -> tuple[str, ...]:
    """Return what the hands must put right when these consecutive entries are taken back all together.

    Moves to and fro cancel out; several moves from one place to another are told once.
    """
    if not entries:
        return ()
    facts = [fact for entry in entries for fact in entry.facts]
    return playing.game.undo_hints(playing.table_before(entries[0].number), facts, words)


def put_right(playing: LiveGame, words: Wording) -> tuple[str, ...]:
    """Return what the hands must put right now if the last action took something back, else nothing."""
    gone = (playing.about(entry.number) for entry in turned_last(playing.entries) if entry.verb == UNDO)
    return hands(playing, [playing.entries[about - 1] for about in sorted(filter(None, gone))], words)
