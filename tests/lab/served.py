"""A table in a process of its own, started as a user starts it, on a private port of this machine."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import companion
from companion.service.club import URL

HOST = "127.0.0.1"
KEY = "a-key-for-the-bench"
SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}
SERVE = ("serve", "--json", "--no-browser", "--host", HOST)


class Trouble(RuntimeError):
    """The server did not do what no fault was there to keep it from."""


class Served:
    """`companion serve` on a folder. `planted`: what is wrong with this one, for the controls; empty: as shipped.

    `database`: the address of the club's database; empty: the file in the folder. `before`: what the command is put
    behind.
    """

    key = KEY

    def __init__(self, folder: Path, *planted: str, database: str = "", before: Sequence[str] = ()) -> None:
        self.folder = folder
        self._before = before
        self._database = database
        self.port = free_port()
        self._planted = planted
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> float:
        """Start it; comes back when it answers, with the seconds that took."""
        module = ["-m", "companion"] if not self._planted else ["-m", "tests.lab.faults.planted", *self._planted, "--"]
        began = time.monotonic()
        self._process = subprocess.Popen(
            [*self._before, sys.executable, *module, *SERVE, "--port", str(self.port), "--data", str(self.folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(self._database),
            start_new_session=bool(self._before),
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            raise Trouble("the server did not start")
        return time.monotonic() - began

    @property
    def memory(self) -> float:
        """Megabytes of the process, of the command it was started behind, and of its workers; 0 where the system does
        not tell."""
        with suppress(OSError, ValueError, IndexError):
            return _resident(Path(f"/proc/{self.pid}")) / 1024
        return 0.0

    @property
    def processor(self) -> float:
        """Seconds of processor time so far, which a busy machine changes little; 0 where the system does not tell."""
        with suppress(OSError, ValueError, IndexError):
            said = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
            return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def kill(self) -> None:
        """Kill the process, as if the plug was pulled, as far as a process can tell."""
        assert self._process is not None
        self._process.kill()
        self._wait()

    def stop(self) -> None:
        """Stop it as a system does, with whatever it was started behind."""
        if self._process is not None and self._process.poll() is None:
            if self._before:
                os.killpg(self.pid, signal.SIGTERM)
            else:
                self._process.terminate()
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        self._process.wait(20)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def open_game(self) -> str:
        status, said = self.ask("POST", "/api/games", SETUP)
        if status != 201:
            raise Trouble(str(said))
        return str(said["id"])

    def ask(self, method: str, path: str, thing: object = None, timeout: float = 20) -> tuple[int, Any]:
        """Send a request as the host, on a connection of its own."""
        connection = HTTPConnection(HOST, self.port, timeout=timeout)
        try:
            return asked(connection, method, path, thing)
        finally:
            connection.close()


@contextmanager
def table(folder: Path, before: Sequence[str] = ()) -> Iterator[Served]:
    """Open a table on a folder."""
    served = Served(folder, before=before)
    served.start()
    try:
        yield served
    finally:
        served.stop()


def _resident(process: Path) -> int:
    """Sum up the kilobytes of a process and of all that it has started, by whichever of its threads."""
    held = int(re.findall(r"VmRSS:\s+(\d+)", (process / "status").read_text("ascii"))[0])
    for thread in (process / "task").iterdir():
        for child in (thread / "children").read_text("ascii").split():
            with suppress(OSError, IndexError):  # it may have ended meanwhile
                held += _resident(process.parent / child)
    return held


def raise_limit(devices: int) -> None:
    """Raise the limit of open files to that of `devices` connections, as far as the system allows."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = devices + 200 if hard == resource.RLIM_INFINITY else min(devices + 200, hard)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def asked(connection: HTTPConnection, method: str, path: str, thing: object = None) -> tuple[int, Any]:
    """Send a request as the host. Raise `OSError` or `HTTPException` if the answer is not whole."""
    body = None if thing is None else json.dumps(thing).encode()
    connection.request(method, path, body, {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    try:
        return answer.status, json.loads(text)
    except ValueError as fault:
        raise HTTPException(str(fault)) from fault


def environment(database: str) -> Mapping[str, str]:
    own = (URL, "COMPANION_DATA", "PYTHONDONTWRITEBYTECODE")
    kept = {key: value for key, value in os.environ.items() if key not in own}
    if database:
        kept[URL] = database
    return {**kept, "COMPANION_HOST_KEY": KEY, "PYTHONPATH": str(Path(companion.__file__).parents[1])}


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind((HOST, 0))
        return int(sock.getsockname()[1])
