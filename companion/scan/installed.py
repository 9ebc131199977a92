"""Whether this machine has what reads pictures: there are machines without a build of it, and first evenings."""

from __future__ import annotations

from companion.i18n.scan_sentences import Refused


def need_opencv() -> None:
    """`Refused`, with what to do about it, where OpenCV cannot be loaded."""
    try:
        import cv2  # noqa: F401
    except ImportError:
        raise Refused("library.missing") from None
