"""One-time codes: what one device shows and another types or scans, to become the host's, or to answer for a seat."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from threading import Lock
from typing import Literal, TypeVar

from companion.service.club import SharedText

CODE_LIVES = 600.0
"""Seconds for which a code can be used."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letter that looks like another."""
CODE_LENGTH = 6
PAIR_LENGTH = 8
MOST_WRONG = 12
"""Wrong codes of one length until those that stand are given up: nobody finds one by trying. What was not guessed at
stays: codes of another length, and the 128 bits of every link."""
MOST_OFFERS = 64
ACROSS_LIVES = 6 * 3600.0
"""Seconds for which a device may go on at another host of a club with what it was given beforehand."""
MOST_ACROSS = 1000

Kind = Literal["move", "pair", "table", "seat", "sit", "across"]
"""Take over from a device that leads; be one more of the host's; lead one table; answer for a seat; pick a free seat of
a table (without a game: of the one that is played then), as often as somebody does; go on at another host of a club as
the device one is."""


@dataclass(slots=True)
class Offer:
    """A code that somebody may use once (`sit`: everybody at the table, while it lasts). `text` is typed (empty
    once it was guessed at too often), `token` (128 bits) stands in the QR symbol."""

    kind: Kind
    text: str
    token: str
    until: float
    device: str = ""
    game: str = ""
    seat: int = -1

    @property
    def about(self) -> tuple[str, str, str, int]:
        """Purpose of the code: a newer code for the same purpose replaces it."""
        return self.kind, self.device, self.game, self.seat


@dataclass(slots=True)
class Standing:
    """The codes that can still be used, how many wrong ones of each length were typed, and the one-time links: by a
    digest of each, until when it can be opened and by whom it was (empty: by nobody yet)."""

    offers: list[Offer] = field(default_factory=list)
    wrong: dict[int, int] = field(default_factory=dict)
    links: dict[str, tuple[float, str]] = field(default_factory=dict)

    def found(self, typed: str, now: float) -> Offer | None:
        """Return the offer of a code that was typed or scanned.

        Digests are compared, so that the time taken tells nothing about the letters.
        """
        given = {_digest(_letters(typed)), _digest(typed.strip())} - {_digest("")}
        for one in self.offers:
            if one.until > now and given & {_digest(text) for text in (one.text, one.token) if text}:
                return one
        return None

    def guessed(self, letters: int) -> None:
        """Count a wrong code of this length."""
        if letters not in (CODE_LENGTH, PAIR_LENGTH):
            return
        self.wrong[letters] = self.wrong.get(letters, 0) + 1
        if self.wrong[letters] >= MOST_WRONG:
            for one in self.offers:
                if len(one.text) == letters:
                    one.text = ""


T = TypeVar("T")


class Codes:
    """The codes that can still be used: in memory, where a restart ends them, or in common with the hosts of a club."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._standing = Standing()
        self._text: SharedText | None = None

    def share(self, text: SharedText, clock: Callable[[], float]) -> None:
        """Have them in common with other hosts from now on; each method may raise a `StoreFault` then."""
        self._text, self._clock = text, clock

    def offer(self, kind: Kind, device: str = "", game: str = "", seat: int = -1) -> Offer:
        """Make a fresh code; the one before it for the same purpose is no longer valid."""
        letters = CODE_LENGTH if kind == "move" else PAIR_LENGTH
        # What a page keeps for itself is never typed.
        text = "" if kind == "across" else "".join(secrets.choice(CODE_LETTERS) for _ in range(letters))
        until = self._clock() + (ACROSS_LIVES if kind == "across" else CODE_LIVES)
        offer = Offer(kind, text, secrets.token_urlsafe(16), until, device, game, seat)

        def add(standing: Standing) -> None:
            # Every Enter in the terminal is for another tablet: those codes stand beside each other.
            kept = [one for one in self._living(standing) if kind == "pair" or one.about != offer.about]
            across = [one for one in [*kept, offer] if one.kind == "across"]
            others = [one for one in [*kept, offer] if one.kind != "across"]
            standing.offers = [*across[-MOST_ACROSS:], *others[-MOST_OFFERS:]]
            if kind != "across":
                standing.wrong.pop(letters, None)

        self._change(add)
        return offer

    def standing(self, kind: Kind, device: str = "", game: str = "", seat: int = -1) -> Offer | None:
        """Return the code shown for this at the moment; its `text` is empty once it was guessed at too often."""
        found = [one for one in self._living(self._now()) if one.about == (kind, device, game, seat)]
        return found[-1] if found else None

    def find(self, typed: str) -> Offer | None:
        """Return what a code is good for, without using it; None for a wrong one, which is counted."""
        found = self._now().found(typed, self._clock())
        if found is None and len(_letters(typed)) in (CODE_LENGTH, PAIR_LENGTH):
            self._change(lambda standing: standing.guessed(len(_letters(typed))))
        return found

    def take(self, typed: str) -> Offer | None:
        """Use a code up."""

        def use(standing: Standing) -> Offer | None:
            found = standing.found(typed, self._clock())
            if found is not None:
                standing.offers.remove(found)
            return found

        return self._change(use)

    def withdraw(self, game: str, seat: int = -1) -> None:
        """Withdraw the code for a seat; without one, the code that hands the table over."""

        def end(standing: Standing) -> None:
            meant = (game, seat, "seat" if seat >= 0 else "table")
            standing.offers = [one for one in standing.offers if (one.game, one.seat, one.kind) != meant]

        self._change(end)

    def new_link(self, seconds: float) -> str:
        """Return the token of a link that can be opened once within `seconds`."""
        token = secrets.token_urlsafe(16)

        def add(standing: Standing) -> None:
            now = self._clock()
            standing.links = {kept: value for kept, value in standing.links.items() if value[0] > now}
            standing.links[_digest(token).hex()] = (now + seconds, "")

        self._change(add)
        return token

    def open_link(self, token: str, address: str, repeats: float) -> bool:
        """Use a link up; whether it could be. The same address may open it again for so many seconds."""

        def use(standing: Standing) -> bool:
            now, key = self._clock(), _digest(token).hex()
            until, user = standing.links.get(key, (0.0, ""))
            if until < now or user not in ("", address):
                return False
            standing.links[key] = (until if user else now + repeats, address)
            return True

        return self._change(use)

    def _living(self, standing: Standing) -> list[Offer]:
        return [one for one in standing.offers if one.until > self._clock()]

    def _now(self) -> Standing:
        return self._standing if self._text is None else _loaded(self._text.read())

    def _change(self, work: Callable[[Standing], T]) -> T:
        """Do it to the codes as they stand, over all hosts that have them in common."""
        with self._lock:
            if self._text is None:
                return work(self._standing)
            done: list[T] = []

            def turned(text: str) -> str:
                standing = _loaded(text)
                done[:] = [work(standing)]
                return json.dumps(asdict(standing))

            self._text.change(turned)
            return done[0]


def _loaded(text: str) -> Standing:
    """Codes as they are kept for the hosts of a club."""
    if not text:
        return Standing()
    thing = json.loads(text)
    return Standing(
        [Offer(**one) for one in thing["offers"]],
        {int(letters): count for letters, count in thing["wrong"].items()},
        {key: (until, user) for key, (until, user) in thing["links"].items()},
    )


def _letters(typed: str) -> str:
    return "".join(char for char in typed.upper() if char in CODE_LETTERS)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
