"""The stream of changes: a native ASGI handler, so that a thousand watching devices cost no thread.

A device gets the state at once, then after every change. One that comes back says with `Last-Event-ID` which version it
saw last, and gets every one it missed: no gap, nothing twice. The phone of a seat also gets what that seat is told.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from functools import lru_cache, partial
from threading import Lock
from typing import Any

from companion.referee.actions import Malformed, whole
from companion.service.hub import Change, Subscription
from companion.service.saying import why
from companion.service.tables import Tables
from companion.store.log import StoreFault, UnknownGame
from companion.web.access import Access, Request
from companion.web.answers import GUARDS, Trouble, language
from companion.web.metrics import Metrics
from companion.web.private import Note
from companion.web.sessions import Session

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HEARTBEAT = 15.0
"""Seconds: a comment so often, so that a phone that has gone is noticed."""
_HEAD = b"retry: 2000\n\n"


def as_event(change: Change) -> str:
    """A change as the stream writes it."""
    return f"id: {change.version}\nevent: state\ndata: {change.state}\n\n"


class Events:
    """Serves the stream of any game."""

    def __init__(
        self, tables: Tables, access: Access, heartbeat: float = HEARTBEAT, metrics: Metrics | None = None
    ) -> None:
        self._tables = tables
        self._access = access
        self._heartbeat = heartbeat
        self._metrics = metrics or Metrics()
        self._of_seats: dict[str, set[Subscription]] = {}
        self._bell: Bell | None = None
        access.sessions.on_end.append(self._end)

    async def serve(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request for the stream of a game; comes back when the device has gone or was cut off."""
        asked = request_of(scope)
        address = asked.address
        try:
            self._access.guard(asked)
            if not self._access.enter_stream(address):
                raise Trouble(429, "too-many", {"Retry-After": "10"})
        except Trouble as fault:
            await _refuse(send, asked, fault.status, fault.sentence(_lang(scope, asked)), fault.headers)
            return
        try:
            await self._stream(game, scope, asked, receive, send)
        finally:
            self._access.leave_stream(address)

    async def _stream(self, game: str, scope: Scope, asked: Request, receive: Receive, send: Send) -> None:
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        wake = partial(self._bell_of(loop).ring, ready)
        subscription = self._tables.hub.subscribe(game, wake)
        gone = asyncio.create_task(_until_gone(receive, ready))
        private = Private(self._access, self._session_of(game, asked), wake, _lang(scope, asked))
        self._watch(private.session, subscription)
        try:
            missed = await asyncio.to_thread(self._tables.changes, game, _last_seen(asked))
            await send({"type": "http.response.start", "status": 200, "headers": _headers("text/event-stream")})
            await _write(send, _HEAD + _bytes(missed) + private.take())
            newest = missed[-1].version if missed else _last_seen(asked) or 0
            while not (subscription.is_cut or gone.done()):
                changes = [change for change in subscription.take() if change.version > newest]
                newest = changes[-1].version if changes else newest
                body = _bytes(changes) + private.take()
                if body:
                    await _write(send, body)
                    self._metrics.count("delivered", len(changes))
                elif not await _woken(ready, self._heartbeat):
                    await _write(send, b":\n\n")
            self._metrics.count("cut", int(subscription.is_cut))
            await send({"type": "http.response.body", "body": b""})
        except (StoreFault, Malformed) as fault:
            status = 404 if isinstance(fault, UnknownGame) else 503
            await _refuse(send, asked, status, why(fault, _lang(scope, asked)), {})
        finally:
            self._tables.hub.leave(subscription)
            self._leave(private.session, subscription)
            private.close()
            gone.cancel()

    def _bell_of(self, loop: asyncio.AbstractEventLoop) -> Bell:
        if self._bell is None or self._bell.loop is not loop:
            self._bell = Bell(loop)
        return self._bell

    def _session_of(self, game: str, asked: Request) -> Session | None:
        found = self._access.session(asked)
        return found if found is not None and found.role == "seat" and found.game == game else None

    def _watch(self, session: Session | None, subscription: Subscription) -> None:
        if session is not None:
            self._of_seats.setdefault(session.id, set()).add(subscription)

    def _leave(self, session: Session | None, subscription: Subscription) -> None:
        if session is not None:
            watching = self._of_seats.get(session.id, set())
            watching.discard(subscription)
            if not watching:
                self._of_seats.pop(session.id, None)

    def _end(self, session: Session) -> None:
        """A phone answers for its seat no more: what it had open carries nothing more."""
        for subscription in tuple(self._of_seats.get(session.id, ())):
            subscription.cut()


class Bell:
    """Wakes streams from other threads: however many devices watch a table, the loop is called once for a change."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._lock = Lock()
        self._rung: list[asyncio.Event] = []

    def ring(self, ready: asyncio.Event) -> None:
        """Wake one stream, with all that are woken at about the same time."""
        with self._lock:
            self._rung.append(ready)
            if len(self._rung) > 1:
                return
        with suppress(RuntimeError):  # the loop has ended in the meantime
            self.loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        with self._lock:
            rung, self._rung = self._rung, []
        for ready in rung:
            ready.set()


class Private:
    """What one stream adds for the seat whose phone it belongs to; nothing where it belongs to none."""

    def __init__(self, access: Access, session: Session | None, wake: Callable[[], None], lang: str) -> None:
        self.session = session
        self._access = access
        self._wake = wake
        self._lang = lang
        self._sent: set[str] = set()
        if session is not None:
            access.letterboxes.listen(session.game, session.seat, wake)

    def take(self) -> bytes:
        """What this stream has not carried yet. Asked anew whether the phone still answers for the seat."""
        session = self.session
        if session is None or not self._access.sessions.is_standing(session):
            return b""
        new = [note for note in self._access.letterboxes.notes(session.game, session.seat) if self._is_new(note)]
        return b"".join(note.event(self._lang) for note in new)

    def close(self) -> None:
        """The stream has ended."""
        if self.session is not None:
            self._access.letterboxes.leave(self.session.game, self.session.seat, self._wake)

    def _is_new(self, note: Note) -> bool:
        is_new = note.id not in self._sent
        self._sent.add(note.id)
        return is_new


def request_of(scope: Scope) -> Request:
    """What access looks at, of an ASGI request."""
    headers: dict[str, str] = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    pairs = (part.partition("=") for part in headers.get("cookie", "").split(";"))
    cookies = {name.strip(): value.strip() for name, _, value in pairs}
    address = (scope.get("client") or ("", 0))[0]
    return Request(scope["method"], scope.get("scheme", "http"), address, headers, cookies)


def _lang(scope: Scope, asked: Request) -> str:
    query = scope.get("query_string", b"").decode("latin-1")
    chosen = next((part[5:] for part in query.split("&") if part.startswith("lang=")), "")
    return language(chosen, asked.header("accept-language"))


def _last_seen(asked: Request) -> int | None:
    return whole(asked.header("last-event-id"))


def _bytes(changes: Iterable[Change]) -> bytes:
    return b"".join(map(_encoded, changes))


@lru_cache(maxsize=64)
def _encoded(change: Change) -> bytes:
    """A change is written out once, for however many devices."""
    return as_event(change).encode()


async def _woken(ready: asyncio.Event, seconds: float) -> bool:
    """Whether something came before the time was up."""
    try:
        async with asyncio.timeout(seconds):
            await ready.wait()
    except TimeoutError:
        return False
    ready.clear()
    return True


async def _until_gone(receive: Receive, ready: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    ready.set()


async def _write(send: Send, body: bytes) -> None:
    if body:
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _refuse(send: Send, asked: Request, status: int, message: str, headers: dict[str, str]) -> None:
    extra = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    start = {"type": "http.response.start", "status": status, "headers": _headers("application/json") + extra}
    await send(start)
    await send({"type": "http.response.body", "body": json.dumps({"message": message}, ensure_ascii=False).encode()})


def _headers(kind: str) -> list[tuple[bytes, bytes]]:
    own = {"content-type": kind, "cache-control": "no-store", "x-accel-buffering": "no"}
    return [(name.lower().encode(), value.encode()) for name, value in {**GUARDS, **own}.items()]
