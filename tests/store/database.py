"""A PostgreSQL of the tests' own, where the system's package is: on a socket in a folder that is thrown away."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest

PLACES = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")


def programs() -> Path | None:
    """Return the folder of `initdb` and `postgres`, or None."""
    named = os.environ.get("COMPANION_POSTGRES", "")
    found = shutil.which("initdb")
    places = [Path(named)] if named else []
    places += [Path(found).resolve().parent] if found else []
    for place in PLACES:
        places += sorted(Path(place).glob("**/bin"), reverse=True) if Path(place).is_dir() else []
    return next((one for one in places if (one / "initdb").exists() and (one / "postgres").exists()), None)


def _why_not() -> str:
    """Say why the tests with PostgreSQL are skipped; empty where they are not."""
    try:
        import psycopg
    except ImportError:
        return "psycopg is not installed: pip install 'psycopg[binary]'"
    assert psycopg
    if programs() is None:
        return "there is no PostgreSQL on this machine: sudo apt install postgresql"
    if _is_root() and shutil.which("runuser") is None:
        return "PostgreSQL does not run as root, and there is no runuser to start it as somebody else"
    return ""


class Server(NamedTuple):
    """A PostgreSQL that can be stopped in the middle, and started again with what it had committed.

    `freeze`: none of its processes runs any more, and every socket stays open; `thaw`: they go on where they were.
    """

    url: str
    start: Callable[[], None]
    stop: Callable[[], None]
    freeze: Callable[[], None]
    thaw: Callable[[], None]


@contextmanager
def running(fsync: str = "off") -> Iterator[str]:
    """Yield the address of a fresh server. `fsync`: "on" to wait for the disk, as every real one does."""
    with mortal(fsync) as server:
        yield server.url


@contextmanager
def mortal(fsync: str = "off") -> Iterator[Server]:
    """Yield a fresh server that can be killed. Skip the test, with the reason, where none can be had."""
    if reason := _why_not():
        pytest.skip(reason)
    here = programs()
    assert here is not None
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as folder:
        data = Path(folder) / "data"
        if _is_root():
            shutil.chown(folder, "postgres")
        _run([here / "initdb", "-D", data, "-U", "companion", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync={fsync} -c max_connections=60"
        control = [here / "pg_ctl", "-D", data, "-w", "-t", "60", "-l", data / "log"]
        server = Server(
            f"postgresql://companion@/postgres?host={quote(folder, safe='')}",
            lambda: _run([*control, "-o", options, "start"]),
            lambda: _run([*control, "-m", "immediate", "stop"]),
            lambda: _signal(data, signal.SIGSTOP),
            lambda: _signal(data, signal.SIGCONT),
        )
        server.start()
        try:
            yield server
        finally:
            if (data / "postmaster.pid").exists():
                server.thaw()
                server.stop()


def _signal(data: Path, which: signal.Signals) -> None:
    """Send a signal to the first process of a server and to all that it began."""
    first = (data / "postmaster.pid").read_text().split()[0]
    begun = subprocess.run(["pgrep", "-P", first], capture_output=True, text=True, check=False).stdout.split()
    for one in (first, *begun):
        with suppress(ProcessLookupError):
            os.kill(int(one), which)


def _is_root() -> bool:
    """Return True for root, by whom PostgreSQL refuses to be started."""
    return os.name != "nt" and os.geteuid() == 0


def _run(words: list[object]) -> None:
    as_somebody = ["runuser", "-u", "postgres", "--"] if _is_root() else []
    command = [*as_somebody, *map(str, words)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr
