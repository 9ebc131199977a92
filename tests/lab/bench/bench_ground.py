"""`tasks.py bench ground`: replay, actions in short and long games, the start of the service.

The figures are medians of things done in turn in one run; on a busy machine read the ratios, not the milliseconds.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import click

from companion.decks.catalog import decklists_folder, read_folder, title
from companion.service.live.games import GameService
from companion.service.transfer.importing import take_in
from companion.store.base import Store
from companion.store.folder import DATABASE
from companion.store.memory import MemoryStore
from companion.store.sqlite import SQLiteStore
from tests.lab.bench.bench import alternating, milliseconds, processor, tell
from tests.lab.command_line import any_language, json_option
from tests.lab.served import Served

PLAYERS = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede")
SETUP = {"playthrough": 1, "game": "la-cosa", "players": list(PLAYERS)}
KEY = "bench"
MOST_CALLS_OF_A_TAP, MOST_CALLS_OF_A_PAGE = 265, 2800
EVENING = 150
"""Entries of a long game."""


class Figure(NamedTuple):
    """One measurement and what it should not exceed."""

    name: str
    value: float
    unit: str
    most: float | None = None


@click.command("ground", help="Long and short games, start, memory.")
@click.option("--times", type=click.IntRange(1), default=100, show_default=True)
@click.option("--long", "length", type=click.IntRange(60), default=5000, show_default=True)
@json_option
@any_language
def command(times: int, length: int, as_json: bool) -> None:
    """Print every figure, with what it should not exceed."""
    tell((figure._asdict() for figure in _figures(times, length)), as_json)


def _figures(times: int, length: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        yield from _box(times)
        yield from _replay(folder, max(3, times // 20))
        yield from _posts("memory", MemoryStore(), times, length, 1.3)
        yield from _posts("disk", SQLiteStore(folder / "bench.db"), times, length, 1.5)
        yield from _read_anew(folder / "read", max(3, times // 5))
        yield from _called()
        yield from _start(folder)


def _box(times: int) -> Iterator[Figure]:
    """Measure a deck read as a table needs it, and with everything that `companion check` looks for."""
    box = decklists_folder() / "la-cosa"
    plain, thorough = alternating(partial(read_folder, box, thorough=False), partial(read_folder, box), times)
    yield Figure("the box, as a table reads it", plain, "ms", 60)
    yield Figure("the box, as `companion check` reads it", thorough, "ms")


def actions(count: int) -> Iterator[dict[str, object]]:
    """Yield `count` actions of plain turns: draw, discard, exchange, round after round."""
    neighbours = cycle(zip(PLAYERS, (*PLAYERS[1:], PLAYERS[0]), strict=True))
    return islice((action for player, after in neighbours for action in _turn(player, after)), count)


def _turn(player: str, after: str) -> list[dict[str, object]]:
    return [
        {"action": "draw", "player": player, "back": "away"},
        {"action": "discard", "player": player},
        {"action": "respond", "player": after, "card": None},
    ]


def script(count: int) -> str:
    """Return a playthrough of `count` actions."""
    return "".join(json.dumps(line) + "\n" for line in (SETUP, *actions(count)))


def _replay(folder: Path, times: int) -> Iterator[Figure]:
    one, thousand = folder / "one.jsonl", folder / "thousand.jsonl"
    one.write_text(script(1), "utf-8")
    thousand.write_text(script(1000), "utf-8")
    short, long = alternating(partial(_run_replay, one), partial(_run_replay, thousand), times)
    yield Figure("replay, 1 action", short, "ms")
    yield Figure("replay, 1,000 actions", long, "ms")
    yield Figure("replay, 999 more actions", long - short, "ms", 150)


def _run_replay(file: Path) -> None:
    subprocess.run([sys.executable, "-m", "companion", "replay", "--json", str(file)], check=True, capture_output=True)


def _posts(where: str, store: Store, times: int, length: int, most: float) -> Iterator[Figure]:
    with _served(GameService(store, title)) as (tables, port):
        short, long = (_Poster(tables, port, count) for count in (50, length))
        for poster in (short, long):
            poster.post()
        few, many = alternating(short.post, long.post, times)
    yield Figure(f"POST action, {where}, game of 50 entries", few, "ms")
    yield Figure(f"POST action, {where}, game of {length} entries", many, "ms", 15)
    yield Figure(f"ratio, {where}", many / few, "", most)


def _called() -> Iterator[Figure]:
    """Yield the most Python functions called by a tap and by the page after it."""
    from tests.lab.bench.ground_calls import AT, counted

    for name, calls in counted(script(AT), islice(actions(10**9), AT, None)).items():
        most = MOST_CALLS_OF_A_TAP if name.startswith("POST") else MOST_CALLS_OF_A_PAGE
        yield Figure(f"{name}, our functions", max(one[True] for one in calls), "calls", most)
        yield Figure(f"{name}, all functions", max(one.total() for one in calls), "calls")


def _read_anew(folder: Path, games: int) -> Iterator[Figure]:
    """Measure games of a whole evening that no memory has, each read once."""
    from tests.lab.bench.live_house import filled

    folder.mkdir()
    idents = filled(folder, games + 1, EVENING)
    with closing(GameService(SQLiteStore(folder / DATABASE), title)) as tables:
        tables.seen(idents[0])  # the box is read
        took = [processor(partial(tables.seen, ident)) for ident in idents[1:]]
    yield Figure(f"a game of {EVENING} entries that is in no memory", statistics.median(took), "ms of CPU", 5)


class _Poster:
    """Client that plays on in a long game, over HTTP."""

    def __init__(self, tables: GameService, port: int, count: int) -> None:
        self._game = take_in(tables, script(count - 1).encode()).seen.id
        self._next = islice(actions(10**9), count - 1, None)
        self._connection = HTTPConnection("127.0.0.1", port)

    def post(self) -> None:
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
        body = json.dumps(next(self._next))
        self._connection.request("POST", f"/api/games/{self._game}/actions", body, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {text.decode()}")


@contextmanager
def _served(tables: GameService) -> Iterator[tuple[GameService, int]]:
    from companion.web.server.asgi import AsgiApp, Server, listen
    from companion.web.server.settings import Settings

    sock = listen("127.0.0.1", 0)
    port = sock.getsockname()[1]
    server = Server(AsgiApp(tables, Settings(KEY, port)), tables)
    thread = Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        yield tables, port
    finally:
        server.stop()
        thread.join()
        tables.close()


def _start(folder: Path, times: int = 3) -> Iterator[Figure]:
    measured = sorted(_one_start(folder) for _ in range(times))
    yield Figure("serve, first answer", measured[len(measured) // 2][0], "ms", 1000)
    resident = [memory for _, memory in measured if memory]
    if resident:
        yield Figure("serve, resident memory", max(resident), "MB", 90)


def _one_start(folder: Path) -> tuple[float, float]:
    """Return the milliseconds until a new service answers, and the megabytes it then holds."""
    service = Served(folder / "data")

    def started() -> None:
        service.start()
        service.ask("GET", "/api/games")

    took = milliseconds(started)
    memory = service.memory
    service.stop()
    return took, memory
