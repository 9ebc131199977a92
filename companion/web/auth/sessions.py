"""The devices that may do more than look: the host's, those that lead one table, and the phones that answer for a seat.

A device has a cookie of 256 random bits, of which only a digest under the host's key is kept: it outlives a restart,
a new key ends it. Ended sessions are remembered for a while, so that a device can be told why it only looks on.
They are kept in a file; the hosts of a club have them in common, and what one of them ends is ended at all.
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
from pathlib import Path
from threading import RLock
from typing import Literal, NamedTuple

from companion.service.club import Shared, SharedText
from companion.store.base import EVERYTHING, StoreFault
from companion.web.auth.codes import CODE_LENGTH, CODE_LETTERS, CODE_LIVES, MOST_WRONG, Codes, Offer

__all__ = ["CODE_LENGTH", "CODE_LETTERS", "CODE_LIVES", "MOST_WRONG", "Session", "Sessions"]

MOST_SESSIONS = 400
LIVES = 400 * 24 * 3600.0
"""Seconds after it was last seen until a device is forgotten. A seat ends with its game, not with the calendar."""
TOLD_FOR = 3 * 24 * 3600.0
"""Seconds for which a device that was ended is told so."""
JUMP = 60.0
"""Seconds by which the clock may stray from the time that has passed before it counts as having been set."""
WAITS = 12 * 3600.0
"""Seconds for which a phone that has joined may choose its seat itself, as soon as there are any."""
SEEN_EVERY = 300.0
"""Seconds between two notes on the disk of when a device was last seen."""

Role = Literal["host", "table", "seat"]
"""Leads every table of the house or the club; leads one table and no other; answers for one seat of one."""
Ended = Literal["", "moved", "revoked", "released"]
DEVICES, CODES = "devices", "codes"
"""The texts that the hosts of a club have in common."""


class Session(NamedTuple):
    """One device: what it may do, what it says it is, since when (s since 1970) and when it was last seen.

    `id` stands in pages, and is no secret. A device that leads one table has its game, a seat's device the game and the
    number of the seat in it; one that joined before there were seats has neither yet.
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
    at: str = ""
    """The address of the host of a club that gave it out, and that it talks to; empty where there is but one."""

    @property
    def lives(self) -> float:
        """Seconds for which it is remembered after it was last seen."""
        return TOLD_FOR if self.ended else LIVES


class Sessions:
    """The devices of one server, and the codes that make more of them."""

    def __init__(
        self, key: bytes, clock: Callable[[], float] = time.monotonic, today: Callable[[], float] = time.time
    ) -> None:
        self._key = key
        self._clock, self._today = clock, today
        self._then = clock(), today()
        self._lock = RLock()
        self._changing = RLock()
        self._by_digest: dict[str, Session] = {}
        self._file: Path | None = None
        self._shared: Shared | None = None
        self._text: SharedText | None = None
        self._at = ""
        self._written = 0.0
        self.is_kept = True
        """Whether the disk has taken in the last change: what it has not is undone by a restart."""
        self.codes = Codes(clock)
        self.on_end: list[Callable[[Session], None]] = []
        """Called with a session that has ended, so that its streams end too."""

    def remember_in(self, file: Path) -> None:
        """Keep the devices in this file from now on, and take in those it knows."""
        self._file = file
        try:
            known = _parsed(file.read_text("utf-8"))
        except (OSError, ValueError):
            known = []
        for session in known:
            self._by_digest.setdefault(session.digest, session)

    def share(self, shared: Shared, at: str) -> None:
        """Have the devices and the codes in common with the other hosts of a club; `at`: where this one is found.

        From now on what changes them raises a `StoreFault` where it could not be kept, and changes nothing then.
        """
        self._shared, self._text, self._at = shared, SharedText(shared, DEVICES), at
        self._today = shared.now
        self.codes.share(SharedText(shared, CODES), shared.now)
        shared.watch_texts(self._heard)
        self.look_again()

    def look_again(self) -> None:
        """Take in what the other hosts of a club have changed, where they can be asked."""
        with suppress(StoreFault):
            self._heard(DEVICES)

    def _heard(self, name: str) -> None:
        if self._text is not None and name in (DEVICES, EVERYTHING):
            with self._changing:
                self._put(self._loaded(self._text.read()))

    def be_sure(self, asked: Callable[[], str] = str) -> None:
        """Before something is changed: ask what the others have ended, where it would not have been heard, and of a
        cookie that nobody here knows (`asked` tells it) whether another host has given it away just now."""
        if self._shared is None:
            return
        cookie = asked()
        if not self._shared.hears or (cookie and self._known(cookie) is None):
            self.look_again()

    def note_seen(self) -> None:
        """Tell the other hosts of a club, now and then, when the devices of this one were last seen."""
        if self._text is not None and self._now() - self._written > SEEN_EVERY:
            with suppress(StoreFault):
                self._change(lambda devices: None)

    # -- who ----------------------------------------------------------------------------------------------------

    def session(self, cookie: str) -> Session | None:
        """Return the session of a cookie; None if it is none of ours or has ended."""
        found = self._known(cookie)
        return self._seen_now(found) if found is not None and not found.ended else None

    def device(self, cookie: str) -> str:
        """Return the id of the host's device with this cookie; empty if it is none."""
        found = self.session(cookie)
        return found.id if found is not None and found.role == "host" else ""

    def leading(self, cookie: str) -> Session | None:
        """Return the session of a cookie, if it leads every table or one."""
        found = self.session(cookie)
        return found if found is not None and found.role in ("host", "table") else None

    def leading_table(self, game: str) -> list[Session]:
        """Return the devices that lead this table and no other, those last seen first."""
        return [one for one in self.all() if (one.role, one.game) == ("table", game)]

    def has_moved(self, cookie: str) -> bool:
        """Return True if this device led and has handed over to another."""
        found = self._known(cookie)
        return found is not None and found.role in ("host", "table") and found.ended == "moved"

    def all(self) -> list[Session]:
        """Every device that may do something, those last seen first."""
        with self._lock:
            standing = [one for one in self._by_digest.values() if not one.ended]
        return sorted(standing, key=lambda one: -one.seen)

    def is_standing(self, session: Session) -> bool:
        """Return True if a session has not ended since."""
        found = self._by_digest.get(session.digest)
        return found is not None and not found.ended

    def of_seat(self, game: str, seat: int) -> Session | None:
        """Return the session of the phone that answers for a seat."""
        return next((one for one in self.all() if (one.role, one.game, one.seat) == ("seat", game, seat)), None)

    def phone_here(self, game: str, seat: int) -> Session | None:
        """Return a seat's phone if it talks to this host of a club: private messages go no other way."""
        found = self.of_seat(game, seat)
        return found if found is not None and found.at in ("", self._at) else None

    # -- more of them, fewer of them ----------------------------------------------------------------------------

    def new_cookie(self, label: str = "") -> str:
        """Return the cookie of one more device of the host's."""
        return self._new(Session("", "", "host", label=label))

    def claim(self, game: str, seat: int, label: str = "") -> str:
        """Return the cookie of the phone that answers for a seat from now on, in place of any other."""
        return self._new(Session("", "", "seat", game, seat, label), _ended(_is_of(game, seat), "moved"))

    def wait(self, label: str = "") -> str:
        """Return the cookie of a phone that chooses its seat as soon as there are any."""
        return self._new(Session("", "", "seat", label=label))

    def may_choose(self, session: Session) -> bool:
        """Return True for a phone that joined this evening."""
        return session.role == "seat" and self._now() - session.since < WAITS

    def release(self, game: str, seat: int) -> None:
        """Take a seat back from its phone: only the host answers for it."""
        self.codes.withdraw(game, seat)
        self._change(_ended(_is_of(game, seat), "released"))

    def go_on_to(self, before: str, after: str) -> None:
        """Move the devices that lead one game alone to the next one; a code for the game before leads nowhere any
        more."""
        self.codes.withdraw(before)

        def move(devices: dict[str, Session]) -> None:
            for one in [*devices.values()]:
                if not one.ended and (one.role, one.game) == ("table", before):
                    devices[one.digest] = one._replace(game=after)

        self._change(move)

    def revoke(self, ident: str) -> None:
        """One device only looks on from now on."""
        self._change(_ended(lambda one: one.id == ident, "revoked"))

    def revoke_at_table(self, ident: str, game: str) -> None:
        """One device leads this table no more; any other device stays what it is."""
        self._change(_ended(lambda one: (one.id, one.role, one.game) == (ident, "table", game), "revoked"))

    def revoke_all(self, but: str = "") -> None:
        """Every device only looks on from now on, but this one."""
        self._change(_ended(lambda one: one.id != but, "revoked"))

    def forget_games(self, kept: set[str]) -> None:
        """Seats of games that are no more."""
        is_gone = _ended(lambda one: bool(one.game) and one.game not in kept, "released")
        if any(one.game and one.game not in kept for one in self.all()):
            self._change(is_gone)

    # -- codes --------------------------------------------------------------------------------------------------

    def new_code(self, device: str) -> Offer:
        """Make a fresh code to take over from this device; the one before it is no longer valid."""
        return self.codes.offer("move", device)

    def code_of(self, device: str) -> Offer | None:
        """Return the code this device shows at the moment."""
        return self.codes.standing("move", device) if device else None

    def take_over(self, typed: str, label: str = "") -> str:
        """Use a code and return the cookie for the device that typed it; empty for a wrong code."""
        if self.codes.find(typed) is None:
            return ""
        offer = self.codes.take(typed)
        if offer is None:
            return ""
        if offer.kind == "seat":
            return self.claim(offer.game, offer.seat, label)
        if offer.kind == "table":
            return self._new(Session("", "", "table", offer.game, label=label))
        if offer.kind == "across":
            return self._go_on(offer.device)
        if offer.kind == "move" and offer.device:
            return self._go_on(offer.device, label)
        return self.new_cookie(label)

    def _go_on(self, ident: str, label: str = "") -> str:
        """Another device, or the same at another host, has the rights from now on that this one had; empty where it has
        none any more. `label`: what the other one says it is."""
        before = next((one for one in self.all() if one.id == ident), None)
        if before is None:
            return ""
        again = Session("", "", before.role, before.game, before.seat, label or before.label)
        return self._new(again, _ended(lambda one: one.id == ident, "moved"))

    # -- kept ---------------------------------------------------------------------------------------------------

    def _new(self, session: Session, first: Work = lambda devices: None) -> str:
        """Return a cookie for one more device; `first` is done in the same change."""
        cookie, now = secrets.token_urlsafe(32), self._now()
        made = session._replace(
            id=secrets.token_hex(5), digest=self._digest(cookie), since=now, seen=now, at=self._at
        )  # fmt: skip

        def add(devices: dict[str, Session]) -> None:
            first(devices)
            devices[made.digest] = made
            kept = [one for one in devices.values() if now - one.seen < one.lives]
            kept.sort(key=lambda one: (not one.ended, one.seen))
            devices.clear()
            devices.update((one.digest, one) for one in kept[-MOST_SESSIONS:])

        self._change(add)
        return cookie

    def _change(self, work: Work) -> None:
        """Do it to the devices as they are, and keep them. One change after the other, over all hosts of a club; who
        only asks waits for none."""
        with self._changing:
            if self._text is None:
                devices = dict(self._by_digest)
                work(devices)
                if devices != self._by_digest:
                    self._put(devices)
                    self._keep()
                return
            changed: dict[str, Session] = {}

            def turned(text: str) -> str:
                changed.clear()
                changed.update(self._loaded(text))
                work(changed)
                return _dumped([*changed.values()])

            self._written = self._now()
            self._text.change(turned)
            self._put(changed)

    def _put(self, devices: dict[str, Session]) -> None:
        """Replace the devices and tell those whose session has ended."""
        with self._lock:
            before, self._by_digest = self._by_digest, devices
        for one in before.values():
            found = devices.get(one.digest)
            if not one.ended and (found is None or found.ended):
                for told in self.on_end:
                    told(one if found is None else found)

    def _loaded(self, text: str) -> dict[str, Session]:
        """Parse the devices of a club, each seen as lately as this host knows."""
        found = {one.digest: one for one in _parsed(text)}
        with self._lock:
            for digest, mine in self._by_digest.items():
                if digest in found and mine.seen > found[digest].seen:
                    found[digest] = found[digest]._replace(seen=mine.seen)
        return found

    def _known(self, cookie: str) -> Session | None:
        return self._by_digest.get(self._digest(cookie)) if cookie else None

    def _now(self) -> float:
        """Seconds since 1970. When the clock is set (a Raspberry Pi hears the time, a laptop was asleep), what the
        devices were noted with is set with it: nobody has been away for longer because of it."""
        with self._lock:
            passed, now = self._clock() - self._then[0], self._today()
            jump = now - self._then[1] - passed
            self._then = self._clock(), now
            if abs(jump) > JUMP and self._text is None:
                self._written += jump
                self._by_digest = {
                    digest: one._replace(since=min(one.since + jump, now), seen=min(one.seen + jump, now))
                    for digest, one in self._by_digest.items()
                }
            return now

    def _seen_now(self, session: Session) -> Session:
        now = self._now()
        session = self._by_digest.get(session.digest, session)
        if now - session.seen < 1:
            return session
        with self._lock:
            current = self._by_digest.get(session.digest, session)
            fresh = current._replace(seen=now)
            self._by_digest[session.digest] = fresh
            if self._text is None and now - self._written > SEEN_EVERY:
                self._keep()
        return fresh

    def _keep(self) -> None:
        self._written = self._now()
        if self._file is not None:
            try:
                _write(self._file, [*self._by_digest.values()])
                self.is_kept = True
            except OSError:
                self.is_kept = False

    def _digest(self, cookie: str) -> str:
        return hmac.new(self._key, b"companion device " + cookie.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


Work = Callable[[dict[str, Session]], None]
"""What changes the devices, given by their digests."""


def _is_of(game: str, seat: int) -> Callable[[Session], bool]:
    return lambda one: (one.role, one.game, one.seat) == ("seat", game, seat)


def _ended(is_meant: Callable[[Session], bool], why: Ended) -> Work:
    def end(devices: dict[str, Session]) -> None:
        for one in [*devices.values()]:
            if not one.ended and is_meant(one):
                devices[one.digest] = one._replace(ended=why)

    return end


def _parsed(text: str) -> list[Session]:
    """Parse the sessions of a text; invalid ones are skipped."""
    try:
        things = json.loads(text or "[]")
    except ValueError:
        return []
    found: list[Session] = []
    for thing in things if isinstance(things, list) else []:
        with suppress(TypeError):
            found.append(Session(**thing))
    return [one for one in found if _is_sound(one)]


def _is_sound(session: Session) -> bool:
    texts = (session.id, session.digest, session.game, session.label, session.at)
    numbers = (session.seat, session.since, session.seen)
    return (
        session.role in ("host", "table", "seat")
        and session.ended in ("", "moved", "revoked", "released")
        and all(isinstance(text, str) for text in texts)
        and all(isinstance(number, int | float) for number in numbers)
    )


def _dumped(sessions: list[Session]) -> str:
    return json.dumps([one._asdict() for one in sessions], ensure_ascii=False)


def _write(file: Path, sessions: list[Session]) -> None:
    """Put the sessions in a file, whole or not at all; raise `OSError` where they cannot be kept.

    On a full disk there is no room for a second file, and who was revoked would be back after a restart. There the old
    one is written over where it lies, without the ended sessions where these do not fit: unknown, they have no rights.
    """
    try:
        _replace(file, _dumped(sessions).encode())
    except OSError as fault:
        room = file.stat().st_size
        texts = (_dumped(kept).encode() for kept in (sessions, [one for one in sessions if not one.ended]))
        text = next((text for text in texts if len(text) <= room), None)
        if text is None:
            raise fault
        with file.open("r+b", buffering=0) as out:
            out.write(text.ljust(room))  # in one go: a kill leaves the old list or the new one
            os.fsync(out.fileno())


def _replace(file: Path, text: bytes) -> None:
    draft = file.with_name(f"{file.name}.new")
    with suppress(FileNotFoundError):
        draft.unlink()
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    draft.replace(file)
