"""`tasks.py bench live`: how soon everybody sees what was said, with few devices, with many, under a flood.

The table is opened as a user opens it, in a process of its own on a free port of this machine; nothing leaves it. Times
are from the moment the host's tablet sends to the moment the last byte of the change has come to each device, client
and server on the same processors. Every figure is shown with its distribution.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import tempfile
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import NamedTuple

import click

from tests.lab.bench.bench import tell
from tests.lab.bench.live_devices import Device, Speaker, Watched, something, watch
from tests.lab.bench.live_house import filled
from tests.lab.command_line import any_language, json_option
from tests.lab.served import HOST, Served, raise_limit, table

QUANTILES = (0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0)
FLAT, ROUND, MOST_STEEP = (500, 50_000), 50, 1.2
"""Entries of the two games, things said in one before it is the other's turn, how much more the long one may take."""
SLEEPERS, HALVES, FLOOD = 20, 500, 100.0
PNG_SIDES = ((20_000, 20_000, 1), (30_000, 30_000, 8), (40_000, 30_000, 8), (60_000, 60_000, 1))
"""Pixels and bits of pictures that are small on the way and enormous when they are unpacked."""


class Figure(NamedTuple):
    """Measured times (ms), what was lost, further notes, and the limits."""

    name: str
    what: str
    times: tuple[float, ...]
    asked: float
    at: float
    lost: int
    due: int
    notes: dict[str, float]
    most: Mapping[str, float] = MappingProxyType({})
    """Limits of some of the notes."""

    @property
    def is_good(self) -> bool:
        """True if nothing was lost and all figures are within their limits."""
        return self.lost == 0 and self.quantile(self.at) <= self.asked and not self.over

    @property
    def over(self) -> list[str]:
        """The notes that are over what they may be."""
        return [name for name, most in self.most.items() if self.notes.get(name, 0.0) > most]

    def quantile(self, share: float) -> float:
        """Return the time (ms) that this share of all stays within."""
        ordered = sorted(self.times) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def raw(self) -> dict[str, object]:
        """Return the figure as JSON."""
        return {
            "name": self.name,
            "what": self.what,
            "ms": {f"p{share * 100:g}": round(self.quantile(share), 2) for share in QUANTILES},
            "samples": len(self.times),
            "lost": self.lost,
            "due": self.due,
            "most": {f"p{self.at * 100:g}": self.asked, **self.most},
            "good": self.is_good,
            **self.notes,
        }


@click.command("live", help="How soon everybody sees a change.")
@click.option("--long", "is_long", is_flag=True, help="with 400 tables (minutes)")
@click.option(
    "--runs", type=click.IntRange(1), default=1, show_default=True, help="how often; every run has to be as asked"
)
@click.option("--only", default="", help="these alone, e.g. L1,S4")
@json_option
@any_language
def command(is_long: bool, runs: int, only: str, as_json: bool) -> None:
    """Measure."""
    raise_limit(8000)
    chosen = {name.strip().upper() for name in only.split(",") if name.strip()}
    works = [work for name, work in (LONG if is_long else SHORT).items() if not chosen or name in chosen]
    tell((work().raw() for work in works for _ in range(runs)), as_json)


# -- watching ---------------------------------------------------------------------------------------------------------


async def _spoken(
    one: Served,
    games: int,
    devices: int,
    times: int,
    rate: float,
    beside: Callable[[Served], Coroutine[None, None, float]],
    old: Sequence[str] = (),
    length: int = 1,
) -> tuple[list[float], int, int, dict[str, float]]:
    """Say `times` actions, `rate` a second, to games in turn; return the times to every device, losses and memory.

    `old`: games that exist already, of this `length`; else they are opened. Notes have the time (ms) until the
    speaker's own answer, too.
    """
    watched, speakers = Watched(), [Speaker(one) for _ in range(min(games, 32))]
    idents = [*old] or [await speakers[0].open_game() for _ in range(games)]
    transports = await watch(one, idents, devices, watched)
    used = one.processor
    disturbing = asyncio.create_task(beside(one))
    await asyncio.sleep(0.3)
    sent: dict[tuple[str, int], float] = {}
    versions = dict.fromkeys(idents, length)
    own: list[float] = []
    locks = [asyncio.Lock() for _ in speakers]

    async def speak(number: int) -> None:
        place, game = number % len(speakers), idents[number % games]
        async with locks[place]:
            versions[game] += 1
            sent[game, versions[game]] = perf_counter()
            asked = sent[game, versions[game]]
            await speakers[place].ask("POST", f"/api/games/{game}/actions", something(number))
            own.append((perf_counter() - asked) * 1000)

    began, tasks = perf_counter(), []
    for number in range(times):
        await asyncio.sleep(max(0.0, began + number / rate - perf_counter()))
        tasks.append(asyncio.create_task(speak(number)))
    await asyncio.gather(*tasks)
    await _all_arrived(watched, sent, devices)
    disturbing.cancel()
    notes = {"MB": round(one.memory), "CPU ms an action": round((one.processor - used) * 1000 / times, 1)}
    notes |= {"own p50": round(statistics.median(own), 1), "own p99": round(sorted(own)[int(0.99 * len(own))], 1)}
    late = [(at - sent[key]) * 1000 for key, many in watched.arrivals.items() if key in sent for at in many]
    lost = times * devices - sum(len(set_) for key, set_ in watched.arrivals.items() if key in sent)
    for transport in transports:
        transport.close()
    for speaker in speakers:
        await speaker.close()
    return late, lost, times * devices, notes


async def _all_arrived(watched: Watched, sent: dict[tuple[str, int], float], devices: int) -> None:
    until = perf_counter() + 20
    while any(len(watched.arrivals.get(key, ())) < devices for key in sent) and perf_counter() < until:
        await asyncio.sleep(0.05)


async def _nothing(one: Served) -> float:
    return 0.0


def _measured(
    name: str, what: str, asked: float, games: int, devices: int, times: int, rate: float,
    beside: Callable[[Served], Coroutine[None, None, float]] = _nothing, before: tuple[str, ...] = (),
    length: int = 1, most: Mapping[str, float] = MappingProxyType({}),
) -> Figure:  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        old = filled(Path(folder), games, length) if length > 1 else []
        with table(Path(folder), before) as one:
            late, lost, due, notes = asyncio.run(_spoken(one, games, devices, times, rate, beside, old, length))
    return Figure(name, what, tuple(late), asked, 0.99, lost, due, notes, most)


# -- in a game that has no end ----------------------------------------------------------------------------------------


async def _alternated(one: Served, games: Sequence[str], rounds: int) -> tuple[list[list[float]], list[float]]:
    """Say things in each game in turn, `rounds` times; return the times (ms) and the processor's seconds of each
    game."""
    speaker, number = Speaker(one), 0
    times: list[list[float]] = [[] for _ in games]
    used = [0.0 for _ in games]
    for round_ in range(rounds + 1):
        for k, game in enumerate(games):
            before = one.processor
            for _ in range(ROUND):
                number += 1
                began = perf_counter()
                await speaker.ask("POST", f"/api/games/{game}/actions", something(number, "flat"))
                times[k].append((perf_counter() - began) * 1000)
            used[k] += one.processor - before
        if not round_:  # the games were read: that is no part of it
            times, used = [[] for _ in games], [0.0 for _ in games]
    await speaker.close()
    return times, used


def _flat(rounds: int) -> Figure:
    """Compare the cost of an action in a game of fifty thousand entries with that in one of five hundred, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        games = [filled(Path(folder), 1, entries, f"of{entries}x")[0] for entries in FLAT]
        with table(Path(folder)) as one:
            times, used = asyncio.run(_alternated(one, games, rounds))
            memory = one.memory
    medians = [statistics.median(found) for found in times]
    ratio = used[1] / used[0] if used[0] else medians[1] / medians[0]
    notes = {"CPU ratio": round(ratio, 2), "time ratio": round(medians[1] / medians[0], 2), "MB": round(memory)}
    notes |= {f"p50 at {entries}": round(median, 2) for entries, median in zip(FLAT, medians, strict=True)}
    notes["CPU ms an action"] = round(used[1] * 1000 / len(times[1]), 2)
    what = f"actions in a game of {FLAT[1]} entries cost at most {MOST_STEEP:g} times those in one of {FLAT[0]}"
    return Figure("L7", what, tuple(times[1]), 50.0, 0.99, 0, len(times[1]), notes, {"CPU ratio": MOST_STEEP})


# -- under disturbance ------------------------------------------------------------------------------------------------


async def _disturbing(one: Served) -> float:
    """Keep half-open connections, sleeping phones and an endless client busy until cancelled."""
    loop, watched = asyncio.get_running_loop(), Watched()
    halves = [await asyncio.open_connection(HOST, one.port) for _ in range(HALVES)]
    for _, writer in halves:
        writer.write(b"GET / HTTP/1.1\r\nHost: local")
    speaker = Speaker(one)
    ident = await speaker.open_game()
    for _ in range(SLEEPERS):
        await loop.create_connection(lambda: Device(one, ident, watched, is_asleep=True), HOST, one.port)
    number = 0
    while True:
        number += 1
        await speaker.ask("GET" if number % 2 else "POST", *_asked(ident, number))
        await asyncio.sleep(1 / FLOOD)


def _asked(ident: str, number: int) -> tuple[str, object]:
    return (f"/api/games/{ident}", None) if number % 2 else (f"/api/games/{ident}/actions", something(number, "s"))


# -- pictures that are bombs ------------------------------------------------------------------------------------------


async def _sent_bombs(one: Served) -> tuple[list[float], int, float, float]:
    from tests.scan.scenery import bomb

    speaker, times, taken = Speaker(one), [], 0
    kind = "multipart/form-data; boundary=b"
    frame = b'--b\r\nContent-Disposition: form-data; name="image"; filename="%s.png"\r\n\r\n%s\r\n--b--\r\n'
    await speaker.try_to("POST", "/api/scan", frame % (b"small", bomb(200, 200, 8)), kind)  # what reads is loaded
    before = most = one.memory
    for sides in PNG_SIDES:
        body = frame % (b"bomb", bomb(*sides))
        began = perf_counter()
        status, _ = await speaker.try_to("POST", "/api/scan", body, kind)
        times.append((perf_counter() - began) * 1000)
        taken += not 400 <= status < 500
        most = max(most, one.memory)
    await speaker.close()
    return times, taken, most - before, max(len(bomb(*sides)) for sides in PNG_SIDES) / 2**20


def _bombs() -> Figure:
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as one:
        times, taken, grown, size = asyncio.run(_sent_bombs(one))
    notes = {"MB grown": round(grown, 1), "MB the largest": round(size, 2)}
    what = f"{len(PNG_SIDES)} pictures that are bombs, refused"
    return Figure("S5", what, tuple(times), 50.0, 1.0, taken + (grown > 20), len(PNG_SIDES), notes)


def _slow_disk(times: int) -> Figure:
    """Measure with each write to the disk held back by 30 ms, as a bad card does; by strace, where it is installed."""
    if shutil.which("strace") is None:
        return Figure("L4", "strace is not installed: not measured", (), 150, 0.99, 0, 0, {})
    slow = ("strace", "-f", "-qq", "-o", os.devnull, "-e", "trace=fdatasync,fsync",
            "-e", "inject=fdatasync,fsync:delay_exit=30000")  # fmt: skip
    return _measured("L4", "12 devices, 30 ms a write, 5 a second", 150, 1, 12, times, 5, before=slow)


# -- guests who ask for what is dearest --------------------------------------------------------------------------------


def _flooded(seconds: float) -> Figure:
    """Measure the host's taps under the flood that delays them most; the others, and the taps without any, go into the
    notes."""
    from tests.lab.attacks import floods

    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as one:
        quiet, *found = floods.flooded(one, seconds)
        notes = {f"p99 {name}": round(flood.at(0.99), 1) for name, flood in floods.named([quiet, *found])}
        notes["MB"] = round(one.memory)
    worst = max(found, key=lambda flood: flood.at(0.99))
    what = f"the host's taps while {floods.GUESTS} guests ask for the dearest routes"
    return Figure("S6", what, worst.taps, floods.TAP, 0.99, 0, len(worst.taps), notes, {"MB": 200})


ROOM, OWN = {"MB": 250.0}, {"own p99": 20.0}
Work = Callable[[], Figure]
SHORT: dict[str, Work] = {
    "L1": lambda: _measured("L1", "12 devices", 50, 1, 12, 100, 20),
    "L2": lambda: _measured("L2", "500 devices at one table", 150, 1, 500, 40, 5),
    "L3": lambda: _measured("L3", "40 tables of 12", 100, 40, 12, 200, 20),
    "L4": lambda: _slow_disk(40),
    "L5": lambda: _measured("L5", "40 tables of 12, 150 entries long", 50, 40, 12, 200, 20, length=150, most=ROOM),
    "L6": lambda: _measured("L6", "500 devices at one table, 2 a second", 40, 1, 500, 20, 2, most=OWN),
    "L7": lambda: _flat(10),
    "S4": lambda: _measured("S4", "500 half-open, 20 asleep, 100 requests a second", 100, 1, 12, 100, 10, _disturbing),
    "S5": _bombs,
    "S6": lambda: _flooded(6.0),
}
LONG: dict[str, Work] = {
    **SHORT,
    "L1": lambda: _measured("L1", "12 devices", 50, 1, 12, 1000, 20),
    "L3": lambda: _measured("L3", "400 tables of 12, 100 a second", 100, 400, 12, 6000, 100),
    "L4": lambda: _slow_disk(200),
    "L5": lambda: _measured("L5", "400 tables of 12, 150 entries long", 50, 400, 12, 3000, 100, length=150, most=ROOM),
    "L6": lambda: _measured("L6", "500 devices at one table, 2 a second", 40, 1, 500, 120, 2, most=OWN),
    "L7": lambda: _flat(40),
    "S4": lambda: _measured("S4", "500 half-open, 20 asleep, 100 requests a second", 100, 1, 12, 600, 20, _disturbing),
    "S6": lambda: _flooded(15.0),
}
