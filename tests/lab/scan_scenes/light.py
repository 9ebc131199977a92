"""Effects of light, lens and sensor on a scene: uneven light, glare, blur, noise, a Bayer pattern, sharpening, JPEG."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.lab.scan_scenes.faces import Pixels, Random

Light = NDArray[np.float32]
Range = tuple[float, float]


class Weather(NamedTuple):
    """Conditions of a picture; every range is drawn from evenly.

    Pixels, except: tilt degrees, noise in grey levels of 255.
    """

    tilt: Range
    softness: Range
    defocus: Range
    motion: Range
    noise: Range
    jpeg: Range
    darkest: Range
    glare: float
    sharpen: Range
    exposure: Range


WEATHER = {
    "clean": Weather((0, 8), (0.45, 0.6), (0, 0), (0, 0), (1, 2), (92, 96), (0.9, 1), 0.0, (0, 0.3), (0.75, 1.15)),
    "typical": Weather(
        (0, 30), (0.55, 0.8), (0, 0.7), (0, 1.2), (2, 5), (80, 92), (0.55, 1), 0.25, (0, 0.6), (0.75, 1.15)
    ),
    "hard": Weather(
        (15, 45), (0.7, 1), (0.5, 1.5), (0.5, 3), (5, 10), (65, 85), (0.3, 0.8), 0.7, (0, 0.8), (0.45, 1.25)
    ),
}


def photograph(scene: Pixels, rng: Random, weather: Weather, phone: bool) -> Pixels:
    """Return the scene as a webcam, or the softer but better sensor of a phone, gives it (BGR)."""
    light = ((scene.astype(np.float32) / 255) ** 2.2).astype(np.float32)
    light = _lit(light, rng, weather)
    light = _blurred(light, rng, weather, 1.4 if phone else 1.0)
    return _sensed(light, rng, weather, bayer=not phone)


def _draw(rng: Random, between: Range) -> float:
    return float(rng.uniform(*between)) if between[1] > between[0] else between[0]


def _lit(light: Light, rng: Random, weather: Weather) -> Light:
    """Add light that falls off to one side and to the corners, a tint, and perhaps some glare."""
    height, width = light.shape[:2]
    darkest, angle = _draw(rng, weather.darkest), rng.uniform(0, 2 * math.pi)
    across = (np.arange(width, dtype=np.float32) / width - 0.5)[None, :]
    down = (np.arange(height, dtype=np.float32) / height - 0.5)[:, None]
    side = ((across * math.cos(angle) + down * math.sin(angle)) * 1.2 + 0.5).clip(0, 1)
    fall = (1 - (1 - darkest) * side) * (1 - 0.25 * (across**2 + down**2))
    tint = rng.uniform(0.88, 1.12, 3)
    lit: Light = light * (fall * _draw(rng, weather.exposure))[..., None] * tint
    if rng.random() < weather.glare:
        for _ in range(int(rng.integers(1, 4))):
            lit = lit + _glare(rng, across, down, width / height)[..., None]
    return np.asarray(lit, np.float32)


def _glare(rng: Random, across: Light, down: Light, shape: float) -> Light:
    """Return one soft patch of reflected light, to be added to everything under it (lengths in widths of the
    picture)."""
    x = across - np.float32(rng.uniform(-0.4, 0.4))
    y = (down - np.float32(rng.uniform(-0.4, 0.4))) / shape
    long, short, angle = rng.uniform(0.02, 0.08), rng.uniform(0.01, 0.05), rng.uniform(0, math.pi)
    along = (x * math.cos(angle) + y * math.sin(angle)) / long
    beside = (y * math.cos(angle) - x * math.sin(angle)) / short
    patch: Light = (rng.uniform(0.25, 1.2) * np.exp(-(along**2) - beside**2)).astype(np.float32)
    return patch


def _blurred(light: Light, rng: Random, weather: Weather, scale: float) -> Light:
    """Blur the picture by focus, motion and a softness that is never nil."""
    radius, length = _draw(rng, weather.defocus) * scale, _draw(rng, weather.motion) * scale
    if radius > 0.3:
        light = cv2.filter2D(light, -1, _disc(radius), borderType=cv2.BORDER_REPLICATE).astype(np.float32)
    if length > 0.3:
        way = _streak(length, rng.uniform(0, math.pi))
        light = cv2.filter2D(light, -1, way, borderType=cv2.BORDER_REPLICATE).astype(np.float32)
    soft = _draw(rng, weather.softness) * scale
    return cv2.GaussianBlur(light, (0, 0), soft, borderType=cv2.BORDER_REPLICATE).astype(np.float32)


def _disc(radius: float) -> Light:
    half, fine = math.ceil(radius) + 1, 8
    at = np.arange((2 * half + 1) * fine) - ((2 * half + 1) * fine - 1) / 2
    inside = (at[None, :] ** 2 + at[:, None] ** 2 <= (radius * fine) ** 2).astype(np.float32)
    return _averaged(inside, 2 * half + 1)


def _streak(length: float, angle: float) -> Light:
    half, fine = math.ceil(length / 2) + 1, 8
    big = np.zeros(((2 * half + 1) * fine,) * 2, np.float32)
    middle = (big.shape[0] - 1) / 2
    reach = np.array([math.cos(angle), math.sin(angle)]) * length * fine / 2
    first, last = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
    cv2.line(big, (int(first[0]), int(first[1])), (int(last[0]), int(last[1])), 1.0, fine)
    return _averaged(big, 2 * half + 1)


def _averaged(big: Light, side: int) -> Light:
    small = cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small / small.sum(), np.float32)


def _sensed(light: Light, rng: Random, weather: Weather, bayer: bool) -> Pixels:
    """Add noise that grows with the light, mostly a Bayer pattern, the camera's own sharpening, and JPEG."""
    light = light.clip(0, 1)
    level = _draw(rng, weather.noise) / 255
    grain = rng.standard_normal(light.shape, dtype=np.float32)
    noisy = light + grain * level * (0.35 + 1.2 * np.sqrt(light)) * 0.9
    picture = (noisy.clip(0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    if bayer and rng.random() < 0.6:
        picture = _mosaic(picture)
    sharpen = _draw(rng, weather.sharpen)
    if sharpen > 0.05:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = cv2.addWeighted(picture, 1 + sharpen, soft, -sharpen, 0).astype(np.uint8)
    return _through_jpeg(picture, int(_draw(rng, weather.jpeg)))


def _mosaic(picture: Pixels) -> Pixels:
    """Keep one colour of each pixel, and guess the other two from its neighbours."""
    raw = np.empty(picture.shape[:2], np.uint8)
    raw[0::2, 0::2] = picture[0::2, 0::2, 0]
    raw[0::2, 1::2] = picture[0::2, 1::2, 1]
    raw[1::2, 0::2] = picture[1::2, 0::2, 1]
    raw[1::2, 1::2] = picture[1::2, 1::2, 2]
    return cv2.cvtColor(raw, cv2.COLOR_BayerRG2BGR).astype(np.uint8)


def _through_jpeg(picture: Pixels, quality: int) -> Pixels:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    unpacked = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    assert unpacked is not None
    return unpacked.astype(np.uint8)
