"""Troubles the first trial did not have: cards that bend, lenses that bulge, sleeves that shine, a rolling shutter."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

from tests.lab.scan_scenes.faces import CARD_MM, Pixels, Points, Random
from tests.lab.scan_scenes.layouts import Lying


class Trouble(NamedTuple):
    """`bend`: mm the middle of a card rises; `bulge`: radial distortion at the corners, as a share; `gloss`: how much
    light a sleeve throws back (1 = white); `shutter`: pixels the picture shears between its first row and its last;
    `cover`: something lies over a corner of every tag, on this share of the symbol; 0: along one side, on its margin.
    """

    bend: float = 0
    bulge: float = 0
    gloss: float = 0
    shutter: float = 0
    cover: float | None = None


CALM = Trouble()
TROUBLES = {
    "bend": Trouble(bend=4),
    "lens": Trouble(bulge=-0.08),
    "gloss": Trouble(gloss=0.35),
    "shutter": Trouble(shutter=12),
    "all": Trouble(bend=3, bulge=-0.06, gloss=0.25, shutter=8),
    "corner": Trouble(cover=0.06),
    "margin": Trouble(cover=0),
}


def bent(card: Lying, points: Points, trouble: Trouble) -> Points:
    """Return points of a card in space, its middle nearer to the camera than its long edges."""
    space = card.in_space(points)
    across = 2 * np.asarray(points, float)[:, 0] / CARD_MM[0] - 1
    space[:, 2] -= trouble.bend * (1 - across**2)
    return space


def gloss(canvas: Pixels, outline: Points, trouble: Trouble, rng: Random) -> None:
    """Draw a band of reflected light across a sleeved card, and a haze over all of it."""
    if not trouble.gloss:
        return
    low = np.maximum(np.floor(outline.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 1, canvas.shape[1::-1])
    if (high <= low).any():
        return
    mask = np.zeros((high - low)[::-1], np.uint8)
    cv2.fillConvexPoly(mask, (outline - low).astype(np.int32), 255)
    size = float(np.linalg.norm(outline[2] - outline[0]))
    y, x = np.mgrid[0 : mask.shape[0], 0 : mask.shape[1]].astype(np.float32)
    angle, offset = rng.uniform(0, math.pi), rng.uniform(-0.4, 0.4)
    band = (x - mask.shape[1] / 2) * math.cos(angle) + (y - mask.shape[0] / 2) * math.sin(angle) - offset * size
    shine = trouble.gloss * (0.15 + np.exp(-((band / (rng.uniform(0.05, 0.15) * size)) ** 2))) * (mask > 0)
    under = canvas[low[1] : high[1], low[0] : high[0]]
    bright = (under.astype(np.float32) / 255) ** 2.2 + shine[..., None]
    under[:] = (bright.clip(0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def through_lens(canvas: Pixels, trouble: Trouble, rng: Random) -> Pixels:
    """Return the picture bulged by the lens and sheared by a shutter that reads row after row."""
    if not trouble.bulge and not trouble.shutter:
        return canvas
    height, width = canvas.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    dx, dy = x - width / 2, y - height / 2
    grow = 1 + trouble.bulge * (dx**2 + dy**2) / (width**2 + height**2) * 4
    sign, wave = rng.choice([-1, 1]), rng.uniform(0, 2 * math.pi)
    shear = trouble.shutter * (sign * (y / height - 0.5) + 0.3 * np.sin(wave + 2 * math.pi * y / height))
    from_x = (width / 2 + dx * grow + shear).astype(np.float32)
    from_y = (height / 2 + dy * grow).astype(np.float32)
    return cv2.remap(canvas, from_x, from_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
