"""Who may do what. Reading is free to everybody on the network; changing takes the host's key or cookie.

A phone that a seat was handed to may say what that seat says. Every device gets its cookie by a link or a code that
works once (see `sessions` and `codes`).
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import NamedTuple
from urllib.parse import urlsplit

from companion.service.club import Host
from companion.web.auth.codes import Offer
from companion.web.auth.private_inbox import PrivateInbox
from companion.web.auth.sessions import Session, Sessions
from companion.web.server.errors import HttpError
from companion.web.server.limits import ConnectionLimiter
from companion.web.server.network import SHARED
from companion.web.server.reach import Reach, own_address
from companion.web.server.settings import Settings

MOST_ADDRESSES = 4096


class RateLimiter:
    """`rate`: tokens a second; `burst`: how many a bucket holds."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._lock = Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, address: str) -> bool:
        """Take a token out of the bucket of an address, if there is one."""
        now = time.monotonic()
        with self._lock:
            tokens, then = self._buckets.pop(address, (self._burst, now))
            tokens = min(self._burst, tokens + (now - then) * self._rate)
            self._buckets[address] = (max(tokens - 1, 0.0), now)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        return tokens >= 1


LINK_LIVES = 600.0
LINK_REPEATS = 60.0
"""For so long (s) the same device may open a link again: browsers like to ask twice."""
GUESSES = (0.2, 8.0)
"""Codes an address may try: so many a second, and so many at once."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_WHY_NOT = {"seat": "seat-only", "table": "table-only"}
"""What a device is told that has rights elsewhere; others are told how to get some."""
ROUTER_SUFFIXES = frozenset({"lan", "home", "fritz.box", "home.arpa", "local", "internal", "localdomain"})
"""Names of home networks: a router hangs one of them behind the name of a machine."""


class Request(NamedTuple):
    """Part of a request that access looks at; header names in lower case, values may be missing."""

    method: str
    scheme: str
    address: str
    headers: Mapping[str, str]
    cookies: Mapping[str, str]

    def header(self, name: str) -> str:
        """Return a header's value, empty if it is missing."""
        return self.headers.get(name, "")


class Caller(NamedTuple):
    """Sender of a request: `role` is `host`, `table` (leads one table), `seat` or `guest`; `who` is the key of its
    budget.

    A device that leads one table has its game, the phone of a seat the game and the number of the seat.
    """

    role: str
    who: str
    game: str = ""
    seat: int = -1


class Access:
    """The doors of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        # Behind a proxy all hosts of a club have one address, and one cookie.
        try:
            parts = urlsplit(settings.origin)
            port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
        except ValueError:
            port = 0
        self.cookie_name = f"companion_{port or settings.port}"
        self._key = settings.host_key.encode()
        self._names = frozenset({"localhost"}) | {h.lower() for h in settings.hosts}
        proxy = _HOST.fullmatch(settings.origin.partition("://")[2])
        self._names |= {proxy[1].lower()} - {""} if proxy else set()
        self._own_labels = frozenset(name.partition(".")[0] for name in self._names) - {"localhost"}
        self.reach = Reach(settings.port)
        self.sessions = Sessions(self._key)
        self.private_inbox = PrivateInbox()
        self.connection_limiter = ConnectionLimiter(settings.most_connections, settings.is_loopback_limited)
        self.sessions.on_end.append(lambda session: self.private_inbox.empty(session.game, session.seat))
        self._lock = Lock()
        self.https = ""
        """Where this host is by https; empty where it is not."""
        self.hosts: Callable[[], Sequence[Host]] = tuple
        """The hosts of the club that live; none where there is no club."""
        self._requests = RateLimiter(settings.rate, float(settings.burst))
        self._guesses = RateLimiter(*GUESSES)
        self._streams: dict[str, int] = {}

    # -- who ----------------------------------------------------------------------------------------------------

    @property
    def cookie(self) -> str:
        """The value of the cookie of one more device of the host's."""
        return self.sessions.new_cookie()

    def name_of_cookie(self, scheme: str) -> str:
        """Cookies know no ports: that of https has a name of its own, which only https can set, for this host alone."""
        return f"__Host-{self.cookie_name}s" if scheme == "https" else self.cookie_name

    def device(self, request: Request) -> str:
        """Return the id of the host's device that asks; empty if none does, or it has no cookie."""
        return self.sessions.device(self._cookie(request))

    def session(self, request: Request) -> Session | None:
        """Return the session of the asking device, if it may do more than look."""
        return self.sessions.session(self._cookie(request))

    def seat(self, request: Request, game: str) -> int:
        """Return the number of the seat of this game that the device answers for; -1 for none."""
        found = self.session(request)
        return found.seat if found is not None and found.role == "seat" and found.game == game else -1

    def leads(self, request: Request, game: str) -> bool:
        """Return True if the sender leads this table: the host, or a device that leads it and no other."""
        return self.is_host(request) or self._leads_only(request, game)

    def leading(self, request: Request) -> Session | None:
        """Return the session of the asking device, if it leads every table or one."""
        return self.sessions.leading(self._cookie(request))

    def has_moved(self, request: Request) -> bool:
        """Return True if the asking device has handed the table over to another."""
        return self.sessions.has_moved(self._cookie(request))

    def is_host(self, request: Request) -> bool:
        """Return True if the host asks, by key or by cookie."""
        return self._has_key(request) or self._has_cookie(request)

    def caller(self, request: Request) -> Caller:
        """Return who asks. A device that is known counts for itself, programs and guests by their address.

        A room full of phones often has one address (a hot spot, a proxy).
        """
        if self._has_key(request):
            return Caller("host", f"key {request.address}")
        found = self.session(request)
        if found is None:
            return Caller("guest", request.address or "?")
        return Caller(found.role, f"device {found.id}", found.game, found.seat)

    def is_known(self, request: Request) -> bool:
        """Return True if the host asks, or the phone of a seat."""
        return self._has_key(request) or self.session(request) is not None

    def must_be_host(self, request: Request) -> None:
        """Raise `HttpError` (401, or 403 for another site's page) unless the host asks."""
        if self._has_key(request):
            return
        if request.header("authorization"):
            raise HttpError(401, "wrong-key", {"WWW-Authenticate": "Bearer"})
        if not self._has_cookie(request):
            raise HttpError(401, _WHY_NOT.get(self.caller(request).role, "no-key"), {"WWW-Authenticate": "Bearer"})
        self.must_be_own_page(request)

    def must_lead(self, request: Request, game: str) -> None:
        """Raise `HttpError` (401, or 403 for another site's page) unless the sender leads this table."""
        if not request.header("authorization") and self._leads_only(request, game):
            self.must_be_own_page(request)
        else:
            self.must_be_host(request)

    def must_be_own_page(self, request: Request) -> None:
        """Raise `HttpError` (403) for an unsafe request that the page of another site makes with a cookie."""
        if request.method not in _SAFE and not self._is_own_page(request):
            raise HttpError(403, "foreign")

    def must_have_guesses(self, request: Request) -> None:
        """Raise `HttpError` (429) for an address that tries one code after the other."""
        if self._is_limited(request.address) and not self._guesses.takes(request.address):
            raise HttpError(429, "too-many", {"Retry-After": "5"})

    def _has_key(self, request: Request) -> bool:
        kind, _, key = request.header("authorization").partition(" ")
        given = key.strip().encode("latin-1", "replace")
        return kind.lower() == "bearer" and bool(self._key) and hmac.compare_digest(given, self._key)

    def _leads_only(self, request: Request, game: str) -> bool:
        found = self.session(request)
        return found is not None and (found.role, found.game) == ("table", game)

    def _has_cookie(self, request: Request) -> bool:
        return bool(self.device(request))

    def _cookie(self, request: Request) -> str:
        return request.cookies.get(self.name_of_cookie(request.scheme), "")

    def _is_own_page(self, request: Request) -> bool:
        """Return True if an unsafe request with a cookie comes from a page of this server.

        Browsers name the page's origin with every form and every fetch that changes something. A request that names
        none must be one that no form can make: JSON.
        """
        if self._is_foreign(request):
            return False
        named = request.header("sec-fetch-site") or request.header("origin")
        return bool(named) or request.header("content-type").partition(";")[0].strip() == "application/json"

    def _is_foreign(self, request: Request) -> bool:
        """Return True if a request says itself that the page of another site made it."""
        site, origin = request.header("sec-fetch-site"), request.header("origin")
        if site and site != "same-origin":
            return True
        return bool(origin) and origin not in (f"{request.scheme}://{request.header('host')}", self.settings.origin)

    def offered_after(self, known: str) -> str:
        """Return where a device that knew this address finds the table now; a fixed address stays what it is."""
        is_fixed = bool(self.settings.join or self.settings.origin)
        return known if is_fixed else self.reach.offered_after(known)

    def others(self, scheme: str) -> list[str]:
        """Return the addresses of the club's other hosts, for a page that came by http or https."""
        found = [one.https if scheme == "https" else one.url for one in self.hosts()]
        mine = {self.settings.join, self.settings.origin, self.https, *(way.url for way in self.reach.ways())}
        return [url for url in dict.fromkeys(found) if _ORIGIN.fullmatch(url) and url not in mine]

    # -- links --------------------------------------------------------------------------------------------------

    def new_pairing(self) -> Offer:
        """Make a code, scanned or typed once, that makes one more device the host's."""
        return self.sessions.codes.offer("pair")

    def new_link(self) -> str:
        """Return the path of a fresh link that makes a device the host's, once."""
        return f"/host/{self.sessions.codes.new_link(LINK_LIVES)}"

    def open_link(self, token: str, address: str) -> None:
        """Use a link up; raises `HttpError` where it is unknown, old, or was used by another device."""
        if not self.sessions.codes.open_link(token, address, LINK_REPEATS):
            raise HttpError(403, "link")

    # -- guards -------------------------------------------------------------------------------------------------

    def guard(self, request: Request) -> None:
        """Raise `HttpError` for a name this server does not have, or for a sender who asks too often."""
        if not self.is_own_name(request.header("host")):
            raise HttpError(400, "host", host=request.header("host")[:60])
        if self._is_limited(request.address):
            self.reach.note_use(own_address(request.header("host")))
            if not self.is_host(request) and not self._requests.takes(self.caller(request).who):
                raise HttpError(429, "too-many", {"Retry-After": "1"})
        if request.method not in _SAFE and not self._has_key(request) and self._is_foreign(request):
            raise HttpError(403, "foreign")

    def is_own_name(self, host: str) -> bool:
        """Return True if a Host header names this machine; a foreign name that leads here (rebinding) does not."""
        found = _HOST.fullmatch(host)
        name = found[1].lower().rstrip(".") if found else ""
        label, _, suffix = name.partition(".")
        if name in self._names or (label in self._own_labels and suffix in ROUTER_SUFFIXES):
            return True
        try:
            address = ipaddress.ip_address(name.strip("[]").partition("%")[0])
        except ValueError:
            return name.endswith(".local") and name.count(".") == 1 and len(name) > len(".local")
        return address.is_private or address.is_loopback or address.is_link_local or address in SHARED

    def enter_stream(self, request: Request) -> str:
        """As whom the one who asks may hold one more stream open; empty where they hold enough."""
        who = self.caller(request).who
        with self._lock:
            held = self._streams.get(who, 0)
            if self._is_limited(request.address) and held >= self.settings.most_streams:
                return ""
            self._streams[who] = held + 1
            return who

    @property
    def streams(self) -> int:
        """Number of open streams."""
        with self._lock:
            return sum(self._streams.values())

    def leave_stream(self, who: str) -> None:
        """Count a closed stream of this sender."""
        with self._lock:
            left = self._streams.get(who, 1) - 1
            if left > 0:
                self._streams[who] = left
            else:
                self._streams.pop(who, None)

    def _is_limited(self, address: str) -> bool:
        return self.settings.is_loopback_limited or not (address.startswith("127.") or address in ("::1", ""))


_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,120}")
"""What may stand in the rules for pages: an address and nothing beside it."""
_HOST = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::\d+)?")
