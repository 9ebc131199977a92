"""One-time codes: what one device shows and another types or scans, to become the host's, or to answer for a seat."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Literal

CODE_LIVES = 600.0
"""Seconds for which a code can be used."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letter that looks like another."""
CODE_LENGTH = 6
PAIR_LENGTH = 8
MOST_WRONG = 12
"""Wrong codes until all codes are given up: nobody finds one by trying."""
MOST_OFFERS = 64

Kind = Literal["move", "pair", "seat"]
"""Take over from a device of the host's; be one more of them; answer for a seat."""


@dataclass(slots=True)
class Offer:
    """A code that somebody may use once. `text` is typed, `token` (128 bits) stands in the QR symbol."""

    kind: Kind
    text: str
    token: str
    until: float
    device: str = ""
    game: str = ""
    seat: int = -1

    @property
    def about(self) -> tuple[str, str, str, int]:
        """What it is for: a newer code for the same thing replaces it."""
        return self.kind, self.device, self.game, self.seat


class Codes:
    """The codes of one server that can still be used. In memory only: a restart ends them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._offers: list[Offer] = []
        self._wrong = 0

    def offer(self, kind: Kind, device: str = "", game: str = "", seat: int = -1) -> Offer:
        """A fresh code; the one before it for the same thing is no longer valid."""
        letters = CODE_LENGTH if kind == "move" else PAIR_LENGTH
        text = "".join(secrets.choice(CODE_LETTERS) for _ in range(letters))
        offer = Offer(kind, text, secrets.token_urlsafe(16), self._clock() + CODE_LIVES, device, game, seat)
        with self._lock:
            # Every Enter in the terminal is for another tablet: those codes stand beside each other.
            kept = [one for one in self._offers if self._lives(one) and (kind == "pair" or one.about != offer.about)]
            self._offers = [*kept, offer][-MOST_OFFERS:]
            self._wrong = 0
        return offer

    def standing(self, kind: Kind, device: str = "", game: str = "", seat: int = -1) -> Offer | None:
        """The code that is shown for this at the moment."""
        with self._lock:
            found = [one for one in self._offers if self._lives(one) and one.about == (kind, device, game, seat)]
        return found[-1] if found else None

    def find(self, typed: str) -> Offer | None:
        """What a code is good for, without using it; None where it is none. Wrong ones are counted."""
        with self._lock:
            found = self._found(typed)
            if found is None:
                self._wrong += 1
                if self._wrong >= MOST_WRONG:
                    self._offers.clear()
            return found

    def take(self, typed: str) -> Offer | None:
        """Use a code up."""
        with self._lock:
            found = self._found(typed)
            if found is not None:
                self._offers.remove(found)
            return found

    def withdraw(self, game: str, seat: int) -> None:
        """The code for a seat is no longer valid."""
        with self._lock:
            self._offers = [one for one in self._offers if (one.game, one.seat) != (game, seat)]

    def _lives(self, offer: Offer) -> bool:
        return offer.until > self._clock()

    def _found(self, typed: str) -> Offer | None:
        text = "".join(char for char in typed.upper() if char in CODE_LETTERS)
        given = {_digest(text), _digest(typed.strip())}
        # Digests are compared, so that the time taken tells nothing about the letters.
        return next((one for one in self._offers if self._lives(one) and given & _digests(one)), None)


def _digests(offer: Offer) -> set[bytes]:
    return {_digest(offer.text), _digest(offer.token)}


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
