"""The stream of changes: a native ASGI handler, so that a thousand watching devices cost no thread.

A device gets the state at once, then after every change. One that comes back says with `Last-Event-ID` which version it
saw last, and gets every one it missed: no gap, nothing twice. The phone of a seat also gets what that seat is told.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from companion.engine.actions import Malformed, whole
from companion.service.live.games import GameService
from companion.service.live.hub import Change, Subscription
from companion.service.messages import why
from companion.store.base import StoreFault, UnknownGame
from companion.web.auth.access import Access, Request
from companion.web.auth.private_inbox import Note
from companion.web.auth.sessions import Session
from companion.web.server.errors import GUARDS, HttpError, language
from companion.web.server.metrics import Metrics
from companion.web.server.telling import BRIEF, STRAIGHT, as_event

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Run = Callable[[str, Callable[[], tuple[bytes, int]]], Awaitable[tuple[bytes, int]]]
"""Runs a function in a thread, when it is the turn of the device that asks."""

HEARTBEAT = 15.0
"""Seconds: a comment so often, so that a phone that has gone is noticed."""
BEAT = 3.0
"""Seconds: a page is told so often that its stream still stands. It has no other way to know: a line that was lost
without a word (a closed lid, another Wi-Fi) looks like a table at which nothing happens."""
WOKEN_AT_ONCE = 16
"""Streams that are written to before the loop looks at anything else."""
HEAD_START = 0.002
"""Seconds by which the answer to the device that acted goes before the streams of a table that many watch."""
_HEAD = b"retry: 2000\n\n"
_COMMENT, _BEAT = b":\n\n", b"event: beat\ndata: on\n\n"


class Events:
    """Serves the stream of any game."""

    def __init__(
        self,
        tables: GameService,
        access: Access,
        run: Run,
        heartbeat: float = HEARTBEAT,
        metrics: Metrics | None = None,
    ) -> None:
        self._tables = tables
        self._access = access
        self._run = run
        self._heartbeat = heartbeat
        self._metrics = metrics or Metrics()
        self._of_seats: dict[str, set[Subscription]] = {}
        self._bell: Wakeup | None = None
        access.sessions.on_end.append(self._end)

    async def serve(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request for the stream of a game; comes back when the device has gone or was cut off."""
        asked = request_of(scope)
        try:
            self._access.guard(asked)
            who = self._access.enter_stream(asked)
            if not who:
                raise HttpError(429, "too-many", {"Retry-After": "10"})
        except HttpError as fault:
            await refuse(send, asked, fault.status, fault.sentence(language_of(scope, asked)), fault.headers)
            return
        try:
            await self._stream(game, who, scope, asked, receive, send)
        finally:
            self._access.leave_stream(who)

    async def _stream(self, game: str, who: str, scope: Scope, asked: Request, receive: Receive, send: Send) -> None:
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        where = Whereabouts(self._access, _known_address(scope)) if is_brief(scope) else None
        line = Line(ready, scope, self._metrics, Outage(self._tables, is_brief(scope), where))
        wake = partial(self._bell_of(loop).ring, line.woken)
        subscription = line.subscription = self._tables.hub.subscribe(game, wake)
        gone = asyncio.create_task(_until_gone(receive, ready))
        private = Private(self._access, self._session_of(game, asked), wake, language_of(scope, asked))
        self._watch(private.session, subscription)
        try:
            missed, newest = await self._run(
                who, partial(self._missed, game, whole(asked.header("last-event-id")), line.is_brief)
            )
            await send({"type": "http.response.start", "status": 200, "headers": _headers("text/event-stream")})
            await _write(send, _HEAD + missed + private.take())
            line.newest = newest
            while not (subscription.is_cut or gone.done()):
                if where is not None and self._access.reach.is_due:
                    await asyncio.to_thread(self._access.reach.ways)
                changes = line.take()
                body = line.text(changes) + private.take() + line.outage.take()
                if body:
                    await _write(send, body)
                    self._metrics.count("delivered", len(changes))
                    continue
                line.is_straight = private.session is None
                is_woken = await _woken(ready, min(BEAT, self._heartbeat) if line.is_brief else self._heartbeat)
                line.is_straight = False
                if not (is_woken or line.has_just_carried()):
                    await _write(send, _BEAT if line.is_brief else _COMMENT)
            self._metrics.count("cut", int(subscription.is_cut))
            await send({"type": "http.response.body", "body": b""})
        except (StoreFault, Malformed) as fault:
            status = 404 if isinstance(fault, UnknownGame) else 503
            await refuse(
                send, asked, status, why(fault, language_of(scope, asked), not self._access.is_known(asked)), {}
            )
        finally:
            self._tables.hub.leave(subscription)
            self._leave(private.session, subscription)
            private.close()
            gone.cancel()

    def _missed(self, game: str, last_seen: int | None, is_brief: bool) -> tuple[bytes, int]:
        """Return what a device is told of what it has missed, written out, and the version it knows then. A page looks
        at the newest version alone."""
        changes = self._tables.changes(game, last_seen)
        told = "".join(as_event(change, is_brief) for change in (changes[-1:] if is_brief else changes))
        return told.encode(), changes[-1].version if changes else last_seen or 0

    def _bell_of(self, loop: asyncio.AbstractEventLoop) -> Wakeup:
        if self._bell is None or self._bell.loop is not loop:
            self._bell = Wakeup(loop)
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
        """Cut the streams of a phone that no longer answers for its seat."""
        for subscription in tuple(self._of_seats.get(session.id, ())):
            subscription.cut()


class Wakeup:
    """Wakes streams from other threads: however many devices watch a table, the loop is called once for a change.

    A few streams are woken at a time, so that whatever else waits for the loop comes in between: first of all the
    answer to the device that said what all the others are now told.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._lock = Lock()
        self._rung: list[Callable[[], None]] = []

    def ring(self, woken: Callable[[], None]) -> None:
        """Wake one stream, with all that are woken at about the same time."""
        with self._lock:
            self._rung.append(woken)
            if len(self._rung) > 1:
                return
        with suppress(RuntimeError):  # the loop has ended in the meantime
            self.loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        if len(self._rung) > WOKEN_AT_ONCE:
            self.loop.call_later(HEAD_START, self._wake)
        else:
            self._wake()

    def _wake(self) -> None:
        with self._lock:
            rung, self._rung = self._rung[:WOKEN_AT_ONCE], self._rung[WOKEN_AT_ONCE:]
            if self._rung:
                self.loop.call_soon(self._wake)
        for woken in rung:
            woken()


class Line:
    """One stream: what it has carried so far, and how it carries more.

    A stream is a task that sleeps until it is woken. If it has only changes to carry, and the connection takes them at
    once, they are written without waking it: a third of the work with five hundred devices at one table.
    """

    subscription: Subscription

    def __init__(self, ready: asyncio.Event, scope: Scope, metrics: Metrics, outage: Outage) -> None:
        self.outage = outage
        self.newest = 0
        self.is_straight = False
        """Whether the task sleeps, and changes are all that this stream carries."""
        self._ready, self._metrics = ready, metrics
        self._has_carried = False
        self.is_brief = is_brief(scope)
        self._put: Callable[[bytes], bool] | None = scope.get("state", {}).get(STRAIGHT)
        self._left: list[Change] = []

    def woken(self) -> None:
        """There is something to take. Called from the event loop."""
        if self._put is None or not self.is_straight or self.subscription.is_cut:
            self._ready.set()
            return
        changes = self.take()
        if not changes:
            if self.outage.is_new:
                self._ready.set()
            return
        if self._put(self.text(changes)):
            self._has_carried = True
            self._metrics.count("delivered", len(changes))
        else:
            self._left = changes
            self._ready.set()

    def has_just_carried(self) -> bool:
        """Return True if changes were written since the last call: a device that gets them knows that the stream
        stands."""
        had, self._has_carried = self._has_carried, False
        return had

    def take(self) -> list[Change]:
        """Return the changes that the stream has not carried yet."""
        new = [change for change in self.subscription.take() if change.version > self.newest]
        self.newest = new[-1].version if new else self.newest
        changes, self._left = [*self._left, *new], []
        return changes

    def text(self, changes: Sequence[Change]) -> bytes:
        """Return changes as this stream writes them."""
        return _text(tuple(changes), self.is_brief)


class Outage:
    """News of the house on one stream: a club's database is away, or back; that tables look otherwise; and that phones
    find the table elsewhere."""

    def __init__(self, tables: GameService, is_page: bool, where: Whereabouts | None = None) -> None:
        self._where = where
        self._tables = tables
        self._told: bool | None = None
        self._is_page = is_page
        self._looks = tables.hub.looks

    @property
    def is_new(self) -> bool:
        """True if the stream has news of it."""
        return self._is_other or self._looks_otherwise

    @property
    def _is_other(self) -> bool:
        return self._tables.is_shared and self._tables.is_away != self._told

    @property
    def _looks_otherwise(self) -> bool:
        return self._is_page and self._looks != self._tables.hub.looks

    def take(self) -> bytes:
        """Return the news that this stream has not carried yet."""
        before, self._looks = self._looks, self._tables.hub.looks
        looks = b"event: look\ndata: again\n\n" if self._is_page and before != self._looks else b""
        return looks + self._store() + (self._where.take() if self._where is not None else b"")

    def _store(self) -> bytes:
        if not self._is_other:
            return b""
        self._told = self._tables.is_away
        return b"event: store\ndata: away\n\n" if self._told else b"event: store\ndata: there\n\n"


class Whereabouts:
    """Address of the table on one page's stream: told once, and again when the network has changed.

    `known` is the address that the page was told before its line was lost; empty for a new page.
    """

    def __init__(self, access: Access, known: str) -> None:
        self._access = access
        self._known = known
        self._told = known

    def take(self) -> bytes:
        """Return the address, if it is another one than this stream has told; an empty one without a network."""
        now = self._access.offered_after(self._known)
        self._known = self._known or now
        if now == self._told:
            return b""
        self._told = now
        return f"event: network\ndata: {json.dumps(now)}\n\n".encode()


class Private:
    """Private messages on one stream, for the seat whose phone it belongs to; nothing if it belongs to none."""

    def __init__(self, access: Access, session: Session | None, wake: Callable[[], None], lang: str) -> None:
        self.session = session
        self._access = access
        self._wake = wake
        self._lang = lang
        self._sent: set[str] = set()
        if session is not None:
            access.private_inbox.listen(session.game, session.seat, wake)

    def take(self) -> bytes:
        """Return the messages that this stream has not carried yet, after asking anew if the phone still answers for
        the seat."""
        session = self.session
        if session is None or not self._access.sessions.is_standing(session):
            return b""
        new = [note for note in self._access.private_inbox.notes(session.game, session.seat) if self._is_new(note)]
        return b"".join(note.event(self._lang) for note in new)

    def close(self) -> None:
        """Stop listening: the stream has ended."""
        if self.session is not None:
            self._access.private_inbox.leave(self.session.game, self.session.seat, self._wake)

    def _is_new(self, note: Note) -> bool:
        is_new = note.id not in self._sent
        self._sent.add(note.id)
        return is_new


def request_of(scope: Scope) -> Request:
    """Return the part of an ASGI request that access looks at."""
    headers: dict[str, str] = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    pairs = (part.partition("=") for part in headers.get("cookie", "").split(";"))
    cookies = {name.strip(): value.strip() for name, _, value in pairs}
    address = (scope.get("client") or ("", 0))[0]
    return Request(scope["method"], scope.get("scheme", "http"), address, headers, cookies)


def is_brief(scope: Scope) -> bool:
    """Return True if a page listens, which reads the table as a page."""
    return BRIEF in scope.get("query_string", b"").decode("latin-1").split("&")


def language_of(scope: Scope, asked: Request) -> str:
    """Return the language to answer an ASGI request in."""
    query = scope.get("query_string", b"").decode("latin-1")
    chosen = next((part[5:] for part in query.split("&") if part.startswith("lang=")), "")
    return language(chosen, asked.header("accept-language"))


def _known_address(scope: Scope) -> str:
    query: str = scope.get("query_string", b"").decode("latin-1")
    return parse_qs(query).get("at", [""])[0][:120]


@lru_cache(maxsize=64)
def _text(changes: tuple[Change, ...], is_brief: bool) -> bytes:
    """Serialise changes once, for any number of devices."""
    return "".join(as_event(change, is_brief) for change in changes).encode()


async def _woken(ready: asyncio.Event, seconds: float) -> bool:
    """Wait for the event; return False if the time was up first."""
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


async def refuse(send: Send, asked: Request, status: int, message: str, headers: dict[str, str]) -> None:
    """Answer with a sentence that says why not."""
    extra = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    start = {"type": "http.response.start", "status": status, "headers": _headers("application/json") + extra}
    await send(start)
    await send({"type": "http.response.body", "body": json.dumps({"message": message}, ensure_ascii=False).encode()})


def _headers(kind: str) -> list[tuple[bytes, bytes]]:
    own = {"content-type": kind, "cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
    return [(name.lower().encode(), value.encode()) for name, value in {**GUARDS, **own}.items()]
