"""What a reader of frames is, and what it thinks it sees: one `Reading` a tag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.engine.deck import Copy
from companion.i18n.scan_sentences import Refused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Frame: TypeAlias = "NDArray[np.uint8]"
"""One grey picture: rows of pixels, 0 black to 255 white."""

Known = Mapping[str, Copy]
"""The copies of the printed decks on this table by their payload."""

Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]
How = Literal["zxing", "closed set", "seen"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One tag in one frame. Corners of its symbol in pixels: its own top left, top right, bottom right, bottom left.

    `copy` is set when the payload is a card of the decks asked for; a payload without a copy is some other code.
    Neither is set when a tag was seen and could not be read: `evidence` then is the ink that was seen, so that several
    frames of it can be judged together. It is never a guess.
    """

    corners: Corners
    how: How
    payload: str | None = None
    copy: Copy | None = None
    mirrored: bool = False
    evidence: tuple[float, ...] = ()

    @property
    def centre(self) -> Corner:
        """The middle of the symbol."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def side(self) -> float:
        """Pixels along one side, the mean of the four."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return sum(hypot(a - c, b - d) for (a, b), (c, d) in ends) / 4

    def beside(self, other: Reading) -> bool:
        """Return True if both are at the same place: the middle of one lies well inside the other."""
        (x, y), (u, v) = self.centre, other.centre
        return max(abs(x - u), abs(y - v)) < 0.35 * max(self.side, other.side)


def need_opencv() -> None:
    """`Refused`, with what to do about it, where OpenCV cannot be loaded."""
    try:
        import cv2  # noqa: F401
    except ImportError:
        raise Refused("library.missing") from None
