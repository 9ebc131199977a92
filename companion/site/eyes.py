"""The eyes of a tablet alone: what its browser read in a picture is judged here as other eyes' readings are.

The picture itself never comes here. In its place stands what `static/eyes.js` made of it, as JSON after `HEAD`:
`{"width": 1920, "height": 1080, "light": 121.5, "src": "", "codes": [{"text": "00…", "isMirrored": false,
"corners": [[x, y], …]}]}`; a code that was seen and not read has the text null. What no browser opens comes as it was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from companion.engine.deck import Decklist
from companion.i18n.scan_sentences import Refused
from companion.scan.look import Decks, Sight, sight_of
from companion.scan.picture import acceptable, is_picture
from companion.scan.reader import Frame, Known, Reading
from companion.scan.temporal import Steady
from companion.service.referee.scan_service import MOST_DECKS, ScanResult, ScanService, stubborn

HEAD = b"companion-codes\n"
SEEN = (1.0,)
"""Stands for the ink of a tag that was seen and not read: the browser tells of none, so that frames add none up."""
SHOWN_AS = "data:image/jpeg;base64,"
LAST_FRAMES = 3
"""Frames of a film that are judged together, as on a computer."""


class Told(NamedTuple):
    """Report of the browser on a picture. `light`: its mean grey; `src`: the picture small, to be shown again."""

    width: int
    height: int
    light: float
    src: str
    readings: tuple[Reading, ...]


class BrowserEyes(ScanService):
    """The eyes of an application in a browser: told, not shown."""

    def read(self, decklist: Decklist, letters: Sequence[str], data: bytes, name: str) -> Sight:
        """Read a picture. Raise `Refused` with a sentence if nothing could be read in it."""
        return self.look(decklist, letters, data, name).sight

    def look(self, decklist: Decklist, letters: Sequence[str], data: bytes, name: str) -> ScanResult:
        """Read a picture and return it with the result, to be shown."""
        start = time.perf_counter()
        told, decks = told_by(data, name), Decks(decklist, letters[:MOST_DECKS])
        sight = sight_of(decks, _known(told.readings, decks.known), told.light, start)
        return ScanResult(name, sight, told.width, told.height, told.src, len(sight.unread))

    def look_at_film(
        self, decklist: Decklist, letters: Sequence[str], data: bytes | Frame, name: str, film: str
    ) -> ScanResult:
        """Read one frame of a film together with those just before it under the same film's name."""
        start = time.perf_counter()
        told, decks = told_by(cast("bytes", data), name), Decks(decklist, letters[:MOST_DECKS])
        key = f"{film} {decklist.slug} {' '.join(letters)}"
        before = self._film(key) or Steady(decks.known, of=LAST_FRAMES)
        seen = before.after(_known(told.readings, decks.known))
        self._keep_film(key, seen)
        sight = sight_of(decks, [*seen.cards(), *seen.unread()], told.light, start)
        return ScanResult(name, sight, told.width, told.height, stubborn=stubborn(seen))

    def texts(self, data: bytes, name: str) -> list[str]:
        """Return the texts of all codes in a picture, of any kind. Raise `Refused` if nothing could be read in it."""
        return [reading.payload for reading in told_by(data, name).readings if reading.payload]

    def is_picture(self, data: bytes) -> bool:
        """Return True if these bytes are a picture, or stand for one."""
        return data.startswith(HEAD) or is_picture(data)

    @property
    def reads_codes(self) -> bool:
        """The browser reads them."""
        return True


def told_by(data: bytes, name: str) -> Told:
    """Parse the browser's report on a picture. Raise `Refused` if it could not open it, or has no decoder."""
    if not data.startswith(HEAD):
        header = acceptable(data, name)
        raise Refused("picture.damaged", name=name, format=header.format)
    said: Mapping[str, Any] = json.loads(data[len(HEAD) :])
    if said.get("fault"):
        raise Refused("library.not-fetched")
    src = str(said["src"])
    readings = []
    for code in said["codes"]:
        a, b, c, d = ((float(x), float(y)) for x, y in code["corners"])
        if code["text"] is None:
            readings.append(Reading((a, b, c, d), "seen", evidence=SEEN))
        else:
            readings.append(Reading((a, b, c, d), "zxing", str(code["text"]), mirrored=bool(code["isMirrored"])))
    shown = src if src.startswith(SHOWN_AS) else ""
    return Told(int(said["width"]), int(said["height"]), float(said["light"]), shown, tuple(readings))


def _known(readings: Sequence[Reading], known: Known) -> list[Reading]:
    """Return the readings with the copies they are of; only for those is a mirrored picture reported, as elsewhere."""
    found = []
    for one in readings:
        copy = known.get(one.payload or "")
        is_mirrored = bool(copy) and one.mirrored
        found.append(Reading(one.corners, one.how, one.payload, copy, is_mirrored, one.evidence))
    return found
