"""What a camera is to us: something set up once that gives one grey frame after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.i18n.scan_sentences import Refused
from companion.scan.reader import Frame


@dataclass(frozen=True)
class Setting:
    """Choice of a camera: its number, the resolution asked for, mirrored or not, frames dropped while it settles."""

    index: int = 0
    width: int = 1280
    height: int = 720
    mirror: bool = False
    warm_up: int = 10

    def checked(self) -> Setting:
        """Itself; `Refused` if the number is below 0, which OpenCV does not survive."""
        if self.index < 0:
            raise Refused("camera.index", index=self.index)
        return self


class Source(Protocol):
    """Whatever gives frames one after the other."""

    def frame(self) -> Frame | None:
        """Return the next grey frame, None if there is none any more."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


Open = Callable[[Setting], Source]
"""Opens a camera, or `Refused`."""
