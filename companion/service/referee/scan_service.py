"""Looking at pictures for a table: one at a time, in memory only. Nothing of what was seen is kept here.

Importing this loads neither OpenCV nor the readers; the first picture does.
"""

from __future__ import annotations

import base64
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.deck import Decklist
from companion.i18n.scan_sentences import Refused
from companion.service.errands import Busy

if TYPE_CHECKING:
    from companion.scan.look import PictureReader, Sight
    from companion.scan.reader import Frame
    from companion.scan.temporal import Steady

RETRY_AFTER = 2
"""Seconds after which a picture that found no room may be sent again."""
MOST_DECKS = 4
"""Printed decks looked for in one picture, and sets of eyes kept ready."""
PATIENCE = 15.0
"""Seconds a picture waits for the ones before it."""
FILM_RESTS, MOST_FILMS = 2.0, 8
"""Seconds after which a film that sends no frame is forgotten (the hand it showed may have changed); films at once."""
SHOWN_WIDTH, SHOWN_QUALITY = 1280, 72
"""Pixels across and JPEG quality of a picture as it is shown again, with boxes round what was read."""


class Outline(NamedTuple):
    """A box round a tag in a picture: its corners, and the copy it is of; empty where it was not read."""

    points: tuple[tuple[float, float], ...]
    copy: str

    @property
    def path(self) -> str:
        """The corners as SVG wants them."""
        return " ".join(f"{x:.0f},{y:.0f}" for x, y in self.points)


class ScanResult(NamedTuple):
    """A picture that was looked at. `src`: the picture itself, small and grey, as an address of its own."""

    name: str
    sight: Sight
    width: int
    height: int
    src: str = ""
    stubborn: int = 0
    """Tags that nothing could read: in a picture all of them, in a film those that lay unread in each of its frames."""

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """Outlines of all tags that were seen, read or not."""
        read = [Outline(reading.corners, reading.copy.id) for reading in self.sight.cards if reading.copy]
        return (*read, *(Outline(reading.corners, "") for reading in self.sight.unread))


class ScanService:
    """The eyes of a service: those of a deck are made when the first picture comes, and kept."""

    def __init__(self) -> None:
        self._one_at_a_time = Lock()
        self._readers: OrderedDict[tuple[str, tuple[str, ...]], PictureReader] = OrderedDict()
        self._films: OrderedDict[str, tuple[float, Steady]] = OrderedDict()

    def read(self, decklist: Decklist, letters: Sequence[str], data: bytes, name: str) -> Sight:
        """Read a picture. Raise `Refused` with a sentence if it is none, `Busy` if others take too long."""
        with self._alone():
            return self._reader(decklist, letters).at_bytes(data, name)

    def look(self, decklist: Decklist, letters: Sequence[str], data: bytes, name: str) -> ScanResult:
        """Read a picture and return it with the result, to be shown."""
        from companion.scan.picture import decode

        with self._alone():
            return self._looked(decklist, letters, decode(data, name), name)

    def look_at_frame(self, decklist: Decklist, letters: Sequence[str], frame: Frame, name: str) -> ScanResult:
        """Read a frame of a camera."""
        with self._alone():
            return self._looked(decklist, letters, frame, name)

    def look_at_film(
        self, decklist: Decklist, letters: Sequence[str], data: bytes | Frame, name: str, film: str
    ) -> ScanResult:
        """Read one frame of a film together with those just before it under the same film's name."""
        from companion.scan.picture import decode

        with self._alone():
            frame = decode(data, name) if isinstance(data, bytes) else data
            looking = self._reader(decklist, letters)
            key = f"{film} {decklist.slug} {' '.join(letters)}"
            seen, sight = looking.at_film(self._film(key) or looking.film(), frame)
            self._keep_film(key, seen)
            height, width = frame.shape
            return ScanResult(name, sight, width, height, stubborn=stubborn(seen))

    def texts(self, data: bytes, name: str) -> list[str]:
        """Return the texts of all codes in a picture, of any kind. Raise `Refused` if it is none."""
        from companion.scan.zxing import texts_in

        return texts_in(data, name)

    def is_picture(self, data: bytes) -> bool:
        """Return True if these bytes begin like a picture."""
        from companion.scan.picture import is_picture

        return is_picture(data)

    @property
    def reads_codes(self) -> bool:
        """True if codes other than tags can be read here."""
        from companion.scan.zxing import available

        return available()

    def _film(self, key: str) -> Steady | None:
        """Return a film that goes on; those that have rested are forgotten."""
        now = time.monotonic()
        self._films = OrderedDict(kept for kept in self._films.items() if now - kept[1][0] < FILM_RESTS)
        found = self._films.get(key)
        return found[1] if found else None

    def _keep_film(self, key: str, seen: Steady) -> None:
        self._films.pop(key, None)
        self._films[key] = (time.monotonic(), seen)
        if len(self._films) > MOST_FILMS:
            self._films.popitem(last=False)

    def _looked(self, decklist: Decklist, letters: Sequence[str], frame: Frame, name: str) -> ScanResult:
        sight = self._reader(decklist, letters).at_frame(frame)
        height, width = frame.shape
        return ScanResult(name, sight, width, height, data_address(frame), len(sight.unread))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._one_at_a_time.acquire(timeout=PATIENCE):
            raise Busy(RETRY_AFTER)
        try:
            yield
        finally:
            self._one_at_a_time.release()

    def _reader(self, decklist: Decklist, letters: Sequence[str]) -> PictureReader:
        """Eyes for these printed decks."""
        from companion.scan.look import Decks, PictureReader

        key = (f"{decklist.slug} {decklist.seal}", tuple(letters))
        found = self._readers.pop(key, None) or PictureReader(Decks(decklist, letters[:MOST_DECKS]))
        self._readers[key] = found
        if len(self._readers) > MOST_DECKS:
            self._readers.popitem(last=False)
        return found


def stubborn(film: Steady) -> int:
    """Count the tags that lay unread at their place in each of the last frames; one that only moved was unread in
    one."""
    if len(film.frames) < film.of:
        return 0
    unread = [[tag for tag in frame if tag.evidence] for frame in film.frames]
    return sum(all(any(tag.beside(other) for other in frame) for frame in unread) for tag in film.unread())


def packed(frame: Frame, width: int = SHOWN_WIDTH) -> bytes:
    """Return a frame as a JPEG file of at most this width in px."""
    import cv2

    if frame.shape[1] > width:
        size = (width, round(frame.shape[0] * width / frame.shape[1]))
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, SHOWN_QUALITY])[1])


def data_address(frame: Frame) -> str:
    """Return a frame as a `data:` address, so that no file is needed to show it."""
    return "data:image/jpeg;base64," + base64.b64encode(packed(frame)).decode()


# -- the box against the set-up -----------------------------------------------------------------------------------


class Tally(NamedTuple):
    """Count of the cards of one box over several looks, photos and a live camera alike.

    `copies`: the ids seen. `twice`: those whose tag lay there twice in one picture. `strange`: codes of no card of this
    deck. `others`: the letters of other printed decks. `unread`: tags seen and not read, less those cards read since;
    what is left of them may be a card too many.
    """

    copies: frozenset[str] = frozenset()
    twice: frozenset[str] = frozenset()
    strange: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    unread: int = 0

    def with_photo(self, looked: ScanResult) -> Tally:
        """Add a photo. A tag unread in two photos counts twice: it may be two cards."""
        tally = self._with(looked.sight)
        return tally._replace(unread=tally.unread + looked.stubborn)

    def with_frame(self, looked: ScanResult) -> Tally:
        """One more frame of a film. It shows the same tags again and again, so that the most at once counts."""
        tally = self._with(looked.sight)
        return tally._replace(unread=max(tally.unread, looked.stubborn))

    def _with(self, sight: Sight) -> Tally:
        """Add what was read; each card that is new explains one of the tags that were unread."""
        tally = Tally(
            self.copies | {copy.id for copy in sight.copies},
            self.twice | {copy for copy, _ in sight.repeated()},
            self.strange | frozenset(sight.unknown),
            self.others | frozenset(sight.other_decks),
        )
        return tally._replace(unread=max(0, self.unread - (tally.read - self.read)))

    @property
    def read(self) -> int:
        """Number of tags that have been read."""
        return len(self.copies) + len(self.strange)

    def json(self) -> dict[str, object]:
        """As a page carries it from one picture to the next."""
        parts = {"copies": self.copies, "twice": self.twice, "strange": self.strange, "others": self.others}
        carried: dict[str, object] = {key: sorted(found) for key, found in parts.items() if found}
        return {**carried, "unread": self.unread} if self.unread else carried


MOST_STRANGE = 60


def tally_of(thing: object, decklist: Decklist) -> Tally:
    """Parse the count carried by a page; anything but ids of this box and short texts is ignored."""
    said: Mapping[str, object] = thing if isinstance(thing, dict) else {}
    known = frozenset(copy.id for copy in decklist.copies)

    def texts(key: str) -> frozenset[str]:
        value = said.get(key)
        found = value if isinstance(value, list) else []
        return frozenset(text for text in found[:400] if isinstance(text, str) and len(text) <= 60)

    strange = frozenset(sorted(texts("strange"))[:MOST_STRANGE])
    others = frozenset(sorted(texts("others"))[:9])
    left = said.get("unread")
    unread = min(max(left, 0), MOST_STRANGE) if isinstance(left, int) else 0
    return Tally(texts("copies") & known, texts("twice") & known, strange, others, unread)


__all__ = ["ScanResult", "ScanService", "Outline", "Refused", "Tally", "data_address", "packed", "stubborn", "tally_of"]
