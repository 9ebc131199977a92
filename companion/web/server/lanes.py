"""Who waits for whom: threads for those who lead, others for the phones of seats and for guests, one for what is dear.

Python runs one thread at a time, so every request that is worked at makes all others slower by as much again. A tap of
whoever leads a table must find a free thread, and at most one or two others at work. So each lane has threads of its
own; within a lane each device has at most a few requests at work, those of other devices have their turn before its
next one, and a device with too many waiting is told so (503, `Retry-After`) while all others go on. A device that leads
a table has a thread that nobody else gets.

All of this is decided in the event loop, which needs no lock for it.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from a2wsgi.wsgi import build_environ

from companion.web.auth.access import Caller
from companion.web.server.settings import takes_pictures
from companion.web.server.stream import Scope, Send

T = TypeVar("T")

DEAR = re.compile(
    r"/print(?:/.*)?|/api/import|/take-in(?:/.*)?"
    r"|/games/[^/]+/(?:story|log|at|film|edit|edited|record)(?:/.*)?"
    r"|/api/games/[^/]+/(?:log|playthrough|record|markdown)"
)
"""What takes longer than the rest: `tests/web/test_kept_pieces.py` counts what every route calls."""


class Size(NamedTuple):
    """Size of a lane: its threads, and how many requests of one device, and of all, may be at work or wait in it."""

    threads: int
    at_work: int
    """Requests of one device that are answered at once."""
    of_one: int
    of_all: int
    rests: bool = False
    """Whether a thread rests as long as it has worked, before it takes the next."""


HOST, HOST_DEAR = Size(12, 8, 400, 400), Size(4, 4, 100, 100)
LEADERS, LEADERS_DEAR = Size(48, 1, 60, 2000), Size(48, 1, 24, 800)
"""A thread for each table that is led at the same time, far beyond what there are."""
SEATS, PICTURES = Size(3, 1, 60, 2000), Size(1, 1, 4, 96)
GUESTS, DEAR_FOR_ALL = Size(2, 1, 100, 400), Size(1, 1, 24, 96)
STREAMS = Size(1, 1, 10_000, 10_000, rests=True)
"""Streams that are taken up wait for one another: their number is limited elsewhere, and no browser asks again for one
that was refused. The event loop works at them as well, so that the thread leaves the table half of its time."""
MOST_REST = 0.05
"""Seconds."""


class Full(Exception):
    """As many requests wait in a lane as may, of this device or of all."""


class Answer(NamedTuple):
    """Complete answer of an application."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Lane:
    """Threads, and a queue before them in which each device has its turn."""

    def __init__(self, size: Size) -> None:
        self._size = size
        self._threads = Threads(size.rests)
        self._inside: Counter[str] = Counter()
        self._at_work: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def inside(self) -> int:
        """Requests in it, waiting or being answered."""
        return self._inside.total()

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        """Hold a place for one request of a device until it is answered. Raise `Full`."""
        if self._inside[who] >= self._size.of_one or self.inside >= self._size.of_all:
            raise Full
        self._inside[who] += 1
        try:
            yield
        finally:
            _take_one(self._inside, who)

    async def run(self, who: str, work: Callable[[], T]) -> T:
        """Return what a function returns in one of the threads, when it is this device's turn."""
        await self._turn(who)
        try:
            return await self._threads.run(work, self._at_work.total())
        finally:
            _take_one(self._at_work, who)
            self._go_on()

    def close(self) -> None:
        """End the threads that have nothing to do; nobody waits for the others."""
        self._threads.close()

    async def _turn(self, who: str) -> None:
        if who not in self._waiting and self._is_free_for(who):
            self._at_work[who] += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                _take_one(self._at_work, who)
                self._go_on()
            raise

    def _is_free_for(self, who: str) -> bool:
        return self._at_work.total() < self._size.threads and self._at_work[who] < self._size.at_work

    def _go_on(self) -> None:
        """Let in whoever waits and may be worked for, one request of each device after the other."""
        for who in [*self._waiting]:
            if self._is_free_for(who) and self._let_in(who):
                self._waiting.move_to_end(who)
            if not self._waiting[who]:
                del self._waiting[who]

    def _let_in(self, who: str) -> bool:
        queue = self._waiting[who]
        while queue:
            turn = queue.popleft()
            if not turn.done():  # whoever waited may have been cancelled
                self._at_work[who] += 1
                turn.set_result(None)
                return True
        return False


def _take_one(counted: Counter[str], who: str) -> None:
    counted[who] -= 1
    if counted[who] <= 0:
        del counted[who]


class Threads:
    """Threads that are started as they are needed. The end of the program waits for none of them."""

    def __init__(self, rests: bool = False) -> None:
        self._rests = rests
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._started = 0

    async def run(self, work: Callable[[], T], needed: int) -> T:
        """Return what a function returns in a thread of its own; `needed`: how many are at work with this one."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def told(tell: Callable[[Any], None], what: object) -> None:
            if not done.done():
                tell(what)

        def worked() -> None:
            began = time.perf_counter()
            try:
                settled = done.set_result, work()
            except BaseException as fault:
                settled = done.set_exception, fault  # type: ignore[assignment]
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(told, *settled)
            if self._rests:
                rest(time.perf_counter() - began)

        if self._started < needed:
            self._started += 1
            Thread(target=_worked_through, args=(self._work,), name="lane", daemon=True).start()
        self._work.put(worked)
        return await done

    def close(self) -> None:
        """End each thread once it has nothing to do."""
        for _ in range(self._started):
            self._work.put(None)
        self._started = 0


def rest(worked: float) -> None:
    """Sleep for as many seconds as a thread has worked, `MOST_REST` at most."""
    time.sleep(min(worked, MOST_REST))


def _worked_through(queue: SimpleQueue[Callable[[], None] | None]) -> None:
    while (work := queue.get()) is not None:
        work()
        del work  # what was answered is not kept until the next question comes


class Lanes:
    """The lanes of a server."""

    def __init__(self) -> None:
        self.host, self.host_dear = Lane(HOST), Lane(HOST_DEAR)
        self.leaders, self.leaders_dear = Lane(LEADERS), Lane(LEADERS_DEAR)
        self.seats, self.pictures = Lane(SEATS), Lane(PICTURES)
        self.guests, self.dear = Lane(GUESTS), Lane(DEAR_FOR_ALL)
        self.streams = Lane(STREAMS)

    def of(self, caller: Caller, method: str, path: str) -> Lane:
        """Return the lane for a request."""
        is_picture = method == "POST" and takes_pictures(path)
        is_dear = is_picture or DEAR.fullmatch(path) is not None
        if caller.role == "host":
            return self.host_dear if is_dear else self.host
        if caller.role == "table":
            return self.leaders_dear if is_dear else self.leaders
        if caller.role == "seat" and is_picture:
            return self.pictures
        if is_dear:
            return self.dear
        return self.seats if caller.role == "seat" else self.guests

    def close(self) -> None:
        """End the threads of all lanes."""
        for lane in vars(self).values():
            lane.close()


def made(application: Any, scope: Scope, body: bytes) -> Answer:
    """Return the whole answer of a WSGI application to a request whose body is all there.

    The event loop sends it afterwards: one change of threads each way, where handing it on in pieces takes four. A
    reader who is slow holds no thread, but a place in the lane.
    """
    begun: list[tuple[str, list[tuple[str, str]]]] = []
    pieces: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], None]:
        begun[:] = [(status, headers)]
        return pieces.append

    answered = application({**build_environ(scope, BytesIO(body))}, start)  # type: ignore[arg-type]
    try:
        pieces += answered
    finally:
        getattr(answered, "close", lambda: None)()
    status, headers = begun[0]
    named = [(name.strip().lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
    return Answer(int(status.split(" ", 1)[0]), named, b"".join(pieces))


async def send_whole(send: Send, answer: Answer) -> None:
    """Send an answer that was made."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
