"""Who may do what. Reading is free to everybody on the network; changing takes the host's key or cookie.

A phone that a seat was handed to may say what that seat says. Every device gets its cookie by a link or a code that
works once (see `sessions` and `codes`).
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
import socket
import time
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from companion.web.answers import Trouble
from companion.web.buckets import Buckets
from companion.web.codes import Offer
from companion.web.connection import Crowd
from companion.web.private import Letterboxes
from companion.web.sessions import Session, Sessions
from companion.web.settings import Settings

LINK_LIVES = 600.0
LINK_REPEATS = 60.0
"""For so long (s) the same device may open a link again: browsers like to ask twice."""
GUESSES = (0.2, 8.0)
"""Codes an address may try: so many a second, and so many at once."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Request(NamedTuple):
    """What access looks at; header names in lower case, values may be missing."""

    method: str
    scheme: str
    address: str
    headers: Mapping[str, str]
    cookies: Mapping[str, str]

    def header(self, name: str) -> str:
        """A header's value, empty where it is missing."""
        return self.headers.get(name, "")


class Access:
    """The doors of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.cookie_name = f"companion_{settings.port}"
        self._key = settings.host_key.encode()
        self._names = frozenset({"localhost", socket.gethostname().lower()}) | {h.lower() for h in settings.hosts}
        self._names |= {_without_port(settings.origin.partition("://")[2]).lower()} - {""}
        self.sessions = Sessions(self._key)
        self.letterboxes = Letterboxes()
        self.crowd = Crowd(settings.most_connections, settings.is_loopback_limited)
        self.sessions.on_end.append(lambda session: self.letterboxes.empty(session.game, session.seat))
        self._lock = Lock()
        self._links: dict[bytes, tuple[float, str]] = {}
        self._requests = Buckets(settings.rate, float(settings.burst))
        self._guesses = Buckets(*GUESSES)
        self._streams: dict[str, int] = {}

    # -- who ----------------------------------------------------------------------------------------------------

    @property
    def cookie(self) -> str:
        """The value of the cookie of one more device of the host's."""
        return self.sessions.new_cookie()

    def name_of_cookie(self, scheme: str) -> str:
        """Cookies know no ports: that of https has a name of its own, which http can neither read nor write over."""
        return f"{self.cookie_name}s" if scheme == "https" else self.cookie_name

    def device(self, request: Request) -> str:
        """Which of the host's devices asks; empty where none does, or it has no cookie."""
        return self.sessions.device(self._cookie(request))

    def session(self, request: Request) -> Session | None:
        """The device that asks, where it may do more than look."""
        return self.sessions.session(self._cookie(request))

    def seat(self, request: Request, game: str) -> int:
        """The number of the seat of this game that the device answers for; -1 where it answers for none."""
        found = self.session(request)
        return found.seat if found is not None and found.role == "seat" and found.game == game else -1

    def has_moved(self, request: Request) -> bool:
        """Whether the device that asks has handed the table over to another."""
        return self.sessions.has_moved(self._cookie(request))

    def is_host(self, request: Request) -> bool:
        """Whether the host asks, by key or by cookie."""
        return self._has_key(request) or self._has_cookie(request)

    def must_be_host(self, request: Request) -> None:
        """Raises `Trouble` (401, or 403 for another site's page) unless the host asks."""
        if self._has_key(request):
            return
        if request.header("authorization"):
            raise Trouble(401, "wrong-key", {"WWW-Authenticate": "Bearer"})
        if not self._has_cookie(request):
            raise Trouble(401, "no-key", {"WWW-Authenticate": "Bearer"})
        self.must_be_own_page(request)

    def must_be_own_page(self, request: Request) -> None:
        """Raises `Trouble` (403) for something unsafe asked with a cookie by the page of another site."""
        if request.method not in _SAFE and not self._is_own_page(request):
            raise Trouble(403, "foreign")

    def must_have_guesses(self, request: Request) -> None:
        """Raises `Trouble` (429) for an address that tries one code after the other."""
        if self._is_limited(request.address) and not self._guesses.takes(request.address):
            raise Trouble(429, "too-many", {"Retry-After": "5"})

    def _has_key(self, request: Request) -> bool:
        kind, _, key = request.header("authorization").partition(" ")
        given = key.strip().encode("latin-1", "replace")
        return kind.lower() == "bearer" and bool(self._key) and hmac.compare_digest(given, self._key)

    def _has_cookie(self, request: Request) -> bool:
        return bool(self.device(request))

    def _cookie(self, request: Request) -> str:
        return request.cookies.get(self.name_of_cookie(request.scheme), "")

    def _is_own_page(self, request: Request) -> bool:
        """Whether an unsafe request with a cookie comes from a page of this server.

        Browsers name the page's origin with every form and every fetch that changes something. A request that names
        none must be one that no form can make: JSON.
        """
        if self._is_foreign(request):
            return False
        named = request.header("sec-fetch-site") or request.header("origin")
        return bool(named) or request.header("content-type").partition(";")[0].strip() == "application/json"

    def _is_foreign(self, request: Request) -> bool:
        """Whether a request says itself that the page of another site made it."""
        site, origin = request.header("sec-fetch-site"), request.header("origin")
        if site and site != "same-origin":
            return True
        return bool(origin) and origin not in (f"{request.scheme}://{request.header('host')}", self.settings.origin)

    # -- links --------------------------------------------------------------------------------------------------

    def new_pairing(self) -> Offer:
        """A code that makes one more device the host's: scanned or typed, once."""
        return self.sessions.codes.offer("pair")

    def new_link(self) -> str:
        """The path of a fresh link that makes a device the host's, once."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._links = {kept: value for kept, value in self._links.items() if value[0] > time.monotonic()}
            self._links[_digest(token)] = (time.monotonic() + LINK_LIVES, "")
        return f"/host/{token}"

    def open_link(self, token: str, address: str) -> None:
        """Use a link up; raises `Trouble` where it is unknown, old, or was used by another device."""
        now, key = time.monotonic(), _digest(token)
        with self._lock:
            until, user = self._links.get(key, (0.0, ""))
            if until < now or user not in ("", address):
                raise Trouble(403, "link")
            self._links[key] = (until if user else now + LINK_REPEATS, address)

    # -- guards -------------------------------------------------------------------------------------------------

    def guard(self, request: Request) -> None:
        """Raises `Trouble` for a name this server does not have, or for somebody who asks too often."""
        if not self.is_own_name(request.header("host")):
            raise Trouble(400, "host", host=request.header("host")[:60])
        if (
            self._is_limited(request.address)
            and not self.is_host(request)
            and not self._requests.takes(request.address)
        ):
            raise Trouble(429, "too-many", {"Retry-After": "1"})
        if request.method not in _SAFE and not self._has_key(request) and self._is_foreign(request):
            raise Trouble(403, "foreign")

    def is_own_name(self, host: str) -> bool:
        """Whether a Host header names this machine: a page elsewhere whose name leads here (rebinding) does not."""
        name = _without_port(host).lower().rstrip(".")
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name.strip("[]").partition("%")[0])
        except ValueError:
            return name.endswith(".local") and name.count(".") == 1 and len(name) > len(".local")
        return address.is_private or address.is_loopback or address.is_link_local or address in _SHARED

    def enter_stream(self, address: str) -> bool:
        """Whether this address may hold one more stream open."""
        with self._lock:
            held = self._streams.get(address, 0)
            if self._is_limited(address) and held >= self.settings.most_streams:
                return False
            self._streams[address] = held + 1
            return True

    @property
    def streams(self) -> int:
        """How many streams are open."""
        with self._lock:
            return sum(self._streams.values())

    def leave_stream(self, address: str) -> None:
        """A stream was closed."""
        with self._lock:
            left = self._streams.get(address, 1) - 1
            if left > 0:
                self._streams[address] = left
            else:
                self._streams.pop(address, None)

    def _is_limited(self, address: str) -> bool:
        return self.settings.is_loopback_limited or not (address.startswith("127.") or address in ("::1", ""))


_HOST = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::\d+)?")
_SHARED = ipaddress.ip_network("100.64.0.0/10")
"""Addresses of a provider's inner network, which some phones' hot spots hand out."""


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def _without_port(host: str) -> str:
    found = _HOST.fullmatch(host)
    return found[1] if found else ""
