"""One connection of a browser, with patience that ends: half a request, or a reader that reads nothing, is cut."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_WITHIN = 10.0
"""Seconds from the opening of a connection to the end of its first request's head."""
READ_WITHIN = 30.0
"""Seconds that a device may leave what was sent to it unread."""


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1 connection with two deadlines."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A browser has connected."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_WITHIN, self._give_up_on_half_a_request)
        self._unread: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The browser has gone."""
        self._deadline.cancel()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The browser does not read what we send."""
        super().pause_writing()
        self._unread = self.loop.call_later(READ_WITHIN, self._abort)

    def resume_writing(self) -> None:
        """It reads again."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _give_up_on_half_a_request(self) -> None:
        if cast(Any, self).cycle is None:
            self._abort()

    def _abort(self) -> None:
        self.transport.abort()
