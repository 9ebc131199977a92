"""A whole scene: cards of known payloads on a table, photographed. Same seed, same picture."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.lab.scan_scenes.covers import cover
from tests.lab.scan_scenes.faces import CARD_MM, MODULE_MM, Pixels, Points, Random, face, symbol_on_card
from tests.lab.scan_scenes.layouts import Lying, lay
from tests.lab.scan_scenes.light import WEATHER, photograph
from tests.lab.scan_scenes.trouble import CALM, Trouble, bent, gloss, through_lens
from tests.lab.scan_scenes.view import CAMERAS, FACE, View, look_at

FINE = 3
"""Cards are drawn this much finer than the picture and averaged down."""


class Recipe(NamedTuple):
    """Kind of scene: `fan5` at `720` in `hard` weather, perhaps with troubles the trial lacks."""

    layout: str
    camera: str
    weather: str
    trouble: Trouble = CALM

    @property
    def name(self) -> str:
        """The name it has in tables and seeds."""
        return f"{self.layout}|{self.camera}|{self.weather}"


class Lain(NamedTuple):
    """A tag in the scene: corners of its symbol in the picture; `whole` when nothing covers it or cuts it off."""

    payload: str
    corners: Points
    whole: bool

    @property
    def pixels(self) -> float:
        """Pixels a module."""
        return float(np.sqrt(abs(cv2.contourArea(self.corners.astype(np.float32))))) / 21


class Scene(NamedTuple):
    """The picture in BGR, and what is truly in it."""

    picture: Pixels
    tags: tuple[Lain, ...]


def render(seed: str, recipe: Recipe, payloads: Sequence[str], shake: int = 0) -> Scene:
    """Return the scene of a seed, with copies drawn from these payloads; `shake` gives further frames of the same
    scene."""
    rng = _random(f"{seed}|{recipe.name}")
    camera, weather = CAMERAS[recipe.camera], WEATHER[recipe.weather]
    cards = lay(recipe.layout, rng)
    chosen = [payloads[int(k)] for k in rng.permutation(len(payloads))[: len(cards)]]
    view = look_at(cards, recipe.layout, camera, weather.tilt, rng)
    later = _random(f"shake {shake}|{seed}|{recipe.name}") if shake else rng
    if shake:
        view = view._replace(shift=view.shift + later.normal(0, 2.5, 2))
    canvas = _table(rng, camera.width, camera.height)
    outlines = [view.project(card.in_space(FACE)) for card in cards]
    scale = _pixels_a_mm(outlines[len(outlines) // 2])
    for k, (card, payload) in enumerate(zip(cards, chosen, strict=True)):
        _put(canvas, face(_random(f"{seed}|{k}|card"), scale * FINE * 1.15, payload), card, view, recipe.trouble)
        gloss(canvas, outlines[k], recipe.trouble, _random(f"{seed}|{k}|gloss"))
    fingers = _fingers(canvas, outlines, scale, rng) if recipe.layout == "fan5" else None
    over = _covers(canvas, cards, view, recipe.trouble, seed)
    tags = tuple(
        Lain(payload, view.project(bent(card, symbol_on_card(), recipe.trouble)), whole)
        for card, payload, whole in zip(
            cards, chosen, _whole(cards, outlines, view, fingers, canvas, over), strict=True
        )
    )
    canvas = through_lens(canvas, recipe.trouble, later)
    return Scene(photograph(canvas, later, weather, phone=recipe.camera == "12mp"), tags)


def _random(seed: str) -> Random:
    return np.random.default_rng(zlib.crc32(seed.encode()))


def _pixels_a_mm(outline: Points) -> float:
    area = abs(cv2.contourArea(outline.astype(np.float32)))
    scale = float(np.sqrt(area / (CARD_MM[0] * CARD_MM[1])))
    return max(2.5 / FINE / 1.15, min(40 / FINE / 1.15, scale))


def _table(rng: Random, width: int, height: int) -> Pixels:
    """Draw a table top with a grain, and a few tokens and words on it."""
    ground = rng.integers(30, 220, 3).astype(np.float32)
    grain = rng.normal(0, 1, (height // 16 + 2, width // 64 + 2)).astype(np.float32)
    grain = cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC) * rng.uniform(2, 14)
    top: Pixels = (ground + grain[..., None]).clip(0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 12))):
        x, y = (rng.uniform(0, 1, 2) * (width, height)).astype(int).tolist()
        colour = rng.integers(0, 255, 3).tolist()
        if rng.random() < 0.5:
            cv2.circle(top, (x, y), int(rng.uniform(5, 40) * width / 1280), colour, -1, cv2.LINE_AA)
        else:
            size = rng.uniform(0.4, 1.2) * width / 1280
            cv2.putText(top, "Mesa 12", (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 2, cv2.LINE_AA)
    return top


def _put(canvas: Pixels, drawn: Pixels, card: Lying, view: View, trouble: Trouble) -> None:
    """Draw one card into the picture: flat at one go, bent in strips along its width."""
    strips = 12 if trouble.bend else 1
    for k in range(strips):
        left, right = (CARD_MM[0] * edge / strips for edge in (k, k + 1))
        part = np.array([[left, 0], [right, 0], [right, CARD_MM[1]], [left, CARD_MM[1]]])
        corners = view.project(bent(card, part, trouble))
        _blend(canvas, drawn, part * (drawn.shape[1] / CARD_MM[0], drawn.shape[0] / CARD_MM[1]), corners)


def _blend(canvas: Pixels, drawn: Pixels, part: Points, corners: Points) -> None:
    height, width = canvas.shape[:2]
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 3, (width, height))
    if (high <= low).any():
        return
    size = high - low
    target = ((corners - low + 0.5) * FINE - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform((part - 0.5).astype(np.float32), target)
    big = (int(size[0]) * FINE, int(size[1]) * FINE)
    seen = cv2.warpPerspective(drawn, warp, big, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(big[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round(target * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    seen = cv2.bitwise_and(seen, seen, mask=mask)
    small = cv2.resize(seen, tuple(size.tolist()), interpolation=cv2.INTER_AREA).astype(np.float32)
    cover = cv2.resize(mask, tuple(size.tolist()), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    under = canvas[low[1] : high[1], low[0] : high[0]]
    under[:] = (under * (1 - cover) + small).clip(0, 255).astype(np.uint8)


def _fingers(canvas: Pixels, outlines: Sequence[Points], scale: float, rng: Random) -> Pixels:
    """Draw four fingers over the lower part of the fan, and return the mask of the covered pixels."""
    covered: Pixels = np.zeros(canvas.shape[:2], np.uint8)
    for _ in range(4):
        outline = outlines[int(rng.integers(0, len(outlines)))]
        x, y = outline[2:].mean(0) * 0.8 + outline[:2].mean(0) * 0.2 + rng.normal(0, 3 * scale, 2)
        axes, lean = (int(7 * scale), int(22 * scale)), float(rng.uniform(-30, 30))
        skin = [int(rng.integers(*tone)) for tone in ((90, 150), (120, 180), (170, 230))]
        cv2.ellipse(canvas, (int(x), int(y)), axes, lean, 0, 360, skin, -1, cv2.LINE_AA)
        cv2.ellipse(covered, (int(x), int(y)), axes, lean, 0, 360, (255,), -1)
    return covered


def _covers(canvas: Pixels, cards: Sequence[Lying], view: View, trouble: Trouble, seed: str) -> list[Points]:
    """Draw over every tag what is to cover it, and return the outlines of that."""
    outlines = []
    for k, card in enumerate(cards if trouble.cover is not None else ()):
        shape, colour = cover(_random(f"{seed}|{k}|cover"), trouble.cover or 0)
        outlines.append(view.project(bent(card, shape, trouble)))
        cv2.fillConvexPoly(canvas, np.round(outlines[k] * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    return outlines


def _whole(
    cards: Sequence[Lying],
    outlines: Sequence[Points],
    view: View,
    fingers: Pixels | None,
    canvas: Pixels,
    covers: Sequence[Points],
) -> list[bool]:
    """Return for each card True if its symbol and one module round it are in the picture, uncovered but for its own
    cover."""
    height, width = canvas.shape[:2]
    grown = symbol_on_card() + MODULE_MM * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    answer = []
    for k, card in enumerate(cards):
        seen = view.project(card.in_space(grown)).astype(np.float32)
        inside = seen.min() >= 0 and seen[:, 0].max() < width and seen[:, 1].max() < height
        others = (*outlines[k + 1 :], *covers[:k], *covers[k + 1 :])
        over = (cv2.intersectConvexConvex(top.astype(np.float32), seen)[0] for top in others)
        free = fingers is None or not _touches(fingers, seen)
        answer.append(bool(inside and free and all(area < 0.5 for area in over)))
    return answer


def _touches(covered: Pixels, corners: NDArray[np.float32]) -> bool:
    mask = np.zeros_like(covered)
    cv2.fillConvexPoly(mask, corners.astype(np.int32), 255)
    return bool((mask & covered).any())
