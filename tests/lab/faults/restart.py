"""F4: after a restart the table is reachable soon, and everybody who was looking on is up to date."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

from tests.lab.faults.figures import Finding, spread
from tests.lab.faults.people import PATIENCE
from tests.lab.served import KEY, Served, Trouble, raise_limit

REACHABLE, CAUGHT_UP = 2.0, 5.0
"""Seconds that are promised."""


class Device:
    """A device that looks on: notes when it was told a version."""

    def __init__(self, port: int, game: str) -> None:
        self.seen = 0
        self.at = 0.0
        self._port, self._game = port, game
        self._chance = random.Random(port)

    async def look(self) -> None:
        """Follow the game until cancelled."""
        while True:
            try:
                await self._stream()
            except (OSError, asyncio.IncompleteReadError, ValueError):
                pass
            await asyncio.sleep(self._chance.uniform(0.2, 1.0))

    async def _stream(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            head = f"GET /api/games/{self._game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: {self.seen}\r\n"
            writer.write(f"{head}Authorization: Bearer {KEY}\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.seen, self.at = int(line[4:]), time.monotonic()
        finally:
            writer.close()


def restarted(folder: Path, devices: int, times: int, *planted: str) -> Finding:
    """Kill and start a server `times` times, with `devices` devices before it."""
    return asyncio.run(_restarted(Served(folder, *planted), devices, times))


async def _restarted(served: Served, count: int, times: int) -> Finding:
    raise_limit(count)
    await asyncio.to_thread(served.start)
    game = await asyncio.to_thread(served.open_game)
    devices = [Device(served.port, game) for _ in range(count)]
    looking = [asyncio.create_task(device.look()) for device in devices]
    reachable: list[float] = []
    caught_up: list[float] = []
    processor: list[float] = []
    try:
        version = await _said(served, game)
        await _all_saw(devices, version)
        for _ in range(times):
            await asyncio.to_thread(served.kill)
            began = time.monotonic()
            await asyncio.to_thread(served.start)
            there = time.monotonic()
            reachable.append(there - began)
            processor.append(served.processor)
            version = await _said(served, game)
            await _all_saw(devices, version)
            caught_up += [max(0.0, device.at - there) for device in devices]
    finally:
        for one in looking:
            one.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
        await asyncio.to_thread(served.stop)
    held = max(reachable) <= REACHABLE and max(caught_up) <= CAUGHT_UP and len(caught_up) == count * times
    spreads = {
        "reachable after": spread(reachable),
        "of it on the processor": spread(processor),
        "caught up after": spread(caught_up),
    }
    return Finding("F4 restart", held, {"devices": count, "restarts": times, "caught up": len(caught_up)}, spreads)


async def _said(served: Served, game: str) -> int:
    """Say one more entry, and return its version as soon as it is answered."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            action = {"action": "show", "player": "Ana", "to": "Beto"}
            status, said = await asyncio.to_thread(served.ask, "POST", f"/api/games/{game}/actions", action)
            if status == 200:
                return int(said["state"]["version"])
        except (OSError, HTTPException):
            await asyncio.sleep(0.02)
    raise Trouble("nothing is taken")


async def _all_saw(devices: list[Device], version: int) -> None:
    until = time.monotonic() + PATIENCE
    while any(device.seen < version for device in devices):
        if time.monotonic() > until:
            raise Trouble("some devices were not told")
        await asyncio.sleep(0.01)


def controls(folder: Path) -> Iterator[Finding]:
    """Yield the finding for a server that starts slowly: it has to be found."""
    found = restarted(folder / "slow-start", 5, 1, "slow-start")
    yield Finding("F5 planted: slow-start", not found.held, found.counts, found.spreads)
