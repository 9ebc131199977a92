"""Who is told what was heard of other hosts; whoever could not act on it is told again, until they can."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from companion.store.base import Unwritable

FIRST_AGAIN = 0.2
"""Seconds after which it is tried again what could not be done; twice as long each further time."""
LAST_AGAIN = 3.0
"""Seconds between two tries at most: the database may be away for hours."""

Heard = Callable[..., None]
"""Does what is to be done where something was heard. Raises `Unwritable` where that cannot be done now."""
_log = logging.getLogger("companion.store")


class Telling:
    """Queue of changes owed to each watcher. Used by one thread, the one that listens."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._owed: dict[tuple[Heard, tuple[str | int, ...]], None] = {}
        self._wait, self._due = FIRST_AGAIN, 0.0

    @property
    def is_behind(self) -> bool:
        """True if a change was heard that could not be acted on yet."""
        return bool(self._owed)

    def tell(self, heard: Heard, *what: str | int) -> None:
        """Tell it now, and again later where it could not be done."""
        if self._does(heard, what):
            self._owed.pop((heard, what), None)
        elif not self._owed:
            self._owed[heard, what] = None
            self._wait = FIRST_AGAIN
            self._due = self._clock() + self._wait
        else:
            self._owed[heard, what] = None

    def again(self) -> None:
        """Tell what is owed, in the order in which it was heard, where it is time to; at the first that fails, wait."""
        if not self._owed or self._clock() < self._due:
            return
        for heard, what in tuple(self._owed):
            if not self._does(heard, what):
                self._wait = min(2 * self._wait, LAST_AGAIN)
                self._due = self._clock() + self._wait
                return
            del self._owed[heard, what]
        self._wait = FIRST_AGAIN

    def _does(self, heard: Heard, what: tuple[str | int, ...]) -> bool:
        """Return True if a change is done with: it was told, or trying again is of no use."""
        try:
            heard(*what)
        except Unwritable:
            return False
        except Exception:
            # One that fails for another reason fails always, and the others have to be told all the same.
            _log.exception("what was heard of another host could not be acted on: %s", what[0])
        return True
