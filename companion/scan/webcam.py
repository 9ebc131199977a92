"""The cameras of this machine: which there are, how one is opened, and what `companion doctor` says of them."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.i18n.scan_sentences import Refused, say
from companion.scan.reader import Frame, need_opencv
from companion.scan.source import Open, Setting

PROBED = 4
"""Camera numbers tried where the system keeps no list of them."""

BLACK = 4
"""Mean grey below which a picture is black: a covered lens, not a dim room."""


class Webcam:
    """A camera of this machine."""

    def __init__(self, setting: Setting) -> None:
        need_opencv()
        import cv2

        setting = setting.checked()
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        self._capture = cv2.VideoCapture(setting.index, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        if not self._capture.isOpened():
            raise Refused("camera.closed", index=setting.index)
        # MJPG before the size: uncompressed, many cameras give a big picture only five times a second.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, setting.width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, setting.height)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._drop = setting.warm_up

    def frame(self) -> Frame | None:
        """Return the next frame; the first ones, while exposure settles, are thrown away."""
        import cv2
        import numpy as np

        while self._drop > 0 and self._capture.grab():
            self._drop -= 1
        found, picture = self._capture.read()
        return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False) if found else None

    def close(self) -> None:
        """Let go of the camera, so that another program can have it."""
        self._capture.release()


@dataclass(frozen=True, order=True)
class Found:
    """A camera of this machine: its number and what it calls itself."""

    index: int
    name: str


def cameras(devices: Path = Path("/sys/class/video4linux")) -> list[Found]:
    """List the cameras; on Linux from the system's own list (a camera's second node gives no pictures)."""
    if sys.platform == "linux":
        nodes = (node for node in devices.glob("video*") if _text(node / "index") == "0")
        found = (Found(int(node.name.removeprefix("video")), _text(node / "name")) for node in nodes)
        return sorted(found)
    opened = []
    for index in range(PROBED):
        with suppress(Refused):
            Webcam(Setting(index)).close()
            opened.append(Found(index, f"Camera {index}"))
    return opened


def _text(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""


class Checked(NamedTuple):
    """One line of `companion doctor`."""

    works: bool
    sentence: str


def examine(lang: str = "es", found: list[Found] | None = None, open: Open = Webcam) -> list[Checked]:
    """Check the cameras for `companion doctor`: open each for one picture, and name the fix for what fails."""
    found = cameras() if found is None else found
    lines = [_examined(camera, lang, open) for camera in found]
    if not found:
        lines.append(Checked(False, say("camera.none", lang)))
    if not any(line.works for line in lines):
        lines.append(Checked(False, say("camera.fix", lang)))
    return lines


def _examined(camera: Found, lang: str, open: Open) -> Checked:
    try:
        source = open(Setting(camera.index))
    except Refused as fault:
        return Checked(False, fault.say(lang))
    frame = source.frame()
    source.close()
    if frame is None:
        return Checked(False, say("camera.closed", lang, index=camera.index))
    if float(frame.mean()) < BLACK:
        return Checked(False, say("camera.dark", lang))
    height, width = frame.shape
    return Checked(True, say("camera.works", lang, index=camera.index, width=width, height=height))
