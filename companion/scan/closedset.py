"""The second look: tags too small for any decoder, read because only so many tags exist.

Twenty-four cards in a 1080p frame leave 1.4 pixels a module. Squares are located; a symbol's outline, then what all
symbols share, is fitted to them; and the rest is compared with every tag of the printed decks. A tag is read only when
it is clearly better than every other; else it was seen and not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from companion.scan.covered import ENOUGH_READ, Covered, Part, alongside, left_over
from companion.scan.locate import Quads, squares
from companion.scan.maps import Maps, Values, apart, best_of_place, corners_of, evened, maps_onto, sample, turned
from companion.scan.pattern import Mesh, Pattern
from companion.scan.reader import Corners, Frame, Known, Reading
from companion.scan.symbol import SIDE, modules
from companion.scan.templates import Book, Verdict

DOUBT, SURE = 0.05, 1.5
"""Margins between which a closer look is worth while."""

SHORTEST = 13.0
"""Pixels a side: what is smaller may be a finder pattern of a bigger tag."""

OUTLINE, ROUGH, FITS = 0.2, 0.3, 0.64
"""Likeness to what all symbols share: of the outline; roughly; enough to be compared."""

SEEN = 0.86
"""The same at the blur that suits it, from which a place that cannot be read is counted as a tag seen."""

SCALE = 2.0
"""Factor by which tags may differ from those read in size: one may lie nearer the camera."""

MOST = 300
"""Places looked into in one frame."""

FINDER = 7
LIKE_A_FINDER = 0.6
"""Likeness to a finder from which a square is taken for one."""

MOST_FINDERS = 30
"""Finders followed up in one frame."""

_STEP = SIDE / FINDER
"""Symbol coordinates per module when a map has been laid on a finder instead of a symbol."""

CLOSE, WIDE = Mesh(margin=1, fine=2), Mesh(margin=2, fine=1)


class ClosedSet:
    """Reads the tags of known decks in places nothing else has read."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._book = Book(tuple(known), CLOSE)
        mean = np.mean([modules(p) for p in known], axis=0)
        anyhow = np.mean([np.rot90(mean, k) for k in range(4)], axis=0)
        self._outline = Pattern(anyhow, 1.5, WIDE, WIDE.rim(3), shade=1)
        self._rough = Pattern(mean, 1.0, CLOSE, CLOSE.fixed())
        self._exact = Pattern(mean, 0.6, CLOSE, CLOSE.fixed())
        self._covered = Covered(mean, CLOSE)

    @np.errstate(all="ignore")
    def read(self, frame: Frame, done: Sequence[Reading] = ()) -> list[Reading]:
        """Tags read or seen, none where `done` already has one. A degenerate map is like nothing and drops out."""
        quads = _elsewhere(squares(frame), done)
        if not len(quads):
            return []
        maps = self._fitted(frame, _of_a_size(quads, done, 1), _of_a_size(quads, done, FINDER / SIDE))
        right_way = any(reading.copy and not reading.mirrored for reading in done)
        readings = self._clearest(frame, maps, np.zeros(len(maps), int), perhaps_mirrored=not right_way)
        done = [*done, *(reading for reading in readings if reading.copy)]
        right_way = any(reading.copy and not reading.mirrored for reading in done)
        quads = _of_a_size(_elsewhere(quads, done), done, 1)
        maps, _, part = self._covered.fit(frame, np.concatenate([quads, alongside(quads, done)]))
        more = self._clearest(frame, maps, part, perhaps_mirrored=not right_way)
        # What is only seen is judged with later frames: by all of it, unless it looks like a tag without a part alone.
        more = [tag for tag in more if tag.copy or not any(tag.beside(other) for other in readings)]
        return [tag for tag in readings if tag.copy or not any(tag.beside(other) for other in more)] + more

    def _clearest(self, frame: Frame, maps: Maps, part: Part, perhaps_mirrored: bool) -> list[Reading]:
        """Return what is read or seen in each place, under the map that explains it best."""
        verdicts = self._verdicts(frame, maps, part, perhaps_mirrored)
        order = np.argsort([-_clarity(verdict) for verdict in verdicts])
        clearest = [int(order[k]) for k in apart(corners_of(maps)[order], 1)]
        readings = [self._looked_at(frame, maps[k : k + 1], verdicts[k]) for k in clearest]
        return [reading for reading in readings if reading is not None]

    def settle(self, evidence: Sequence[Sequence[float]]) -> str | None:
        """Return the payload of a tag that several frames saw and none could read, if all of them together can."""
        verdict = self._book.judge_all(evidence)
        return self._book.payloads[verdict.which] if verdict.enough else None

    def _verdicts(self, frame: Frame, maps: Maps, part: Part, perhaps_mirrored: bool) -> list[Verdict]:
        """Judge each symbol; as in a mirror only if nothing at all is the right way round."""
        seen = sample(frame, maps, CLOSE.points)
        upright = self._book.compare(seen, part)
        if not perhaps_mirrored or any(verdict.enough for verdict in upright):
            return upright
        mirrored = self._book.compare(seen, part, mirrored=True)
        return [max(pair, key=_clarity) for pair in zip(upright, mirrored, strict=True)]

    def _fitted(self, frame: Frame, outlines: Quads, finders: Quads) -> Maps:
        """Fit maps to symbols, each place with the ways up that are not ruled out."""
        maps, like = self._outline.fit(frame, maps_onto(outlines), 2)
        maps = maps[best_of_place(maps, like, OUTLINE, 1, MOST)]
        maps = np.concatenate([maps, maps_onto(symbols_at_finders(frame, finders))])
        maps, like = self._rough.fit(frame, np.concatenate([turned(maps, k) for k in range(4)]), 4)
        maps = maps[best_of_place(maps, like, ROUGH, 3, 3 * MOST)]
        maps, like = self._exact.fit(frame, maps, 3)
        return maps[like >= FITS]

    def _looked_at(self, frame: Frame, maps: Maps, verdict: Verdict) -> Reading | None:
        """One place: read, seen, or nothing; a doubtful one is fitted again to the whole of its best tag."""
        if DOUBT < verdict.margin < SURE:
            payload = self._book.payloads[verdict.which]
            part = verdict.part
            maps, _ = _whole(payload, verdict.blur, verdict.mirrored, part).fit(frame, maps, 5)
            again = self._book.compare(sample(frame, maps, CLOSE.points), np.array([part]), verdict.mirrored)[0]
            verdict = max(verdict, again, key=_clarity)
        reading = self._reading(corners_of(maps)[0], verdict)
        return reading if reading and reading.side >= SHORTEST else None

    def _reading(self, quad: Quads, verdict: Verdict) -> Reading | None:
        if verdict.enough:
            payload = self._book.payloads[verdict.which]
            corners = _corners(quad, verdict.mirrored)
            return Reading(corners, "closed set", payload, self._known[payload], verdict.mirrored)
        if verdict.symbol >= SEEN:
            return Reading(_corners(quad), "seen", evidence=tuple(map(float, verdict.ink)))
        return None


@lru_cache(maxsize=64)
def _whole(payload: str, blur: float, mirrored: bool, part: int) -> Pattern:
    drawing = modules(payload)
    return Pattern(drawing.T if mirrored else drawing, blur, CLOSE, left_over(CLOSE)[part])


def _elsewhere(quads: Quads, done: Sequence[Reading]) -> Quads:
    """Return the squares whose middle lies in no symbol that was read."""
    free = np.ones(len(quads), bool)
    middle = quads.mean(1)
    for reading in done:
        ends = np.asarray(reading.corners)
        free &= (np.abs(middle - ends.mean(0)) > 0.6 * (ends.max(0) - ends.min(0))).any(1)
    return quads[free]


def _of_a_size(quads: Quads, done: Sequence[Reading], share: float) -> Quads:
    """Return the squares that could be `share` of a tag, half to twice, by the size of the tags read.

    In a fan most squares are finders and lumps of large tags.
    """
    sides = sorted(reading.side * share for reading in done if reading.copy)
    if len(sides) < ENOUGH_READ:
        return quads
    side: Values = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(1)
    return quads[(side > sides[0] / SCALE) & (side < sides[-1] * SCALE)]


def _clarity(verdict: Verdict) -> float:
    """Return how well a verdict explains a place: like a symbol the right way up, and like one tag above others."""
    return verdict.margin + verdict.symbol


def _corners(quad: Quads, mirrored: bool = False) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return (a, d, c, b) if mirrored else (a, b, c, d)


def symbols_at_finders(frame: Frame, quads: Quads) -> Quads:
    """Guess where the symbols of squares that look like finders may lie, four guesses each.

    A finder is a square of seven modules in a corner that glare, which took the rest, has left. Its symbol is three
    times as wide and lies on one of four sides of it; fitting decides which.
    """
    if not len(quads):
        return quads
    maps = maps_onto(quads)
    like = evened(sample(frame, maps, _POINTS)) @ _PATTERN
    best = np.argsort(-like)[:MOST_FINDERS]
    chosen = maps[best[like[best] >= LIKE_A_FINDER]]
    beyond = SIDE * (_STEP - 1)
    shifts = [np.array([[_STEP, 0, -x], [0, _STEP, -y], [0, 0, 1.0]]) for x in (0, beyond) for y in (0, beyond)]
    return np.concatenate([corners_of(chosen @ shift) for shift in shifts])


def _finder() -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float32]], ...]:
    """Sample points over a finder and its separator, two a module, and what is seen there."""
    along = (np.arange(2 * (FINDER + 2)) + 0.5) / 2 - 1
    x, y = np.meshgrid(along, along)
    ring = np.maximum(np.abs(x - FINDER / 2), np.abs(y - FINDER / 2))
    white = ((ring > 1.5) & (ring < 2.5)) | (ring > 3.5)
    points = np.stack([x.ravel() * _STEP, y.ravel() * _STEP, np.ones(x.size)]).astype(np.float32)
    return points, evened(white.reshape(1, -1).astype(np.float32))[0]


_POINTS, _PATTERN = _finder()
