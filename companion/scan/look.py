"""A picture to an answer: the cards in it, the codes that are none of ours, and what a person should be told."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.engine.deck import Copy, Decklist
from companion.engine.tags import ALPHABET, DEFAULT_DECK, is_deck_letters, payloads
from companion.i18n.scan_sentences import Refused, say
from companion.scan.picture import decode
from companion.scan.reader import Frame, Known, Reading
from companion.scan.tag_reader import TagReader
from companion.scan.temporal import Steady

DARK, BLANK = 12, 245
"""Mean grey below and above which a picture in which nothing is seen has nothing to show."""


class Decks:
    """The printed decks on this table: one decklist, and the two letters of each set of tags (`00` if not said)."""

    def __init__(self, decklist: Decklist, letters: Iterable[str] = ()) -> None:
        self.decklist = decklist
        self.letters = tuple(dict.fromkeys(letters)) or (DEFAULT_DECK,)
        self._printings: dict[str, dict[str, Copy]] = {}
        for name in self.letters:
            if not is_deck_letters(name):
                raise Refused("deck.letters", letters=name)

    @property
    def known(self) -> Known:
        """Every copy of these decks by its payload."""
        return {payload: copy for name in self.letters for payload, copy in payloads(self.decklist, name).items()}

    def letters_of(self, payload: str) -> str | None:
        """Return the letters of another printing of this deck, if a payload comes from one."""
        letters = payload[:2]
        if len(payload) != 10 or not is_deck_letters(letters) or any(c not in ALPHABET for c in payload):
            return None
        if letters not in self._printings:
            self._printings[letters] = payloads(self.decklist, letters)
        return letters if payload in self._printings[letters] else None


@dataclass(frozen=True, slots=True)
class Sight:
    """Result of one picture. `cards` were read; `unknown` are payloads of no card asked for; `unread` tags were seen.

    `other_decks`: letters of printings of this deck that were not asked for. `ms`: processing time in ms.
    """

    cards: tuple[Reading, ...]
    unknown: tuple[str, ...]
    unread: tuple[Reading, ...]
    other_decks: tuple[str, ...]
    light: float
    ms: float

    @property
    def copies(self) -> frozenset[Copy]:
        """The copies in sight."""
        return frozenset(reading.copy for reading in self.cards if reading.copy)

    def repeated(self) -> list[tuple[str, int]]:
        """Tags that are there more than once, which one box cannot be."""
        times = Counter(reading.payload for reading in self.cards)
        names = {reading.payload: reading.copy.id for reading in self.cards if reading.copy}
        return [(names[payload], count) for payload, count in times.items() if count > 1]

    def notes(self, lang: str = "es") -> list[str]:
        """Return everything a person should know about this picture, most useful first."""
        return list(self._notes(lang))

    def _notes(self, lang: str) -> Iterator[str]:
        if self.cards:
            yield say("seen.read", lang, count=len(self.cards))
        elif not self.unread and not self.unknown:
            yield say(self._nothing(), lang)
        if self.unread:
            yield say("seen.unread", lang, count=len(self.unread))
        for copy, count in self.repeated():
            yield say("seen.twice", lang, count=count, copy=copy)
        for letters in self.other_decks:
            yield say("seen.other_deck", lang, letters=letters)
        if self.unknown:
            yield say("seen.unknown", lang, count=len(self.unknown))
        if any(reading.mirrored for reading in self.cards):
            yield say("seen.mirrored", lang)

    def _nothing(self) -> str:
        return "seen.dark" if self.light < DARK else "seen.blank" if self.light > BLANK else "seen.none"


class PictureReader:
    """Looks at pictures for the cards of some decks. Make one and keep it: it draws every tag of the decks once."""

    def __init__(self, decks: Decks) -> None:
        self.decks = decks
        self._eyes = TagReader(decks.known)

    def at_bytes(self, data: bytes, name: str = "—") -> Sight:
        """Read a picture file. Raise `Refused` if it is none, or too big to be unpacked."""
        start = time.perf_counter()
        frame = decode(data, name)
        return self._sight(frame, self._eyes.read(frame), start)

    def at_frame(self, frame: Frame) -> Sight:
        """Read a grey frame."""
        start = time.perf_counter()
        return self._sight(frame, self._eyes.read(frame), start)

    def film(self) -> Steady:
        """Begin a film of which a frame comes now and then: three of them are judged together."""
        return Steady(self._eyes.known, of=3, settle=self._eyes.settle)

    def at_film(self, film: Steady, frame: Frame) -> tuple[Steady, Sight]:
        """Add a frame to a film and return it with what it shows now."""
        start = time.perf_counter()
        film = film.after(self._eyes.read(frame))
        return film, self._sight(frame, [*film.cards(), *film.unread()], start)

    def _sight(self, frame: Frame, readings: Sequence[Reading], start: float) -> Sight:
        return sight_of(self.decks, readings, float(frame.mean()), start)


def sight_of(decks: Decks, readings: Sequence[Reading], light: float, start: float) -> Sight:
    """Sort readings by the decks that were asked for.

    `light`: the mean grey of the picture; `start`: when the work began, by `time.perf_counter`.
    """
    unknown = tuple(r.payload for r in readings if r.payload is not None and r.copy is None)
    others = dict.fromkeys(filter(None, map(decks.letters_of, unknown)))
    return Sight(
        cards=tuple(reading for reading in readings if reading.copy),
        unknown=unknown,
        unread=tuple(reading for reading in readings if reading.how == "seen"),
        other_decks=tuple(others),
        light=light,
        ms=round((time.perf_counter() - start) * 1000, 1),
    )


def as_json(image: str, sight: Sight, lang: str = "es") -> dict[str, object]:
    """Return the answer of `companion scan --json` and `POST /api/scan`, as docs/scanning.md describes it."""
    return {
        "image": image,
        "cards": [
            {
                "copy": reading.copy.id,
                "slug": reading.copy.slug,
                "payload": reading.payload,
                "corners": _rounded(reading),
            }
            for reading in sight.cards
            if reading.copy
        ],
        "unknown": list(sight.unknown),
        "unread": [_rounded(reading) for reading in sight.unread],
        "notes": sight.notes(lang),
        "ms": sight.ms,
    }


def _rounded(reading: Reading) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in reading.corners]
