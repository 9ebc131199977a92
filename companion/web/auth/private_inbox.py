"""What one seat alone is told: in memory, for a while, until its phone has read it. Nothing else here knows of it.

It is in no state, log, file, export, error, count or copy: whoever asks for it is the phone of that seat, and the
stream of that seat is the only one that carries it.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from companion.web.server.lengths import filled_up

NOTE_LIVES = 1800.0
"""Seconds until what nobody has read is forgotten."""
MOST_NOTES = 8
MOST_BOXES = 4000
LONGEST_NOTE = 2000
BLOCK = 8192
"""Bytes; a note on its way is filled up to it, so that its length tells nothing. The longest one fits."""

Wake = Callable[[], None]
Seat = tuple[str, int]
"""A game, and the number of a seat in it."""


@dataclass(frozen=True, slots=True)
class Note:
    """Private message to a seat, in each language. It must never be printed, so its `repr` says nothing."""

    id: str
    until: float
    texts: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Note({self.id})"

    def text(self, lang: str) -> str:
        """Return the message in a language."""
        return self.texts.get(lang) or next(iter(self.texts.values()), "")

    def event(self, lang: str) -> bytes:
        """As the stream of the seat writes it. It has no number: a stream is taken up by the table's alone."""
        data = json.dumps({"id": self.id, "text": self.text(lang)}, ensure_ascii=False).encode()
        return b"event: private\ndata: " + filled_up(data, BLOCK) + b"\n\n"


class PrivateInbox:
    """One for every seat that has a phone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._notes: dict[Seat, list[Note]] = {}
        self._keys: dict[tuple[Seat, str], None] = {}
        self._waiting: dict[Seat, list[Wake]] = {}

    def put(self, game: str, seat: int, texts: Mapping[str, str], key: str = "") -> None:
        """Tell a seat something. The same `key` again is the same thing, told already."""
        box = (game, seat)
        with self._lock:
            if key and (box, key) in self._keys:
                return
            self._remember(box, key)
            note = Note(secrets.token_hex(8), self._clock() + NOTE_LIVES, dict(texts))
            self._notes[box] = [*self._standing(box), note][-MOST_NOTES:]
            wakes = [*self._waiting.get(box, ())]
        for wake in wakes:
            wake()

    def notes(self, game: str, seat: int) -> list[Note]:
        """Return the messages that a seat has not put away."""
        with self._lock:
            return self._standing((game, seat))

    def read(self, game: str, seat: int, ident: str) -> None:
        """Its phone has put a note away."""
        with self._lock:
            box = (game, seat)
            self._notes[box] = [note for note in self._standing(box) if note.id != ident]

    def empty(self, game: str, seat: int) -> None:
        """Another phone answers for the seat, or none: what was meant for this one is gone."""
        with self._lock:
            self._notes.pop((game, seat), None)

    def listen(self, game: str, seat: int, wake: Wake) -> None:
        """Call this whenever the seat is told something."""
        with self._lock:
            self._waiting.setdefault((game, seat), []).append(wake)

    def leave(self, game: str, seat: int, wake: Wake) -> None:
        """Call it no more."""
        with self._lock:
            box = (game, seat)
            waiting = self._waiting.get(box, [])
            with suppress(ValueError):
                waiting.remove(wake)
            if not waiting:
                self._waiting.pop(box, None)

    def _standing(self, box: Seat) -> list[Note]:
        now = self._clock()
        return [note for note in self._notes.get(box, ()) if note.until > now]

    def _remember(self, box: Seat, key: str) -> None:
        if key:
            self._keys[box, key] = None
        while len(self._keys) > MOST_BOXES:
            self._keys.pop(next(iter(self._keys)))
        while len(self._notes) > MOST_BOXES:
            self._notes.pop(next(iter(self._notes)))
