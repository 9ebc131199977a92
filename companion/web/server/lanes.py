"""Who waits for whom: threads for the host and the seats, others for those who only look on, few for what is dear.

Whatever guests ask for, and however much of it, a tap of the host's finds a free thread, and only a handful of others
to share the interpreter with. A lane in which too many wait already says so at once (503, `Retry-After`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ

from companion.web.server.stream import Scope, Send

OWN_THREADS, GUEST_THREADS, DEAR_THREADS = 12, 2, 1
OWN_WAITING, GUESTS_WAITING, DEAR_WAITING = 400, 200, 24
"""How many requests a lane takes, those it is answering among them."""
DEAR = re.compile(r"/print(?:/.*)?|/games/[^/]+/story|/laboratory")
"""What takes longer than the rest: `tests/web/test_dear_routes.py` times every route and holds this list against it."""


class Answer(NamedTuple):
    """What an application answers, whole."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Lane:
    """Some threads that answer requests, and how many wait for them. `application` is a WSGI one."""

    def __init__(self, application: Any, threads: int, most: int) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="lane")
        self._most = most
        self.inside = 0
        """Requests in it, waiting or being answered."""

    async def answer(self, scope: Scope, body: bytes, send: Send) -> None:
        """Answer a request whose body is all there.

        The thread makes the whole answer, and the event loop sends it: one change of threads each way, where handing
        it on in pieces takes four. A reader who is slow holds no thread, but a place in the lane.
        """
        asked = {**build_environ(scope, BytesIO(body))}  # type: ignore[arg-type]
        made = await asyncio.get_running_loop().run_in_executor(self._threads, self._made, asked)
        await send({"type": "http.response.start", "status": made.status, "headers": made.headers})
        await send({"type": "http.response.body", "body": made.body, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    def _made(self, environ: dict[str, Any]) -> Answer:
        begun: list[tuple[str, list[tuple[str, str]]]] = []
        pieces: list[bytes] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], None]:
            begun[:] = [(status, headers)]
            return pieces.append

        made = self._application(environ, start)
        try:
            pieces += made
        finally:
            getattr(made, "close", lambda: None)()
        status, headers = begun[0]
        named = [(name.strip().lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        return Answer(int(status.split(" ", 1)[0]), named, b"".join(pieces))

    def enter(self) -> bool:
        """Whether there is room for one more. Only asked from the event loop, so that it needs no lock."""
        if self.inside >= self._most:
            return False
        self.inside += 1
        return True

    def leave(self) -> None:
        """One has been answered."""
        self.inside -= 1


class Lanes(NamedTuple):
    """The lanes of a server."""

    own: Lane
    guests: Lane
    dear: Lane

    def of(self, is_known: bool, path: str) -> Lane:
        """Where a request goes. `is_known`: the host or a seat asks."""
        if is_known:
            return self.own
        return self.dear if DEAR.fullmatch(path) else self.guests


def lanes(application: Any) -> Lanes:
    """The lanes before an application."""
    return Lanes(
        Lane(application, OWN_THREADS, OWN_WAITING),
        Lane(application, GUEST_THREADS, GUESTS_WAITING),
        Lane(application, DEAR_THREADS, DEAR_WAITING),
    )
