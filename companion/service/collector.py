"""Python's collector of reference cycles, kept from stopping the table.

A full collection looks at every object there is while everything else waits: a tenth of a second with forty games in
memory, longer with four hundred, and nearly all of it for nothing, since entries and tables hold no cycles. So what has
outlived one is not looked at by the next. Now and then all of it is, for the cycles that came to be among it.

Where one person taps and then looks at the table, it is done in that pause: a house that says when it rests is not
stopped while it answers.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping

ALL_AFTER = 3600.0
"""Seconds after which a full collection looks at everything again."""
UNASKED = 100_000
"""New objects after which a house that rests in the pauses is stopped after all: some hundred taps without one."""


class Collector:
    """Spares what has outlived a full collection. `clock` tells the time in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, rests: bool = False) -> None:
        """`rests`: whether somebody will say when nothing is asked of the house."""
        self._clock = clock
        self._thawed = clock()
        self._rests = rests
        self._before = gc.get_threshold()

    def begin(self) -> None:
        """From now on; what there is already was made by the start, and stays."""
        gc.freeze()
        gc.enable()
        gc.callbacks.append(self._collected)
        if self._rests:
            gc.set_threshold(UNASKED, *self._before[1:])

    def rest(self) -> None:
        """Collect what has piled up since the last time, in a moment without requests."""
        gc.collect()

    def end(self) -> None:
        """No longer."""
        gc.callbacks.remove(self._collected)
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def _collected(self, phase: str, info: Mapping[str, int]) -> None:
        if phase == "start" or info["generation"] != 2:
            return
        if self._clock() - self._thawed < ALL_AFTER:
            gc.freeze()
        else:
            self._thawed = self._clock()
            gc.unfreeze()  # the next one looks at everything
