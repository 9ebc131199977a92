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
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import uvicorn
from a2wsgi import WSGIMiddleware

from companion.service.tables import Tables
from companion.web.access import Access
from companion.web.app import create_app
from companion.web.connection import Connection
from companion.web.events import Events, Message, Receive, Scope, Send
from companion.web.journal import pattern_of, told
from companion.web.metrics import Metrics, kind_of
from companion.web.settings import Settings

THREADS = 16
BODY_WITHIN = 30.0
"""Seconds for the body of a request to arrive."""
MOST_DRAINED = 32 * 1024 * 1024
"""Bytes of a body that is too large which are read and thrown away, so that the browser hears why."""
HANDSHAKE_WITHIN = 10.0
"""Seconds to agree on a secure connection."""
RENEW_EVERY = 60.0
"""Seconds between two looks at the addresses of this machine."""
_log = logging.getLogger("companion.requests")
_EVENTS = re.compile(r"/api/games/([^/]+)/events/?")


class Door:
    """The ASGI application: who asks for a stream gets one, everybody else is sent to Flask with the body read."""

    def __init__(self, tables: Tables, settings: Settings, access: Access | None = None) -> None:
        self.access = access or Access(settings)
        self.app = create_app(tables, settings, self.access)
        self.metrics: Metrics = self.app.extensions["companion.metrics"]
        self._settings = settings
        self._events = Events(tables, self.access, metrics=self.metrics)
        self._flask = WSGIMiddleware(self._with_stderr, workers=THREADS)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, and take note of how long it took."""
        if scope["type"] == "http":
            await self._answer(scope, receive, self._timed(scope, send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _EVENTS.fullmatch(scope["path"]) if scope["method"] == "GET" else None
        if found:
            await self._events.serve(found[1], scope, receive, send)
            return
        body, length = await self._body(scope, receive)
        headers = [(name, value) for name, value in scope["headers"] if name not in _REPLACED]
        inner = {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}
        await self._flask(inner, _given(body), send)  # type: ignore[arg-type]

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

    async def _body(self, scope: Scope, receive: Receive) -> tuple[bytes, int]:
        """The body, and its length; of one that is too large nothing but the length."""
        most = self._settings.most_for(scope["path"])
        declared = _declared(scope)
        if declared > most and _waits(scope):
            return b"", declared
        parts: list[bytes] = []
        length = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(BODY_WITHIN):
                more = True
                while more and length < MOST_DRAINED:
                    message = await receive()
                    part: bytes = message.get("body", b"")
                    length += len(part)
                    more = bool(message.get("more_body", False))
                    if length <= most:
                        parts.append(part)
        return (b"".join(parts), length) if length <= most else (b"", max(length, declared))

    def _with_stderr(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        # a2wsgi gives Flask stdout for its errors; stdout belongs to `--json`.
        environ["wsgi.errors"] = sys.stderr
        return self.app(environ, start_response)


_REPLACED = frozenset({b"content-length", b"transfer-encoding"})


def _declared(scope: Scope) -> int:
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(length) if length.isdigit() else 0


def _waits(scope: Scope) -> bool:
    """Whether the sender waits to be told to go on before it sends the body."""
    return any(name == b"expect" and value.lower() == b"100-continue" for name, value in scope["headers"])


def _given(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def listen(host: str, port: int) -> socket.socket:
    """The socket the server listens on; port 0 takes a free one. Raises OSError where it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio switches Nagle's algorithm off; without, every answer would wait 40 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
        door: Door,
        tables: Tables,
        ready: Callable[[], None] = lambda: None,
        secure: Secure | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                door,
                loop="asyncio",
                http=type("Counted", (Connection,), {"crowd": door.access.crowd}),
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
