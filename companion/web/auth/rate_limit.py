"""How often an address may ask: a bucket of tokens for each, filled up with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

MOST_ADDRESSES = 4096


class RateLimiter:
    """`rate`: tokens a second; `burst`: how many a bucket holds."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._lock = Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, address: str) -> bool:
        """Take a token out of the bucket of an address, if there is one."""
        now = time.monotonic()
        with self._lock:
            tokens, then = self._buckets.pop(address, (self._burst, now))
            tokens = min(self._burst, tokens + (now - then) * self._rate)
            self._buckets[address] = (max(tokens - 1, 0.0), now)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        return tokens >= 1
