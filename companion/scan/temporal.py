"""Many frames, one answer: what was read in enough of the last frames, and what they only show together. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.scan.reader import Known, Reading

Settle = Callable[[Sequence[Sequence[float]]], str | None]
"""From the evidence of several frames of one tag to its payload, None while it is not clear enough."""


@dataclass(frozen=True)
class Steady:
    """The last `of` frames. A card counts once it was read in `needed` of them; what is older is forgotten.

    `settle` judges tags that no frame could read alone by all frames in which they lay in the same place.
    """

    known: Known
    needed: int = 1
    of: int = 5
    settle: Settle | None = None
    frames: tuple[tuple[Reading, ...], ...] = ()

    def after(self, readings: Sequence[Reading]) -> Steady:
        """One frame later."""
        return replace(self, frames=(*self.frames, tuple(readings))[-self.of :])

    def cards(self) -> list[Reading]:
        """Return the tags on the table: every payload once a place, where it was last read; then what only all frames
        show."""
        sure = [reading for reading in self._latest() if self._times(reading.payload) >= self.needed]
        return sure + [tag for tag in self._settled() if not any(tag.payload == other.payload for other in sure)]

    def unread(self) -> list[Reading]:
        """Tags of the last frame that nothing could read."""
        cards = self.cards()
        return [tag for tag in self._unread(self.frames[-1:]) if not any(tag.beside(card) for card in cards)]

    def _times(self, payload: str | None) -> int:
        """In how many frames a payload was read."""
        return sum(any(reading.payload == payload for reading in frame) for frame in self.frames)

    def _latest(self) -> Iterator[Reading]:
        """Every payload where it was last read; twice if the same frame has it twice."""
        done: set[str] = set()
        for frame in reversed(self.frames):
            here = [reading for reading in frame if reading.payload is not None and reading.payload not in done]
            yield from here
            done.update(reading.payload for reading in here if reading.payload is not None)

    def _settled(self) -> Iterator[Reading]:
        if self.settle is None:
            return
        for tag in self._unread(self.frames[-1:]):
            looks = self._looks(tag)
            payload = self.settle([look.evidence for look in looks]) if len(looks) > 1 else None
            if payload is not None:
                yield replace(tag, how="closed set", payload=payload, copy=self.known[payload], evidence=())

    def _looks(self, tag: Reading) -> list[Reading]:
        """Return the frames' views of one unread tag, the last first; a tag that moved is followed from frame to
        frame."""
        looks = [tag]
        for frame in reversed(self.frames[:-1]):
            same = next((other for other in self._unread([frame]) if other.beside(looks[-1])), None)
            if same is not None:
                looks.append(same)
        return looks

    @staticmethod
    def _unread(frames: Sequence[Sequence[Reading]]) -> list[Reading]:
        return [reading for frame in frames for reading in frame if reading.evidence]
