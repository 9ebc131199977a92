"""What a tablet alone keeps of its referee: at which tables cards were shown, and which show everything. Nothing of the
cards, which lie in the memory of the page: once that has gone, what is kept here lets the referee say so.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SHOWN, ALL = "shown", "all"


class Marks:
    """All tables of this tablet, in one file. The tab that has the games is the only one that remembers."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known = _kept(file)

    def take(self, game: str) -> bool:
        """Return True: no other home could hold the memory."""
        return True

    def mark(self, game: str) -> bool:
        """Note that cards were shown."""
        self._change(game, lambda known: known | {SHOWN})
        return True

    def has_shown(self, game: str) -> bool:
        """Return True if cards were shown at this table, now or before the page was last opened."""
        return SHOWN in self._known.get(game, ())

    def is_elsewhere(self, game: str) -> bool:
        """There is no other home."""
        return False

    def shows_all(self, game: str) -> bool:
        """Return True if the table shows every deal, draw and exchange."""
        return ALL in self._known.get(game, ())

    def decide(self, game: str, on: bool) -> None:
        """Show everything from now on, or only what is disputed."""
        self._change(game, lambda known: known | {ALL} if on else known - {ALL})

    def forget(self, game: str) -> None:
        """Drop everything about a table that was forgotten."""
        self._change(game, lambda known: frozenset())

    def _change(self, game: str, work: Callable[[frozenset[str]], frozenset[str]]) -> None:
        known = self._known.get(game, frozenset())
        if (now := work(known)) == known:
            return
        self._known = {**self._known, game: now}
        if not now:
            del self._known[game]
        draft = self._file.with_suffix(".new")
        # A storage that is full loses only that this survives the next start.
        with suppress(OSError):
            draft.write_text(json.dumps({name: sorted(one) for name, one in self._known.items()}), "utf-8")
            draft.replace(self._file)


def _kept(file: Path) -> dict[str, frozenset[str]]:
    try:
        said = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(said, dict):
        return {}
    return {str(game): frozenset(known) & {SHOWN, ALL} for game, known in said.items() if isinstance(known, list)}
