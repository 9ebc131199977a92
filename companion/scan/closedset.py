"""The second look: tags too small for any decoder, read because only so many tags exist.

Twenty-four cards in a 1080p frame leave 1.4 pixels a module. Squares are located, the grid is fitted to what all
symbols share, and the rest is compared with every tag of the printed decks. One is accepted only when it is clearly
better than every other; else the tag was seen and not read.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.scan.book import Book, Verdict
from companion.scan.grid import (
    MARGIN,
    Maps,
    Pattern,
    Values,
    by_sample,
    corners_of,
    evened,
    fixed_modules,
    maps_onto,
    sample,
    sample_points,
    turned,
)
from companion.scan.locate import Quads, squares
from companion.scan.reader import Corners, Frame, Known, Reading
from companion.scan.symbol import SIDE, modules

ENOUGH = 0.6
"""The margin at which a tag is read (notes and figures: docs/scanning.md)."""

ALIKE = 0.6
"""Likeness to the best tag below which nothing is read, whatever the margin."""

SHORTEST = 15.0
"""Pixels a side: what is smaller may be a finder pattern of a bigger tag."""

LOOKS = 0.3
FITS = 0.55
SEEN = 0.78
"""Likeness to what all symbols share: to be looked into, to be compared, to be counted as seen though not read."""

PER_PLACE = 3
MOST = 400
"""Squares fitted in one place, and in one frame."""


class ClosedSet:
    """Reads the tags of known decks in places nothing else has read."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._book = Book(known)
        mean = np.mean([modules(p) for p in known], axis=0) if known else np.zeros((SIDE, SIDE))
        fixed = by_sample(fixed_modules())
        self._rough, self._exact = Pattern(mean, 1.0, fixed), Pattern(mean, 0.6, fixed)
        self._quarters = _Quarters(mean)

    def read(self, frame: Frame, done: Sequence[Reading] = ()) -> list[Reading]:
        """Tags read or seen, none where `done` already has one."""
        maps = self._promising(frame, done)
        if not len(maps):
            return []
        maps, _ = self._rough.fit(frame, maps, 5)
        maps, like = self._exact.fit(frame, maps, 4)
        maps, like = _one_a_place(maps, like, FITS, 1)
        verdicts = self._book.compare(sample(frame, maps, sample_points()))
        return self._readings(maps, like, verdicts)

    def _promising(self, frame: Frame, done: Sequence[Reading]) -> Maps:
        quads = _elsewhere(squares(frame), done)
        if not len(quads):
            return np.zeros((0, 3, 3))
        maps = maps_onto(quads)
        quarters, like = self._quarters.best(frame, maps)
        return _one_a_place(turned(maps, quarters), like, LOOKS, PER_PLACE)[0]

    def _readings(self, maps: Maps, like: Values, verdicts: Sequence[Verdict]) -> list[Reading]:
        found = []
        for quad, fixed, verdict in zip(corners_of(maps), like, verdicts, strict=True):
            reading = self._reading(quad, float(fixed), verdict)
            if reading is not None and reading.side >= SHORTEST:
                found.append(reading)
        return found

    def _reading(self, quad: Quads, fixed: float, verdict: Verdict) -> Reading | None:
        evidence = tuple(map(float, verdict.likeness))
        if verdict.margin >= ENOUGH and max(evidence) >= ALIKE:
            payload = self._book.payloads[verdict.which]
            corners = _corners(quad, verdict.mirrored)
            return Reading(corners, "closed set", payload, self._known[payload], verdict.mirrored)
        return Reading(_corners(quad), "seen", evidence=evidence) if fixed >= SEEN else None


class _Quarters:
    """Which way up a square lies: all four ways are judged on one set of samples, a module apart."""

    def __init__(self, mean: NDArray[np.floating]) -> None:
        fixed = fixed_modules()
        white = np.pad(1 - np.asarray(mean, np.float32), MARGIN, constant_values=1)
        ways = [(np.rot90(fixed, -k), np.rot90(white, -k)) for k in range(4)]
        used = np.logical_or.reduce([mask for mask, _ in ways])
        along = np.arange(SIDE + 2 * MARGIN) + 0.5 - MARGIN
        x, y = np.meshgrid(along, along)
        self._points = np.stack([x[used], y[used], np.ones(int(used.sum()))])
        self._masks = np.stack([mask[used] for mask, _ in ways]).astype(np.float32)
        patterns = np.stack([look[used] for _, look in ways]) * self._masks
        patterns -= self._masks * (patterns.sum(1) / self._masks.sum(1))[:, None]
        self._patterns = patterns / np.linalg.norm(patterns, axis=1, keepdims=True)

    def best(self, frame: Frame, maps: Maps) -> tuple[NDArray[np.intp], Values]:
        """For each map the number of quarters it must be turned, and how like a symbol it then looks."""
        seen = evened(sample(frame, maps, self._points))
        count = self._masks.sum(1)
        mean = seen @ self._masks.T / count
        spread = np.sqrt(np.maximum((seen**2) @ self._masks.T - mean**2 * count, 1e-9))
        like: Values = seen @ self._patterns.T / spread
        return like.argmax(1), like.max(1)


def _elsewhere(quads: Quads, done: Sequence[Reading]) -> Quads:
    """The squares whose middle lies in no symbol that was read."""
    free = np.ones(len(quads), bool)
    middle = quads.mean(1)
    for reading in done:
        ends = np.asarray(reading.corners)
        free &= (np.abs(middle - ends.mean(0)) > 0.6 * (ends.max(0) - ends.min(0))).any(1)
    return quads[free]


def _one_a_place(maps: Maps, like: Values, least: float, keep: int) -> tuple[Maps, Values]:
    """The best few maps of each place, best first, without those less like a symbol than `least`."""
    order = np.argsort(-like)
    order = order[like[order] >= least]
    quads = corners_of(maps[order])
    middle, size = quads.mean(1), np.ptp(quads, axis=1).max(1)
    chosen: list[int] = []
    for k in range(len(order)):
        if len(chosen) == MOST:
            break
        near = np.abs(middle[chosen] - middle[k]).max(1) < 0.3 * np.minimum(size[chosen], size[k])
        if near.sum() < keep:
            chosen.append(k)
    kept = order[chosen]
    return maps[kept], like[kept]


def _corners(quad: Quads, mirrored: bool = False) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return (a, d, c, b) if mirrored else (a, b, c, d)
