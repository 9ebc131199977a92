"""Whether a tag that was decoded lies in a mirror: decoders read it all the same, and do not say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.scan.maps import maps_onto, sample
from companion.scan.pattern import Mesh
from companion.scan.reader import Frame, Reading
from companion.scan.symbol import modules

_ONE_A_MODULE = Mesh(margin=0, fine=1)


def facing(frame: Frame, readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings of our own tags, those seen in a mirror marked, their corners in the symbol's own order."""
    known = [reading for reading in readings if reading.copy and reading.payload]
    if not known:
        return list(readings)
    corners = np.array([reading.corners for reading in known], np.float32)
    seen = sample(frame, maps_onto(corners), _ONE_A_MODULE.points)
    turned = {}
    for reading, row in zip(known, seen, strict=True):
        ink = modules(reading.payload or "").astype(np.float32)
        dark = -row.reshape(ink.shape)
        if float((dark * (ink.T - ink)).sum()) > 0:  # its drawing fits better the other way round
            a, b, c, d = reading.corners
            turned[id(reading)] = replace(reading, corners=(a, d, c, b), mirrored=True)
    return [turned.get(id(reading), reading) for reading in readings]
