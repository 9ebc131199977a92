"""The devices that may do more than look: the host's, and the phones that answer for a seat.

A device has a cookie of 256 random bits, of which only a digest under the host's key is kept: it outlives a restart,
a new key ends it. Ended sessions are remembered for a while, so that a device can be told why it only looks on.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Literal

from companion.web.codes import CODE_LENGTH, CODE_LETTERS, CODE_LIVES, MOST_WRONG, Codes, Offer

__all__ = ["CODE_LENGTH", "CODE_LETTERS", "CODE_LIVES", "MOST_WRONG", "Session", "Sessions"]

MOST_SESSIONS = 400
SEAT_LIVES = 3 * 24 * 3600.0
HOST_LIVES = 400 * 24 * 3600.0
"""Seconds after it was last seen until a device is forgotten."""
SEEN_EVERY = 300.0
"""Seconds between two notes on the disk of when a device was last seen."""

Role = Literal["host", "seat"]
Ended = Literal["", "moved", "revoked", "released"]


@dataclass(frozen=True, slots=True)
class Session:
    """One device: what it may do, what it says it is, since when (s since 1970) and when it was last seen.

    `id` stands in pages, and is no secret. A seat's device has the game and the number of the seat in it.
    """

    id: str
    digest: str
    role: Role
    game: str = ""
    seat: int = -1
    label: str = ""
    since: float = 0.0
    seen: float = 0.0
    ended: Ended = ""

    @property
    def lives(self) -> float:
        """Seconds for which it is remembered after it was last seen."""
        return HOST_LIVES if self.role == "host" and not self.ended else SEAT_LIVES


class Sessions:
    """The devices of one server, and the codes that make more of them."""

    def __init__(
        self, key: bytes, clock: Callable[[], float] = time.monotonic, today: Callable[[], float] = time.time
    ) -> None:
        self._key = key
        self._today = today
        self._lock = RLock()
        self._by_digest: dict[str, Session] = {}
        self._file: Path | None = None
        self._written = 0.0
        self.codes = Codes(clock)
        self.on_end: list[Callable[[Session], None]] = []
        """Called with a session that has ended, so that its streams end too."""

    def remember_in(self, file: Path) -> None:
        """Keep the devices in this file from now on, and take in those it knows."""
        self._file = file
        for session in _read(file):
            self._by_digest.setdefault(session.digest, session)

    # -- who ----------------------------------------------------------------------------------------------------

    def session(self, cookie: str) -> Session | None:
        """The device of a cookie; None where it is none of ours or its session has ended."""
        found = self._known(cookie)
        return self._seen_now(found) if found is not None and not found.ended else None

    def device(self, cookie: str) -> str:
        """The id of the host's device with this cookie; empty where it is none."""
        found = self.session(cookie)
        return found.id if found is not None and found.role == "host" else ""

    def has_moved(self, cookie: str) -> bool:
        """Whether this device was the host's and has handed over to another."""
        found = self._known(cookie)
        return found is not None and found.role == "host" and found.ended == "moved"

    def all(self) -> list[Session]:
        """Every device that may do something, those last seen first."""
        with self._lock:
            standing = [one for one in self._by_digest.values() if not one.ended]
        return sorted(standing, key=lambda one: -one.seen)

    def is_standing(self, session: Session) -> bool:
        """Whether a session has not ended since."""
        found = self._by_digest.get(session.digest)
        return found is not None and not found.ended

    def of_seat(self, game: str, seat: int) -> Session | None:
        """The phone that answers for a seat."""
        return next((one for one in self.all() if (one.role, one.game, one.seat) == ("seat", game, seat)), None)

    # -- more of them, fewer of them ----------------------------------------------------------------------------

    def new_cookie(self, label: str = "") -> str:
        """The cookie of one more device of the host's."""
        return self._new(Session("", "", "host", label=label))

    def claim(self, game: str, seat: int, label: str = "") -> str:
        """The cookie of the phone that answers for a seat from now on, in place of any other."""
        with self._lock:
            self._end_where(lambda one: (one.game, one.seat) == (game, seat), "moved")
            return self._new(Session("", "", "seat", game, seat, label))

    def release(self, game: str, seat: int) -> None:
        """Nobody answers for the seat any more but the host."""
        self.codes.withdraw(game, seat)
        self._end_where(lambda one: (one.game, one.seat) == (game, seat), "released")

    def revoke(self, ident: str) -> None:
        """One device only looks on from now on."""
        self._end_where(lambda one: one.id == ident, "revoked")

    def revoke_all(self, but: str = "") -> None:
        """Every device only looks on from now on, but this one."""
        self._end_where(lambda one: one.id != but, "revoked")

    def forget_games(self, kept: set[str]) -> None:
        """Seats of games that are no more."""
        self._end_where(lambda one: one.role == "seat" and one.game not in kept, "released")

    # -- codes --------------------------------------------------------------------------------------------------

    def new_code(self, device: str) -> Offer:
        """A fresh code to take over from this device; the one before it is no longer valid."""
        return self.codes.offer("move", device)

    def code_of(self, device: str) -> Offer | None:
        """The code this device shows at the moment."""
        return self.codes.standing("move", device) if device else None

    def take_over(self, typed: str, label: str = "") -> str:
        """The cookie for the device that typed a valid code; empty where it is not. It does what the code is for."""
        if self.codes.find(typed) is None:
            return ""
        offer = self.codes.take(typed)
        if offer is None:
            return ""
        if offer.kind == "seat":
            return self.claim(offer.game, offer.seat, label)
        if offer.kind == "move":
            self._end_where(lambda one: one.id == offer.device, "moved")
        return self.new_cookie(label)

    # -- kept ---------------------------------------------------------------------------------------------------

    def _new(self, session: Session) -> str:
        cookie, now = secrets.token_urlsafe(32), self._today()
        made = replace(session, id=secrets.token_hex(5), digest=self._digest(cookie), since=now, seen=now)
        with self._lock:
            self._by_digest[made.digest] = made
            self._drop_old()
            self._keep()
        return cookie

    def _end_where(self, is_meant: Callable[[Session], bool], why: Ended) -> None:
        with self._lock:
            meant = [one for one in self._by_digest.values() if not one.ended and is_meant(one)]
            for one in meant:
                self._by_digest[one.digest] = replace(one, ended=why)
            if meant:
                self._keep()
        for one in meant:
            for told in self.on_end:
                told(one)

    def _known(self, cookie: str) -> Session | None:
        return self._by_digest.get(self._digest(cookie)) if cookie else None

    def _seen_now(self, session: Session) -> Session:
        now = self._today()
        if now - session.seen < 1:
            return session
        with self._lock:
            current = self._by_digest.get(session.digest, session)
            fresh = replace(current, seen=now)
            self._by_digest[session.digest] = fresh
            if now - self._written > SEEN_EVERY:
                self._keep()
        return fresh

    def _drop_old(self) -> None:
        now = self._today()
        kept = [one for one in self._by_digest.values() if now - one.seen < one.lives]
        kept.sort(key=lambda one: (not one.ended, one.seen))
        self._by_digest = {one.digest: one for one in kept[-MOST_SESSIONS:]}

    def _keep(self) -> None:
        self._written = self._today()
        if self._file is not None:
            with suppress(OSError):
                _write(self._file, [*self._by_digest.values()])

    def _digest(self, cookie: str) -> str:
        return hmac.new(self._key, b"companion device " + cookie.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _read(file: Path) -> list[Session]:
    """The sessions of a file; those that are none are passed over."""
    try:
        things = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    found: list[Session] = []
    for thing in things if isinstance(things, list) else []:
        with suppress(TypeError):
            found.append(Session(**thing))
    return [one for one in found if _is_sound(one)]


def _is_sound(session: Session) -> bool:
    texts = (session.id, session.digest, session.game, session.label)
    numbers = (session.seat, session.since, session.seen)
    return (
        session.role in ("host", "seat")
        and session.ended in ("", "moved", "revoked", "released")
        and all(isinstance(text, str) for text in texts)
        and all(isinstance(number, int | float) for number in numbers)
    )


def _write(file: Path, sessions: list[Session]) -> None:
    draft = file.with_name(f"{file.name}.new")
    with suppress(FileNotFoundError):
        draft.unlink()
    text = json.dumps([asdict(one) for one in sessions], ensure_ascii=False)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
