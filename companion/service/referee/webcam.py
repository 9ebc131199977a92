"""The host's own webcam: chosen once, opened when a page looks, let go of when none has looked for a while."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Timer
from typing import TYPE_CHECKING

from companion.i18n.scan_sentences import say
from companion.scan.source import Open, Setting

if TYPE_CHECKING:
    from companion.scan.camera import Camera, Shot
    from companion.scan.webcam import Found

REST_AFTER = 20.0
"""Seconds without anybody looking until the camera is let go of."""
FIRST_FRAME = 4.0
"""Seconds a camera may take to give its first frame."""


def _webcam() -> Open:
    from companion.scan.webcam import Webcam

    return Webcam


def _list() -> list[Found]:
    from companion.scan.webcam import cameras

    return cameras()


@dataclass
class Watching:
    """At most one camera. Frames stay in memory; the newest one only."""

    opens: Callable[[], Open] = _webcam
    find: Callable[[], list[Found]] = _list
    setting: Setting | None = None
    _camera: Camera | None = None
    _timer: Timer | None = None
    _lock: Lock = field(default_factory=Lock)

    def choose(self, setting: Setting | None) -> None:
        """Use this camera from now on, or none."""
        self.rest()
        self.setting = setting.checked() if setting is not None else None

    def shot(self, wait: float = FIRST_FRAME, after: int = 0) -> Shot | None:
        """Return the newest frame, or what is wrong; None if no camera was chosen. The first one takes a moment."""
        with self._lock:
            if self.setting is None:
                return None
            camera = self._camera or self._opened(self.setting)
            self._rest_later()
        return camera.wait(after, wait)

    def trouble(self, shot: Shot, lang: str) -> str:
        """Return what is wrong with the camera and what to do about it; empty if it gives pictures."""
        if shot.trouble:
            return say(shot.trouble, lang, index=self.setting.index if self.setting else 0)
        return say("camera.lost", lang) if shot.frame is None else ""

    def rest(self) -> None:
        """Let go of the camera until somebody looks again."""
        with self._lock:
            camera, self._camera = self._camera, None
            if self._timer is not None:
                self._timer.cancel()
        if camera is not None:
            camera.stop()

    def _opened(self, setting: Setting) -> Camera:
        from companion.scan.camera import Camera

        camera = Camera(setting, self.opens())
        camera.start()
        self._camera = camera
        return camera

    def _rest_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = Timer(REST_AFTER, self.rest)
        self._timer.daemon = True
        self._timer.start()
