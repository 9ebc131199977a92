"""`tasks.py bench start`: how long until the command line and the table answer, beside the least that could.

Each figure is a median of processes started in turn with their neighbours, so that a busy machine slows both alike:
`companion --help` beside `import click`; the table's first answer and its first pages beside Flask and uvicorn with a
page of one line. A new table has an empty data folder; one that opens again has what the last one left there.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import click

from tests.lab.bench.bench import tell
from tests.lab.command_line import any_language, json_option
from tests.lab.served import HOST, KEY, SERVE, SETUP, asked, environment, free_port

BARE = """
import sys
import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask

app = Flask("bare")
app.add_url_rule("/", "page", lambda: "<p>bare")
uvicorn.run(WSGIMiddleware(app), host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
"""
PAUSE = 0.002
"""Seconds between two looks whether a server answers."""


class Figure(NamedTuple):
    """The median of a figure (ms), and that of its neighbour in the same run."""

    name: str
    ms: float
    beside: str
    their_ms: float


@click.command("start", help="How long until the first answer.")
@click.option("--times", type=click.IntRange(1, 1000), default=15, show_default=True)
@json_option
@any_language
def command(times: int, as_json: bool) -> None:
    """Print every figure."""
    tell((figure._asdict() for figure in figures(times)), as_json)


def figures(times: int) -> Iterator[Figure]:
    """Measure the help of the command line, then a new table and one that opens again."""
    _run("-m", "companion", "--help")  # what Python compiles once for ever is there before
    helps, clicks = zip(
        *[(_run("-m", "companion", "--help"), _run("-c", "import click")) for _ in range(times)], strict=True
    )
    yield Figure("companion --help", _ms(helps), "import click", _ms(clicks))
    with tempfile.TemporaryDirectory(prefix="companion-start-") as name:
        folder = Path(name)
        _table(folder / "first")
        _bare()
        rows = [(*_table(folder / str(number)), *_table(folder / str(number)), *_bare()) for number in range(times)]
    *ours, their_answer, their_page = (_ms(column) for column in zip(*rows, strict=True))
    for when, kept in zip(("new", "again"), (ours[:4], ours[4:]), strict=True):
        yield Figure(f"{when}: the first answer", kept[0], "Flask + uvicorn", their_answer)
        for page, ms in zip(("the first page", "the page of a new game", "the first table"), kept[1:], strict=True):
            yield Figure(f"{when}: {page}", ms, "a page of Flask", their_page)


def _ms(seconds: Sequence[float]) -> float:
    return statistics.median(seconds) * 1000


def _run(*arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment(""))
    return time.perf_counter() - began


def _table(folder: Path) -> tuple[float, float, float, float]:
    """Return the seconds until a table on a folder answers, and those of three pages after it, each the first."""
    with _started("-m", "companion", *SERVE, "--data", str(folder), "--port") as (port, first):
        pages = _seconds(port, "/"), _seconds(port, "/new")
        _, said = asked(HTTPConnection(HOST, port), "POST", "/api/games", SETUP)
        return first, *pages, _seconds(port, f"/games/{said['id']}")


def _bare() -> tuple[float, float]:
    with _started("-c", BARE) as (port, first):
        return first, _seconds(port, "/")


@contextmanager
def _started(*arguments: str) -> Iterator[tuple[int, float]]:
    """Start a server whose last argument is its port; yield the port and the seconds until it answered anything."""
    port = free_port()
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments, str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(""),
    )
    try:
        yield port, _answered(partial(_get, port, "/api/health")) - began
    finally:
        process.terminate()
        process.wait(20)


def _answered(ask: Callable[[], object]) -> float:
    while True:
        try:
            ask()
            return time.perf_counter()
        except ConnectionRefusedError:
            time.sleep(PAUSE)


def _seconds(port: int, path: str) -> float:
    began = time.perf_counter()
    _get(port, path)
    return time.perf_counter() - began


def _get(port: int, path: str) -> None:
    connection = HTTPConnection(HOST, port, timeout=20)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {KEY}", "Accept-Language": "es"})
        connection.getresponse().read()
    finally:
        connection.close()
