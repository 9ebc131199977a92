"""All of it on one port: the stream natively, everything else in Flask on a few threads; start and stop."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

import uvicorn

from companion.service.live.games import GameService
from companion.web.auth.access import Access, Caller, Request
from companion.web.pages.scan.mine import is_asked_for_cards
from companion.web.server.app import create_app
from companion.web.server.bodies import FORM_WITHIN, WITHIN, Budgets, Gone, Overfull, TooSlow, gathered
from companion.web.server.connection import Connection
from companion.web.server.errors import HttpError
from companion.web.server.lanes import Full, Lanes, made, send_whole
from companion.web.server.logs import pattern_of, told
from companion.web.server.metrics import Metrics, kind_of
from companion.web.server.settings import MORE_OF_A_RECORD, Settings
from companion.web.server.stream import Events, Message, Receive, Scope, Send, language_of, refuse, request_of

BUSY_AFTER, BUSY_APART = 1.0, 0.02
"""Seconds until somebody hears that there is no room for their request, and between two who hear it."""
HANDSHAKE_WITHIN = 10.0
"""Seconds to agree on a secure connection."""
RENEW_EVERY = 60.0
"""Seconds between two looks at the addresses of this machine."""
_log = logging.getLogger("companion.requests")
_EVENTS = re.compile(r"/api/games/([^/]+)/events/?")
_APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
_FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
_PROBES: dict[str, tuple[int, str, str]] = {
    "/generate_204": (204, "", ""),  # Android, ChromeOS
    "/gen_204": (204, "", ""),
    "/hotspot-detect.html": (200, "text/html", _APPLE),
    "/library/test/success.html": (200, "text/html", _APPLE),
    "/connecttest.txt": (200, "text/plain", "Microsoft Connect Test"),
    "/ncsi.txt": (200, "text/plain", "Microsoft NCSI"),
    "/success.txt": (200, "text/plain", "success\n"),  # Firefox
    "/canonical.html": (200, "text/html", _FIREFOX),
    "/check_network_status.txt": (200, "text/plain", "NetworkManager is online\n"),
}
"""Answers to the questions by which phones find out if a Wi-Fi leads to the internet: status, type and text.

A phone that gets none leaves the Wi-Fi, or keeps sending what is meant for the table by mobile data. On a hotspot that
this machine opened itself nobody else answers; what a host has to set for the questions to come here stands in
docs/operating.md. Anywhere else they are refused as any request for a foreign name is.
"""


class AsgiApp:
    """The ASGI application: who asks for a stream gets one, everybody else is sent to Flask with the body read."""

    def __init__(self, tables: GameService, settings: Settings, access: Access | None = None) -> None:
        self.access = access or Access(settings)
        self.app = create_app(tables, settings, self.access)
        self.metrics: Metrics = self.app.extensions["companion.metrics"]
        self.lanes = Lanes()
        self.budgets = Budgets(settings)
        self._settings = settings
        self._events = Events(tables, self.access, self.lanes.streams.run, metrics=self.metrics)
        self._next_no = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, and take note of how long it took."""
        if scope["type"] == "http":
            peer = scope.get("client")
            if peer and peer[0].startswith(_IN_SIX):
                scope = {**scope, "client": (peer[0].removeprefix(_IN_SIX), peer[1])}
            await self._answer(scope, receive, self._timed(scope, send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if _REPLACED.issubset(name for name, _ in scope["headers"]):
            # Two lengths for one body: a proxy before us may have read the other one, and taken its rest for a request.
            trouble = HttpError(400, "bad-request", {"Connection": "close"})
            asked = request_of(scope)
            await refuse(send, asked, trouble.status, trouble.sentence(language_of(scope, asked)), trouble.headers)
            return
        found = _EVENTS.fullmatch(path) if scope["method"] == "GET" else None
        if found:
            await self._events.serve(found[1], scope, receive, send)
            return
        asked = request_of(scope)
        if scope["method"] in ("GET", "HEAD") and path in _PROBES and not self.access.is_own_name(asked.header("host")):
            came_by = (scope.get("server") or ("",))[0].removeprefix(_IN_SIX)
            if await asyncio.to_thread(self.access.reach.is_own_hotspot, came_by):
                await _answer_probe(scope, send)
                return
        caller = self.access.caller(asked)
        try:
            most = await self._most_of(caller, path)
            budget = self.budgets.of(caller.role, most)
            body = await gathered(scope, receive, most, budget, caller.who, self._time_for(path))
            try:
                # The place is taken once the body is there: one that never comes takes none away.
                lane = self.lanes.of(caller, scope["method"], path)
                with lane.place(caller.who):
                    length = body.length if body.length <= most else self._too_much(caller, path, body.length)
                    headers = [(name, value) for name, value in scope["headers"] if name not in _REPLACED]
                    inner = {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}
                    answer = await lane.run(caller.who, partial(made, self._with_stderr, inner, body.sent))
                    await send_whole(send, answer)
            finally:
                budget.give(caller.who, body.held)
        except (Full, Overfull):
            await self._busy(scope, asked, send)
        except TooSlow:
            await self._refuse(scope, asked, send, HttpError(408, "too-slow", {"Connection": "close"}))
        except Gone:
            pass  # there is nobody to answer

    async def _most_of(self, caller: Caller, path: str) -> int:
        """Return how many bytes are gathered from a caller: pictures and records only of who may send them there, and
        the picture of a seat only while the table asks that seat for its cards. Raises `Full`."""
        most, small = self._settings.most_for(path), self._settings.most_body
        if most <= small or caller.role == "host":
            return most
        if caller.role == "table":
            is_theirs = path.startswith(f"/games/{caller.game}/") or path == MORE_OF_A_RECORD
            return most if is_theirs else small
        if caller.role == "seat" and path.rstrip("/") == f"/games/{caller.game}/scan/mine":
            with self.lanes.seats.place(caller.who):
                is_due = await self.lanes.seats.run(caller.who, partial(self._is_due, caller))
            return most if is_due else small
        return small

    def _time_for(self, path: str) -> float:
        return WITHIN if self._settings.most_for(path) > self._settings.most_body else FORM_WITHIN

    def _is_due(self, caller: Caller) -> bool:
        with self.app.app_context():
            return is_asked_for_cards(caller.game, caller.seat)

    def _too_much(self, caller: Caller, path: str, length: int) -> int:
        """Return the length to tell Flask for a body of which nothing was kept.

        It is 0 if a sender with rights could send more, so that one without hears that these are missing; else the real
        length, so that the sender hears that it is too large.
        """
        return 0 if caller.role != "host" and length <= self._settings.most_for(path) else length

    async def _busy(self, scope: Scope, asked: Request, send: Send) -> None:
        # Said after a while, and to one after the other: ninety who ask again at once, all at the same moment, would
        # keep the table busy with saying no.
        now = time.monotonic()
        self._next_no = max(now + BUSY_AFTER, self._next_no + BUSY_APART)
        await asyncio.sleep(self._next_no - now)
        await self._refuse(scope, asked, send, HttpError(503, "crowded", {"Retry-After": "2"}))

    async def _refuse(self, scope: Scope, asked: Request, send: Send, fault: HttpError) -> None:
        await refuse(send, asked, fault.status, fault.sentence(language_of(scope, asked)), fault.headers)

    def _timed(self, scope: Scope, send: Send) -> Send:
        """`send`, that notes when the answer begins."""
        method, path, began = scope["method"], scope["path"], time.perf_counter()

        async def timed(message: Message) -> None:
            if message["type"] == "http.response.start":
                took, status = time.perf_counter() - began, message["status"]
                kind = kind_of(method, path)
                self.metrics.answered(kind, status, took)
                told(_log, kind=kind, method=method, route=pattern_of(path), status=status, ms=round(took * 1000, 2))
            await send(message)

        return timed

    def _with_stderr(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        # a2wsgi gives Flask stdout for its errors; stdout belongs to `--json`.
        environ["wsgi.errors"] = sys.stderr
        return self.app(environ, start_response)


_IN_SIX = "::ffff:"
"""How a socket for both protocols writes an address of IPv4."""
_REPLACED = frozenset({b"content-length", b"transfer-encoding"})


async def _answer_probe(scope: Scope, send: Send) -> None:
    """Say what a phone takes for the internet."""
    status, kind, text = _PROBES[scope["path"]]
    headers = [(b"cache-control", b"no-store")]
    if kind:
        headers += [(b"content-type", kind.encode()), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode() if scope["method"] == "GET" else b""})


def listen(host: str, port: int) -> socket.socket:
    """Open the socket the server listens on; port 0 takes a free one. Raise OSError if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio switches Nagle's algorithm off; without, every answer would wait 40 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and host == "::":
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # on Windows and BSD it would take IPv6 alone
        sock.bind((host, port))
        sock.listen(512)
    except OSError:
        sock.close()
        raise
    return sock


class Secure(Protocol):
    """The https side of a table: its socket, what wraps it, and its certificate made anew where it has to be."""

    @property
    def sock(self) -> socket.socket: ...
    @property
    def context(self) -> ssl.SSLContext: ...
    def renew(self) -> None: ...


async def _renewed(secure: Secure) -> None:
    while True:
        await asyncio.sleep(RENEW_EVERY)
        await asyncio.to_thread(secure.renew)


class Server(uvicorn.Server):
    """A running table. `ready` is called once it answers; a signal, or `stop`, ends it with every stream."""

    def __init__(
        self,
        door: AsgiApp,
        tables: GameService,
        ready: Callable[[], None] = lambda: None,
        secure: Secure | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                door,
                loop="asyncio",
                http=type("Counted", (Connection,), {"connection_limiter": door.access.connection_limiter}),
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=20,
                timeout_graceful_shutdown=1,
            )
        )
        self._door = door
        self._tables = tables
        self._ready = ready
        self._secure = secure
        self._renewing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        if self.started and self._secure is not None:
            await self._listen_securely(self._secure)
        if self.started:
            self._ready()

    async def _listen_securely(self, secure: Secure) -> None:
        """Serve the same table by https and look after its certificate while it runs."""

        def connected() -> asyncio.Protocol:
            protocol: Any = self.config.http_protocol_class
            made: asyncio.Protocol = protocol(self.config, self.server_state, self.lifespan.state)
            return made

        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            connected,
            sock=secure.sock,
            ssl=secure.context,
            ssl_handshake_timeout=HANDSHAKE_WITHIN,
            ssl_shutdown_timeout=1.0,
        )
        self.servers.append(server)
        self._renewing = loop.create_task(_renewed(secure))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End with everything that was begun."""
        if self._renewing is not None:
            self._renewing.cancel()
        await super().shutdown(sockets)
        self._door.lanes.close()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Handle a signal: end within a second or two; a second one ends at once."""
        self._tables.hub.close()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """End from another thread."""
        self._tables.hub.close()
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn's, but a signal is not raised again afterwards: there is still the file to close."""
        try:
            before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        except ValueError:  # not in the main thread: whoever runs us there stops us
            yield
            return
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)
