"""A made-up card face with a real tag at its index corner, drawn at a scale in pixels per millimetre."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scan.symbol import QUIET, SIDE, SIZE_MM, modules

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
Random = np.random.Generator

CARD_MM = (63.0, 88.0)
INSET_MM = 2.5
"""From the edge of the card to the white panel."""

MODULE_MM = SIZE_MM / SIDE
PANEL_MM = SIZE_MM + 2 * QUIET * MODULE_MM


def symbol_on_card() -> Points:
    """Return the corners of the symbol in card millimetres: top left, top right, bottom right, bottom left."""
    near = INSET_MM + QUIET * MODULE_MM
    far = near + SIZE_MM
    return np.array([[near, near], [far, near], [far, far], [near, far]])


def face(rng: Random, scale: float, payload: str) -> Pixels:
    """Return a card face in BGR: ground, frame, picture, a title, some lines of text, and the tag."""
    width, height = (round(side * scale) for side in CARD_MM)
    ground = _ground(rng)
    canvas: Pixels = np.full((height, width, 3), ground, np.uint8)
    edge = max(1, int(scale * rng.uniform(1, 3)))
    cv2.rectangle(canvas, (0, 0), (width - 1, height - 1), _colour(rng), edge)
    _picture(canvas, rng, scale)
    _text(canvas, rng, scale, dark=float(ground.mean()) > 128)
    _panel(canvas, rng, scale, payload)
    return canvas


def _ground(rng: Random) -> NDArray[np.int64]:
    light = rng.random() < 0.6
    return rng.integers(150, 250, 3) if light else rng.integers(20, 120, 3)


def _colour(rng: Random) -> Any:
    return rng.integers(0, 255, 3).tolist()


def _picture(canvas: Pixels, rng: Random, scale: float) -> None:
    height, width = canvas.shape[:2]
    left, right, top, bottom = int(width * 0.08), int(width * 0.92), int(height * 0.28), int(height * 0.62)
    coarse = rng.integers(0, 255, (*rng.integers(4, 14, 2), 3)).astype(np.uint8)
    smooth = cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_NEAREST
    canvas[top:bottom, left:right] = cv2.resize(coarse, (right - left, bottom - top), interpolation=smooth)
    for _ in range(int(rng.integers(2, 7))):
        at = (int(rng.integers(left, right)), int(rng.integers(top, bottom)))
        if rng.random() < 0.5:
            thick = -1 if rng.random() < 0.6 else max(1, int(scale * 0.6))
            cv2.circle(canvas, at, int(scale * rng.uniform(1, 8)), _colour(rng), thick, cv2.LINE_AA)
        else:
            wide, tall = (int(scale * side) for side in rng.uniform(2, 12, 2))
            cv2.rectangle(canvas, at, (at[0] + wide, at[1] + tall), _colour(rng), -1)


def _text(canvas: Pixels, rng: Random, scale: float, dark: bool) -> None:
    height, width = canvas.shape[:2]
    ink = (20, 20, 20) if dark else (235, 235, 235)
    title = "".join(rng.choice(list("ABCDEFGHILMNOPRSTUVZ "), 10))
    _write(canvas, title, (int(width * 0.36), int(height * 0.17)), scale * 0.11, ink, scale * 0.35)
    for line in range(6):
        words = "".join(rng.choice(list("abcdefghilmnoprstuvz  "), 34))
        at = (int(width * 0.09), int(height * (0.69 + 0.045 * line)))
        _write(canvas, words, at, scale * 0.07, ink, scale * 0.22)


def _write(canvas: Pixels, text: str, at: tuple[int, int], size: float, ink: Any, thick: float) -> None:
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, int(thick)), cv2.LINE_AA)


def _panel(canvas: Pixels, rng: Random, scale: float, payload: str) -> None:
    """Draw the white panel with the symbol: black and white of a home printer, with or without a little ink gain."""
    fine = 8
    drawn = np.pad(np.where(modules(payload), 0, 255).astype(np.uint8), QUIET, constant_values=255)
    big = np.kron(drawn, np.ones((fine, fine), np.uint8))
    if rng.integers(0, 2):
        big = cv2.erode(big, np.ones((3, 3), np.uint8)).astype(np.uint8)
    side = round(PANEL_MM * scale)
    small = cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA if big.shape[0] > side else cv2.INTER_LINEAR)
    black, white = rng.uniform(18, 45), rng.uniform(222, 245)
    tone = (black + (white - black) * small.astype(np.float32) / 255).astype(np.uint8)
    at = round(INSET_MM * scale)
    canvas[at : at + side, at : at + side] = tone[..., None]
