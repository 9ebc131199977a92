"""By sheer numbers: guests who ask for what is dearest, and uploads that never end. The host's tap must not wait."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import cycle
from typing import NamedTuple

from tests.lab.attacks.found import Found
from tests.lab.attacks.guests import guests
from tests.lab.attacks.routes import dearest
from tests.lab.attacks.visitor import FOUR, Visitor
from tests.lab.served import HOST, Served

GUESTS, DEAREST, PREVIEWS = 90, 5, 40
SECONDS, EVERY = 6.0, 0.02
TAP, MEMORY, GROWTH = 100.0, 200.0, 10.0
"""Limits: the host's tap (ms, p99), megabytes in all, and megabytes more."""
PREVIEW = "/print/preview.png?what=cards"
UPLOADS, SENT, SAID = 30, 4 * 2**20, 24_000_000
"""Uploads, bytes that are sent of each, and bytes that it says it has."""
_PART = 2**16


_GAME = re.compile(r"/games/[^/?]+")


class Flood(NamedTuple):
    """The host's taps (ms) while guests asked for one thing, and how often guests were answered with which status."""

    path: str
    taps: tuple[float, ...]
    answered: dict[str, int]

    def at(self, share: float) -> float:
        """Return the time that this share of all taps stays within."""
        return quantile(self.taps, share)


def quantile(times: tuple[float, ...], share: float) -> float:
    """Return the time that this share of all stays within."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def flooded(table: Served, seconds: float = SECONDS, count: int = GUESTS) -> Iterator[Flood]:
    """Yield the taps of an idle table, then under each of the dearest routes and under proofs of sheets."""
    host, guest = Visitor(table, table.key), Visitor(table)
    paths = dearest(guest, long_game(host), DEAREST)
    tapping = Tapping(host)
    yield Flood("", tapping.times(seconds), {})
    for wanted, many in ((paths, count), ([PREVIEW], min(PREVIEWS, count))):
        with guests(table.port, many) as crowd:
            for path in wanted:
                crowd.begin(path, seconds + 1)
                time.sleep(1)
                yield Flood(path, tapping.times(seconds), crowd.done())


class Tapping:
    """The host's tablet, on which plain turns are played."""

    def __init__(self, host: Visitor) -> None:
        self._host = host
        self.game = host.open_game()
        self._actions = f"/api/games/{self.game}/actions"
        self._next = cycle(
            action
            for player, after in zip(FOUR, (*FOUR[1:], FOUR[0]), strict=True)
            for action in (
                {"action": "draw", "player": player, "back": "away"},
                {"action": "discard", "player": player},
                {"action": "respond", "player": after, "card": None},
            )
        )

    def times(self, seconds: float) -> tuple[float, ...]:
        """Return the milliseconds that each tap took, for `seconds` seconds."""
        taken, until = [], time.perf_counter() + seconds
        while time.perf_counter() < until:
            began = time.perf_counter()
            self._host.say(self._actions, next(self._next))
            taken.append((time.perf_counter() - began) * 1000)
            time.sleep(EVERY)
        return tuple(taken)


def long_game(host: Visitor) -> str:
    """Play a whole game of eleven people, of some four hundred actions, by the twin, and return its id."""
    from random import Random

    from tests.lab.twin.la_cosa.deal import NAMES, deal
    from tests.lab.twin.la_cosa.game import Evening
    from tests.lab.twin.la_cosa.players import Fair

    rng, names = Random("attack"), list(NAMES[:11])
    evening = Evening(deal(names, names[0], {}, rng), Fair(rng))
    game = host.open_game(tuple(names))
    while (action := evening.go_on()) is not None:
        host.say(f"/api/games/{game}/actions", action)
    return game


def taps_and_memory(table: Served) -> Iterator[Found]:
    """Yield the worst p99 of the host's taps under any flood, and the most memory the table held."""
    most, found = 0.0, []
    for flood in flooded(table):
        most = max(most, table.memory)
        found.append(flood)
    details = {}
    for name, flood in named(found):
        details[f"{name} p50"], details[f"{name} p99"] = round(flood.at(0.5), 1), round(flood.at(0.99), 1)
    yield Found("flood", {"guests": GUESTS}, round(max(flood.at(0.99) for flood in found[1:]), 1), TAP, "ms", details)
    yield Found("memory", {}, round(most) or None, MEMORY, "MB")


def named(found: Iterable[Flood]) -> Iterator[tuple[str, Flood]]:
    """Yield each flood by its address, without the game's id."""
    for flood in found:
        yield _GAME.sub("/games/…", flood.path) or "nobody", flood


def unfinished(table: Served) -> Found:
    """Measure how much the memory grows by uploads of guests that never end."""
    game = Visitor(table, table.key).open_game()
    time.sleep(1)
    before = most = table.memory
    lines = [_begun(table, path) for path in ("/api/scan", f"/games/{game}/scan", "/api/import") * (UPLOADS // 3)]
    for _ in range(SENT // _PART):
        for line in lines:
            with suppress(OSError):
                line.send(bytes(_PART))
        most = max(most, table.memory)
    for _ in range(10):
        time.sleep(0.1)
        most = max(most, table.memory)
    for line in lines:
        line.close()
    return Found("uploads", {"uploads": UPLOADS}, round(most - before, 1) if most else None, GROWTH, "MB")


def _begun(table: Served, path: str) -> socket.socket:
    line = socket.create_connection((HOST, table.port), timeout=5)
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}:{table.port}\r\nContent-Length: {SAID}\r\n"
    line.sendall(f"{head}Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n".encode())
    line.settimeout(2)
    return line
