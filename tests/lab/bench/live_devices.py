"""Devices for `bench live`: those who watch a table, one who speaks. Loopback only."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from tests.lab.served import HOST, Served

PLAYERS = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema", "Hugo", "Iris", "Juan", "Kira", "Leo"]
_NUMBER = re.compile(rb"^id: (\d+)\r?$", re.MULTILINE)


@dataclass
class Watched:
    """When each version of each game arrived where (s), as all devices of one run note it."""

    arrivals: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    lost_lines: int = 0

    def arrived(self, game: str, version: int) -> None:
        self.arrivals.setdefault((game, version), []).append(perf_counter())


class Device(asyncio.Protocol):
    """Phone that watches one game and notes when each change has arrived whole."""

    def __init__(self, table: Served, game: str, watched: Watched, is_asleep: bool = False) -> None:
        self._request = f"GET /api/games/{game}/events HTTP/1.1\r\nHost: {HOST}:{table.port}\r\n\r\n".encode()
        self._game = game
        self._watched = watched
        self._rest = b""
        self._is_asleep = is_asleep
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream; a phone that sleeps reads nothing of it."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)
        if self._is_asleep:
            transport.pause_reading()
            self.ready.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Part of the stream."""
        *events, self._rest = (self._rest + data).split(b"\n\n")
        for event in events:
            found = _NUMBER.search(event)
            if found:
                self._watched.arrived(self._game, int(found[1]))
                if not self.ready.done():
                    self.ready.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cut off."""
        self._watched.lost_lines += 1
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionResetError("no stream"))


class Speaker:
    """The host's tablet: says one thing after the other over one connection."""

    def __init__(self, table: Served) -> None:
        self._table = table
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, thing: object = None, kind: str = "application/json") -> bytes:
        """Return the body of an answer. Raise RuntimeError for an error status."""
        status, body = await self.try_to(method, path, thing, kind)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {body[:200]!r}")
        return body

    async def try_to(
        self, method: str, path: str, thing: object = None, kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Return status and body of an answer."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(HOST, self._table.port)
        assert self._reader is not None
        body = thing if isinstance(thing, bytes) else b"" if thing is None else json.dumps(thing).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {self._table.key}\r\n"
        head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer.lower())
        status = int(answer.split(b" ", 2)[1])
        return status, await self._reader.readexactly(int(length[1]) if length else 0)

    async def open_game(self) -> str:
        """Open a game of twelve, and return its id."""
        thing = {"playthrough": 1, "game": "la-cosa", "players": PLAYERS}
        return str(json.loads(await self.ask("POST", "/api/games", thing))["id"])

    async def close(self) -> None:
        """Go away."""
        if self._writer is not None:
            self._writer.close()


async def watch(table: Served, games: Sequence[str], each: int, watched: Watched) -> list[asyncio.BaseTransport]:
    """Open `each` devices on each game, and return once all have the table."""
    loop = asyncio.get_running_loop()
    transports: list[asyncio.BaseTransport] = []
    for game in games:
        devices = []
        for _ in range(each):
            transport, device = await loop.create_connection(lambda: Device(table, game, watched), HOST, table.port)  # noqa: B023
            transports.append(transport)
            devices.append(device)
        await asyncio.wait_for(asyncio.gather(*(device.ready for device in devices)), 60)
    return transports


def something(number: int, side: str = "") -> dict[str, object]:
    """Return an action that is always allowed, told from the others by its reason."""
    reason = f"bench {side}{number}"
    return {"action": "override", "set": {"direction": "clockwise"}, "reason": reason, "action_id": f"b{side}{number}"}
