"""A camera watched: every frame looked at quickly, two a second thoroughly, and one steady answer."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from companion.scan.reader import Frame, Reading
from companion.scan.tag_reader import TagReader
from companion.scan.temporal import Steady

THOROUGH_SECONDS = 0.5
"""Between two thorough looks, or eight times what one takes if that is longer: an eighth of a core is enough."""


@dataclass
class Live:
    """Watches frames for cards. The thorough look costs ten quick ones, so it is taken now and then."""

    eyes: TagReader
    every: float = THOROUGH_SECONDS
    quick: Steady = field(init=False)
    thorough: Steady = field(init=False)
    _next: float = float("-inf")

    def __post_init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew: what was shown is taken away."""
        self.quick = Steady(self.eyes.known, of=8)
        self.thorough = Steady(self.eyes.known, of=3, settle=self.eyes.settle)

    def look(self, frame: Frame, now: float) -> None:
        """One frame, at so many seconds on any clock that goes forward."""
        if now >= self._next:
            start = time.perf_counter()
            self.thorough = self.thorough.after(self.eyes.read(frame))
            self._next = now + max(self.every, 8 * (time.perf_counter() - start))
        else:
            self.quick = self.quick.after(self.eyes.read(frame, thorough=False))

    def cards(self) -> list[Reading]:
        """Return the tags steadily in view now."""
        quick = self.quick.cards()
        return quick + [card for card in self.thorough.cards() if all(card.payload != other.payload for other in quick)]

    def unread(self) -> list[Reading]:
        """Tags seen that nothing can read."""
        cards = self.cards()
        return [tag for tag in self.thorough.unread() if not any(tag.beside(card) for card in cards)]
