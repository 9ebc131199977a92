"""One connection of a browser, with patience that ends: half a request, or a reader that reads nothing, is cut.

uvicorn has settings for neither, nor for the pieces of a stream that are written without h11 (`put_straight`). So its
connection is a base class here and nowhere else, though it promises nobody to stay as it is: `pyproject.toml` allows
the minor that was tested, and `tests/web/test_connection_canary.py` says what has changed in another.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import suppress
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.server.limits import ConnectionLimiter
from companion.web.server.telling import STRAIGHT

HEAD_WITHIN = 10.0
"""Seconds from the first byte of a request (the first: from the opening of the connection) to the end of its head."""
READ_WITHIN = 30.0
"""Seconds that a device may leave what was sent to it unread."""
GONE_WITHIN = 30
"""Seconds until the system gives up a device that no longer confirms what it is sent: a phone out of the Wi-Fi."""


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1 connection with deadlines, and no more of them from one address than a crowd of phones has."""

    connection_limiter: ClassVar[ConnectionLimiter] = ConnectionLimiter(1 << 30)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a browser that has connected, or cut it off if its address has too many connections."""
        super().connection_made(transport)
        self._unread: asyncio.TimerHandle | None = None
        self._head: asyncio.TimerHandle | None = None
        self._address = self.client[0] if self.client else ""
        self._is_in = self.connection_limiter.enter(self._address)
        if not self._is_in:
            self._abort()
            return
        self.app_state = {**self.app_state, STRAIGHT: self.put_straight}
        sock = transport.get_extra_info("socket")
        if sock is not None and sys.platform == "linux":
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_WITHIN * 1000)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's place."""
        if self._is_in:
            self.connection_limiter.leave(self._address)
        self._head_came()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came: a request, or a part of one."""
        super().data_received(data)
        cycle = cast(Any, self).cycle
        if cycle is not None and not cycle.response_complete:
            self._head_came()
        elif self._head is None:
            self._await_head()

    def on_response_complete(self) -> None:
        """Answered; the next request has its own time, from its first byte on, also if that came in the meantime."""
        self._head_came()
        super().on_response_complete()
        parts = cast(Any, self)
        if parts.cycle.response_complete and parts.conn.trailing_data[0]:
            self._await_head()

    def pause_writing(self) -> None:
        """Start the clock for a browser that does not read what we send."""
        super().pause_writing()
        self._unread = self.loop.call_later(READ_WITHIN, self._abort)

    def resume_writing(self) -> None:
        """Stop the clock: the browser reads again."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def put_straight(self, text: bytes) -> bool:
        """Put one more piece into the answer that is being streamed; False where it has to go the long way.

        What uvicorn and h11 do for a piece of an answer of unknown length, without asking either: they have no part in
        it but the frame around the piece.
        """
        parts = cast(Any, self)
        if self.flow.write_paused or parts.conn.their_http_version != b"1.1" or parts.cycle.response_complete:
            return False
        if not (text and parts.cycle.response_started) or self.transport.is_closing():
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(text), text))
        return True

    def _await_head(self) -> None:
        self._head = self.loop.call_later(HEAD_WITHIN, self._abort)

    def _head_came(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _abort(self) -> None:
        self.transport.abort()
