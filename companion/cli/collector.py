"""Python's collector of reference cycles, kept from stopping the table.

A full collection looks at every object there is while everything else waits: a tenth of a second with forty games in
memory, longer with four hundred, and nearly all of it for nothing, since entries and tables hold no cycles. So what has
outlived one is not looked at by the next. Now and then all of it is, for the cycles that came to be among it.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping

ALL_AFTER = 3600.0
"""Seconds after which a full collection looks at everything again."""


class Collector:
    """Spares what has outlived a full collection. `clock` tells the time in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._thawed = clock()

    def begin(self) -> None:
        """From now on; what there is already was made by the start, and stays."""
        gc.collect()
        gc.freeze()
        gc.callbacks.append(self._collected)

    def end(self) -> None:
        """No longer."""
        gc.callbacks.remove(self._collected)
        gc.unfreeze()

    def _collected(self, phase: str, info: Mapping[str, int]) -> None:
        if phase != "stop" or info["generation"] != 2:
            return
        if self._clock() - self._thawed < ALL_AFTER:
            gc.freeze()
        else:
            self._thawed = self._clock()
            gc.unfreeze()  # the next one looks at everything
