"""`companion serve` in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.cli.running import ROOT
from tests.web.serving import ask

SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}


class Running(NamedTuple):
    """A table that is open in another process."""

    process: subprocess.Popen[str]
    said: dict[str, str]

    @property
    def port(self) -> int:
        return int(self.said["url"].rpartition(":")[2])

    def ask(self, method: str, path: str, thing: object = None) -> tuple[int, dict[str, object]]:
        """Send a request as the host."""
        return ask(self.port, method, path, thing, Authorization=f"Bearer {self.said['host_key']}")


def start(data: Path, *words: str, stderr: bool = False, **environment: str) -> Running:
    """Start a table and wait until it says that it answers; with `stderr` what it says there can be read."""
    options = ["--port", "0", "--no-browser", "--json", "--data", str(data), *words]
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", *options],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if stderr else subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    return Running(process, json.loads(process.stdout.readline()))


def end(running: Running) -> int:
    """Stop it as a system does, and give its exit code."""
    running.process.terminate()
    code = running.process.wait(30)
    assert running.process.stdout is not None
    running.process.stdout.close()
    return code


@contextmanager
def table(data: Path, *words: str, **environment: str) -> Iterator[Running]:
    """Yield a running table, and end it afterwards."""
    running = start(data, *words, **environment)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            assert end(running) == 0
        elif running.process.stdout is not None:
            running.process.stdout.close()
