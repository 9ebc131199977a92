"""`tasks.py bench club`: many tables at once, on one process or on several that share a club's database.

Every table has its devices, spread over the processes; actions come at a steady rate, each at another table. Times are
from the moment an action is due to the moment a device has read the change. On this machine's own address only.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from companion.cli import Refused
from companion.service.club import URL
from tests.lab.bench.bench import tell
from tests.lab.command_line import any_language, json_option
from tests.lab.faults.club import killed
from tests.lab.faults.figures import Finding, spread
from tests.lab.served import KEY, Served, raise_limit

HOSTS = 8
"""Connections to each process that actions come by."""
SETTLING = 60.0
"""Seconds within which every device has to have its stream, and the last change."""


@click.command("club", help="Many tables at once.")
@click.option("--tables", type=click.IntRange(1, 1000), default=20, show_default=True)
@click.option("--devices", type=click.IntRange(1, 40), default=12, show_default=True, help="a table")
@click.option("--rate", type=click.FloatRange(0.1, 1000), default=10.0, help="actions a second")
@click.option("--seconds", type=click.FloatRange(1, 600), default=5.0, show_default=True)
@click.option("--servers", type=click.IntRange(1, 8), default=1, help="processes")
@click.option("--kills", type=click.IntRange(0, 100), default=0, help="kill the processes in turn so often")
@json_option
@any_language
def command(
    tables: int, devices: int, rate: float, seconds: float, servers: int, kills: int, as_json: bool
) -> None:  # fmt: skip
    """Print what every device was told, and how soon; with `--kills` whether everybody goes on at another process."""
    url = os.environ.get(URL, "")
    servers = max(servers, 2) if kills else servers
    if servers > 1 and not url:
        raise Refused(f"Several processes need a database: {URL}.")
    with tempfile.TemporaryDirectory(prefix="companion-club-") as folder, ExitStack() as running:
        houses = [Served(Path(folder) / str(k), database=url) for k in range(servers)]
        for house in houses:
            house.start()
            running.callback(house.stop)
        if kills:
            finding = killed(houses, tables, devices, kills)
        else:
            finding = asyncio.run(Evening(houses, tables, devices).play(rate, seconds))
    tell([finding.json()], as_json)


class Evening:
    """The tables, the devices before them, and when each was told what."""

    def __init__(self, houses: Sequence[Served], tables: int, devices: int) -> None:
        self._houses = houses
        self._games = [houses[k % len(houses)].open_game() for k in range(tables)]
        self._devices = devices
        self._sent: dict[tuple[str, int], float] = {}
        self._late: list[float] = []
        self._ready = 0

    async def play(self, rate: float, seconds: float) -> Finding:
        """Say `rate` actions a second for `seconds`; note what every device was told, and how soon."""
        wanted = len(self._games) * self._devices
        raise_limit(wanted + 100)
        looking = [
            asyncio.create_task(self._look(game, self._houses[(k + n) % len(self._houses)]))
            for n, game in enumerate(self._games)
            for k in range(self._devices)
        ]
        try:
            await _until(lambda: self._ready == wanted)
            said = await self._say(rate, seconds)
            with suppress(TimeoutError):
                await _until(lambda: len(self._late) >= said * self._devices)
        finally:
            for one in looking:
                one.cancel()
            await asyncio.gather(*looking, return_exceptions=True)
        due = said * self._devices
        memory = round(sum(house.memory for house in self._houses))
        counts = {"tables": len(self._games), "devices": wanted, "actions": said, "due": due, "MB": memory}
        counts["lost"] = due - len(self._late)
        return Finding("club", not counts["lost"], counts, {"told after": spread(self._late)})

    async def _say(self, rate: float, seconds: float) -> int:
        versions = dict.fromkeys(self._games, 1)
        queues = [asyncio.Queue[str]() for _ in self._houses]
        hosts = [
            asyncio.create_task(self._send(house, queue))
            for house, queue in zip(self._houses, queues, strict=True)
            for _ in range(HOSTS)
        ]
        total = int(rate * seconds)
        began = time.perf_counter()
        for number in range(total):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            game = self._games[number % len(self._games)]
            versions[game] += 1
            self._sent[game, versions[game]] = time.perf_counter()
            queues[number % len(queues)].put_nowait(game)
        for queue in queues:
            await queue.join()
        for host in hosts:
            host.cancel()
        return total

    async def _send(self, house: Served, queue: asyncio.Queue[str]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        body = json.dumps({"action": "show", "player": "Ana", "to": "Beto"}).encode()
        while True:
            game = await queue.get()
            writer.write(_head("POST", f"/api/games/{game}/actions", len(body)) + body)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            await reader.readexactly(length)
            queue.task_done()

    async def _look(self, game: str, house: Served) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=2**20)
        writer.write(_head("GET", f"/api/games/{game}/events"))
        first = True
        while line := await reader.readline():
            if not line.startswith(b"id: "):
                continue
            at = self._sent.get((game, int(line[4:])))
            if at is not None:
                self._late.append(time.perf_counter() - at)
            elif first:
                self._ready += 1
            first = False


def _head(method: str, path: str, length: int = 0) -> bytes:
    kind = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {KEY}\r\n{kind}\r\n".encode()


async def _until(held: Callable[[], bool]) -> None:
    async with asyncio.timeout(SETTLING):
        while not held():
            await asyncio.sleep(0.02)
