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
from typing import Any, Protocol

import uvicorn

from companion.service.live.games import GameService
from companion.web.auth.access import Access, Request
from companion.web.server.app import create_app
from companion.web.server.bodies import OF_ALL, OF_GUESTS, Budget, Overfull, gathered
from companion.web.server.connection import Connection
from companion.web.server.errors import HttpError
from companion.web.server.lanes import lanes
from companion.web.server.logs import pattern_of, told
from companion.web.server.metrics import Metrics, kind_of
from companion.web.server.settings import Settings
from companion.web.server.stream import Events, Message, Receive, Scope, Send, language_of, refuse, request_of

BUSY_AFTER, BUSY_APART = 1.0, 0.02
"""Seconds until somebody hears that there is no room for their request, and between two who hear it."""
HANDSHAKE_WITHIN = 10.0
"""Seconds to agree on a secure connection."""
RENEW_EVERY = 60.0
"""Seconds between two looks at the addresses of this machine."""
_log = logging.getLogger("companion.requests")
_EVENTS = re.compile(r"/api/games/([^/]+)/events/?")


class AsgiApp:
    """The ASGI application: who asks for a stream gets one, everybody else is sent to Flask with the body read."""

    def __init__(self, tables: GameService, settings: Settings, access: Access | None = None) -> None:
        self.access = access or Access(settings)
        self.app = create_app(tables, settings, self.access)
        self.metrics: Metrics = self.app.extensions["companion.metrics"]
        self._settings = settings
        self._events = Events(tables, self.access, metrics=self.metrics)
        self._lanes = lanes(self._with_stderr)
        self._budgets = {True: Budget(OF_ALL), False: Budget(OF_GUESTS)}
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
        is_known = self.access.is_known(asked)
        lane, budget = self._lanes.of(is_known, path), self._budgets[is_known]
        if not lane.enter():
            await self._busy(scope, asked, send)
            return
        try:
            # The host alone sends pictures and records; what a guest sends in their place is not even gathered.
            most = self._settings.most_for(path) if is_known else self._settings.most_body
            body = await gathered(scope, receive, most, budget)
            try:
                length = body.length if is_known or body.length <= most else self._too_much(path, body.length)
                headers = [(name, value) for name, value in scope["headers"] if name not in _REPLACED]
                inner = {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}
                await lane.answer(inner, body.sent, send)
            finally:
                budget.give(body.held)
        except Overfull:
            await self._busy(scope, asked, send)
        finally:
            lane.leave()

    def _too_much(self, path: str, length: int) -> int:
        """The length of a guest's body as Flask is told it: 0 where it would be allowed to somebody with rights, so
        that the guest hears that these are missing; else as it is, so that they hear it is too large."""
        return 0 if length <= self._settings.most_for(path) else length

    async def _busy(self, scope: Scope, asked: Request, send: Send) -> None:
        # Said after a while, and to one after the other: ninety who ask again at once, all at the same moment, would
        # keep the table busy with saying no.
        now = time.monotonic()
        self._next_no = max(now + BUSY_AFTER, self._next_no + BUSY_APART)
        await asyncio.sleep(self._next_no - now)
        trouble = HttpError(503, "busy", {"Retry-After": "2"})
        await refuse(send, asked, trouble.status, trouble.sentence(language_of(scope, asked)), trouble.headers)

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


def listen(host: str, port: int) -> socket.socket:
    """The socket the server listens on; port 0 takes a free one. Raises OSError where it is taken."""
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
        """The same table by https; its certificate is looked after while it runs."""

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

    def handle_exit(self, sig: int, frame: Any) -> None:
        """A signal: end within a second or two; a second one ends at once."""
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
