"""A camera kept open. It may be missing, busy, pulled out in the middle of a game, frozen or covered: each is said.

`Camera` reads its source in a thread of its own, keeps only the newest frame, and opens it again when it stops.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.i18n.scan_sentences import Refused, say
from companion.scan.reader import Frame
from companion.scan.source import Open, Setting, Source
from companion.scan.webcam import BLACK, Webcam

RETRY_SECONDS, SILENT_SECONDS = 1.0, 3.0
"""Between two attempts to open a camera; without a new frame until it counts as frozen."""


@dataclass(frozen=True)
class Health:
    """Signs of a failing camera in the frames alone: how often in a row the picture was black, or exactly the last
    one."""

    black: int = 0
    same: int = 0

    def after(self, dark: bool, repeated: bool) -> Health:
        """One frame later."""
        return Health(self.black + 1 if dark else 0, self.same + 1 if repeated else 0)

    @property
    def trouble(self) -> str | None:
        """The sentence for what is wrong. A second of it, at 30 frames: a living picture always has some grain."""
        return "camera.dark" if self.black >= 30 else "camera.frozen" if self.same >= 30 else None


class Shot(NamedTuple):
    """The newest frame and its number, and what is wrong with the camera if anything is (a key of `sentences`)."""

    frame: Frame | None
    number: int
    trouble: str | None

    def words(self, lang: str = "es", index: int = 0) -> str | None:
        """Return what is wrong, as a sentence."""
        return say(self.trouble, lang, index=index) if self.trouble else None


@dataclass
class Camera:
    """A camera kept open in a thread. `start`, then `latest` as often as wanted; `stop` lets go of it."""

    setting: Setting = field(default_factory=Setting)
    open: Open = Webcam
    retry: float = RETRY_SECONDS
    _at: float = 0.0
    _shot: Shot = field(default_factory=lambda: Shot(None, 0, None))
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to read; `Refused` at once only for a setting no camera could have."""
        self.setting.checked()
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let go of the camera."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=3)

    def latest(self) -> Shot:
        """Return the newest frame, or the last one before the trouble."""
        silent = self._shot.number and time.monotonic() - self._at > SILENT_SECONDS
        return self._shot._replace(trouble="camera.frozen") if silent and not self._shot.trouble else self._shot

    def wait(self, after: int, seconds: float) -> Shot:
        """Wait for a shot with a number above `after`, or with a trouble; return the newest when the time is over."""
        end = time.monotonic() + seconds
        while self._shot.number <= after and not self._shot.trouble and time.monotonic() < end:
            time.sleep(0.005)
        return self.latest()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                source = self.open(self.setting)
            except Refused as fault:
                self._shot = self._shot._replace(trouble=fault.key)
            else:
                self._read(source)
                source.close()
            self._stop.wait(self.retry)

    def _read(self, source: Source) -> None:
        """Keep the newest frame until there is none any more."""
        import numpy as np

        health, before = Health(), None
        while not self._stop.is_set():
            frame = source.frame()
            if frame is None:
                self._shot = self._shot._replace(trouble="camera.lost")
                return
            same = before is not None and np.array_equal(frame, before)
            health, before = health.after(float(frame[::8, ::8].mean()) < BLACK, same), frame
            shown = np.ascontiguousarray(frame[:, ::-1]) if self.setting.mirror else frame
            self._at = time.monotonic()
            self._shot = Shot(shown, self._shot.number + 1, health.trouble)
