"""Several hosts on one database, killed under load: nothing acknowledged is lost, and everybody goes on elsewhere."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from http.client import HTTPException
from threading import Event, Thread

from tests.lab.faults.club_people import Claimer, Judge
from tests.lab.faults.figures import Finding, spread
from tests.lab.served import KEY, Served, raise_limit

GOES_ON = 5.0
"""Seconds that are promised, from the loss of a host to the next thing heard at another."""
PATIENCE = 120.0
"""Seconds after which no device is waited for any more, whatever else the machine does."""
PAUSE = 0.2
PEOPLE = 4
"""Tables at which a referee is asked, and at which phones take a seat, besides what is said at all of them."""
FAULTS = (
    "lost", "written twice", "behind", "missed a change", "rulings contradicted", "seats lost", "seats twice"
)  # fmt: skip
"""Counts that have to stay at 0."""
BETWEEN = 1.5
"""Seconds from one kill to the next, when everybody is on again."""


class Speaker:
    """Client that says one action after the other at a table, each until a host has acknowledged it."""

    def __init__(self, houses: Sequence[Served], game: str, first: int) -> None:
        self.game = game
        self.acknowledged = 0
        self.waits: list[float] = []
        self._houses, self._at = houses, first

    def speak(self, stopped: Event) -> None:
        """Say actions until `stopped`; the last one is said to the end."""
        while not stopped.is_set():
            ident, began = secrets.token_hex(8), time.monotonic()
            while not self._said(ident):
                self._at += 1
                time.sleep(PAUSE)
            self.acknowledged += 1
            self.waits.append(time.monotonic() - began)
            stopped.wait(PAUSE)

    def _said(self, ident: str) -> bool:
        thing = {"action": "show", "player": "Ana", "to": "Beto", "action_id": ident}
        house = self._houses[self._at % len(self._houses)]
        try:
            return house.ask("POST", f"/api/games/{self.game}/actions", thing, timeout=GOES_ON)[0] == 200
        except (OSError, HTTPException):
            return False


class Onlooker:
    """A device that looks on, and goes to the next host when its own is gone."""

    def __init__(self, houses: Sequence[Served], game: str, first: int) -> None:
        self.seen, self.gaps, self.is_gapless = 0, list[float](), True
        self._houses, self._game, self._at = houses, game, first

    async def look(self) -> None:
        """Follow the game until cancelled."""
        lost = 0.0
        while True:
            is_first = True  # of a stream: a page that comes back is told the newest version alone
            try:
                async for version in self._stream():
                    if lost:
                        self.gaps.append(time.monotonic() - lost)
                        lost = 0.0
                    self.is_gapless = self.is_gapless and (is_first or version <= self.seen + 1)
                    is_first = False
                    self.seen = max(self.seen, version)
            except (OSError, asyncio.IncompleteReadError, ValueError):
                pass
            lost = lost or time.monotonic()
            self._at += 1
            await asyncio.sleep(PAUSE)

    async def _stream(self) -> AsyncIterator[int]:
        house = self._houses[self._at % len(self._houses)]
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=2**20)
        try:
            # As a page follows its table: it needs from the stream only that there is a new version.
            head = f"GET /api/games/{self._game}/events?brief HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            head += f"Last-Event-ID: {self.seen}\r\n"
            writer.write(f"{head}Authorization: Bearer {KEY}\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    yield int(line[4:])
        finally:
            writer.close()


def killed(
    houses: Sequence[Served], tables: int, devices: int, kills: int, outages: Sequence[Callable[[], None]] = ()
) -> Finding:
    """Kill and start the hosts in turn `kills` times, under load; `outages`: other faults, one after each kill."""
    return asyncio.run(_killed(houses, tables, devices, kills, list(outages)))


async def _killed(
    houses: Sequence[Served], tables: int, devices: int, kills: int, outages: list[Callable[[], None]]
) -> Finding:
    raise_limit(tables * devices + 100)
    games = [houses[k % len(houses)].open_game() for k in range(tables)]
    speakers = [Speaker(houses, game, k) for k, game in enumerate(games)]
    lookers = [Onlooker(houses, game, k) for game in games for k in range(devices)]
    stopped = Event()
    judges = [Judge(houses, game, k) for k, game in enumerate(games[:PEOPLE])]
    claimers = [Claimer(houses, game, k) for k, game in enumerate(games[-PEOPLE:])]
    threads = [Thread(target=one.speak, args=[stopped]) for one in speakers]
    threads += [Thread(target=one.rule, args=[stopped]) for one in judges]
    threads += [Thread(target=one.claim, args=[stopped]) for one in claimers]
    looking = [asyncio.create_task(one.look()) for one in lookers]
    for thread in threads:
        thread.start()
    try:
        await asyncio.sleep(BETWEEN)
        for number in range(kills):
            house = houses[number % len(houses)]
            await asyncio.to_thread(house.kill)
            await asyncio.sleep(BETWEEN)
            await asyncio.to_thread(house.start)
            if outages:
                await asyncio.to_thread(outages.pop(0))
            await asyncio.sleep(BETWEEN)
    finally:
        stopped.set()
        for thread in threads:
            await asyncio.to_thread(thread.join)
    versions = {one.game: await asyncio.to_thread(_version, houses[0], one.game) for one in speakers}
    lost = sum(max(0, one.acknowledged + 1 - versions[one.game]) for one in speakers)
    twice = sum(max(0, versions[one.game] - one.acknowledged - 1) for one in speakers)
    until = time.monotonic() + PATIENCE
    wanted = [versions[game] for game in games for _ in range(devices)]
    while time.monotonic() < until and any(one.seen < want for one, want in zip(lookers, wanted, strict=True)):
        await asyncio.sleep(0.05)
    behind = sum(one.seen != want for one, want in zip(lookers, wanted, strict=True))
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    gaps = [gap for one in lookers for gap in one.gaps]
    counts = {"tables": tables, "devices": len(lookers), "kills": kills, "lost": lost, "written twice": twice}
    counts |= {"acknowledged": sum(one.acknowledged for one in speakers), "behind": behind}
    counts["missed a change"] = sum(not one.is_gapless for one in lookers)
    for judge in judges:
        await asyncio.to_thread(judge.ask_everywhere)
    seats = [await asyncio.to_thread(one.faults) for one in claimers]
    counts |= {
        "rulings": sum(one.acknowledged for one in judges),
        "seats taken": sum(one.acknowledged for one in claimers),
    }
    counts["rulings contradicted"] = sum(one.contradictions for one in judges)
    counts["seats lost"], counts["seats twice"] = (sum(both[k] for both in seats) for k in (0, 1))
    held = not any(counts[fault] for fault in FAULTS) and max(gaps, default=0.0) <= GOES_ON
    waits = [wait for one in speakers for wait in one.waits]
    return Finding("club kills", held, counts, {"devices going on after": spread(gaps), "said after": spread(waits)})


def _version(house: Served, game: str) -> int:
    return int(house.ask("GET", f"/api/games/{game}", timeout=PATIENCE)[1]["version"])
