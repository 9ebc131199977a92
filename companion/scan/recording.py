"""Frames recorded before, in place of a camera: for tests, and to look into what went wrong at a table."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from companion.i18n.scan_sentences import Refused
from companion.scan.picture import decode
from companion.scan.reader import Frame

PACE = 1 / 15
"""Seconds a frame of a folder or a film takes."""


class Recording:
    """Frames recorded before: a list, a folder of pictures, or a film. None stands for a moment without a camera."""

    def __init__(self, frames: Iterable[Frame | None], again: bool = False, pace: float = 0) -> None:
        """`again`: over and over; `pace`: seconds a frame takes."""
        self._frames = tuple(frames)
        self._again = again
        self._pace = pace
        self._next = 0

    def frame(self) -> Frame | None:
        """Return the next frame; after the last, the first again if asked for."""
        time.sleep(self._pace)
        if self._next >= len(self._frames) and self._again:
            self._next = 0
        self._next += 1
        return self._frames[self._next - 1] if self._next <= len(self._frames) else None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def recorded(path: Path) -> Recording:
    """Play the pictures of a folder in order of name, or the frames of a film, over and over."""
    if path.is_dir():
        pictures = [decode(file.read_bytes(), file.name) for file in sorted(path.iterdir())]
        return Recording(pictures, again=True, pace=PACE)
    import cv2
    import numpy as np

    film, frames = cv2.VideoCapture(str(path)), []
    while (got := film.read())[0]:
        frames.append(cv2.cvtColor(got[1], cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False))
    if not frames:
        raise Refused("picture.format", name=path.name)
    return Recording(frames, again=True, pace=PACE)
