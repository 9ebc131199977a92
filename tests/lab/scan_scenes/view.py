"""The camera of a scene: a pinhole that looks at the cards from as near as they fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tests.lab.scan_scenes.faces import CARD_MM, Points, Random
from tests.lab.scan_scenes.layouts import Lying


class Camera(NamedTuple):
    """A picture's size in pixels and the horizontal angle it sees, in degrees."""

    width: int
    height: int
    angle: float


CAMERAS = {
    "720": Camera(1280, 720, 68),
    "1080": Camera(1920, 1080, 72),
    "2160": Camera(3840, 2160, 72),
    "12mp": Camera(4032, 3024, 66),
}
FACE = np.array([[0.0, 0.0], [CARD_MM[0], 0.0], list(CARD_MM), [0.0, CARD_MM[1]]])


class View(NamedTuple):
    """Position of the camera. `shift` moves the picture so that the cards are in its middle."""

    lens: Points
    turn: Points
    place: Points
    shift: Points

    def depth(self, space: Points) -> Points:
        """Return how far in front of the lens points lie, in millimetres."""
        seen: Points = (space @ self.turn.T + self.place)[:, 2]
        return seen

    def project(self, space: Points) -> Points:
        """Return points in space as pixels."""
        seen = (space @ self.turn.T + self.place) @ self.lens.T
        flat: Points = seen[:, :2] / seen[:, 2:] + self.shift
        return flat


def look_at(cards: Sequence[Lying], layout: str, camera: Camera, tilts: tuple[float, float], rng: Random) -> View:
    """Place the camera as near as the cards still fit, tilted by `tilts` degrees towards, away or a little aside."""
    tilt = math.radians(rng.uniform(*tilts))
    aside = float(rng.choice([0, 0, math.pi]) + rng.normal(0, 0.35))
    roll = math.radians(rng.normal(0, 6))
    angle = camera.angle + rng.uniform(-4, 4)
    shown = FACE * (1, 0.8) if layout == "fan5" else FACE
    points = np.vstack([card.in_space(shown) for card in cards])
    points[:, 2] = 0
    fill = rng.uniform(0.72, 0.95) if layout == "fan5" else rng.uniform(0.85, 0.97)
    centre = (points.min(0) + points.max(0)) / 2
    turn = _turn(tilt, aside, roll)
    return _nearest(points, centre, camera, math.radians(angle), turn, fill)


def _nearest(points: Points, centre: Points, camera: Camera, angle: float, turn: Points, fill: float) -> View:
    near, far = 30.0, 6000.0
    for _ in range(40):
        middle = math.sqrt(near * far)
        view = _standing(centre, camera, angle, turn, middle)
        if _too_big(view, points, camera, fill):
            near = middle
        else:
            far = middle
    view = _standing(centre, camera, angle, turn, far)
    seen = view.project(points)
    return view._replace(shift=np.array([camera.width, camera.height]) / 2 - (seen.min(0) + seen.max(0)) / 2)


def _too_big(view: View, points: Points, camera: Camera, fill: float) -> bool:
    if view.depth(points).min() <= 1:
        return True
    extent = np.ptp(view.project(points), axis=0)
    return bool(max(extent[0] / camera.width, extent[1] / camera.height) > fill)


def _standing(centre: Points, camera: Camera, angle: float, turn: Points, distance: float) -> View:
    focal = camera.width / 2 / math.tan(angle / 2)
    lens = np.array([[focal, 0, camera.width / 2], [0, focal, camera.height / 2], [0, 0, 1.0]])
    return View(lens, turn, np.array([0.0, 0.0, distance]) - turn @ centre, np.zeros(2))


def _turn(tilt: float, aside: float, roll: float) -> Points:
    """Return the rotation that tilts the table about an axis in it, then rolls the picture."""
    axis = _about_z(aside)
    cos, sin = math.cos(tilt), math.sin(tilt)
    tip = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
    turned: Points = _about_z(roll) @ axis @ tip @ axis.T
    return turned


def _about_z(angle: float) -> Points:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
