"""`tasks.py play`: the table first; what reads cards and prints sheets is fetched while it is open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from threading import Thread
from typing import NoReturn

from tools.installing import is_complete, missing, ready, reinstalled, sizes_told
from tools.machine import ROOT, VENV, here, python_of, tell
from tools.requirements import PARTS, TABLE

LOG = VENV / "fetch.log"
FIRST_PAUSE = 30.0
"""Seconds between the first two attempts; the pauses grow up to `LAST_PAUSE`."""
LAST_PAUSE = 600.0


def play(words: list[str]) -> int:
    """Start the table; the words go to `companion serve`, but for `--reinstall`."""
    if "--reinstall" in words:
        words = [word for word in words if word != "--reinstall"]
        if not reinstalled(TABLE, PARTS):
            return 1
    is_first = not is_complete(TABLE)
    if is_first:
        tell(
            f"La primera vez se descargan unos {sizes_told()}. Después no hace falta internet.",
            f"The first start fetches about {sizes_told()}. After that no internet is needed.",
        )
    if not ready(TABLE, is_told=is_first):
        return 1
    beside = None
    if not is_complete(PARTS):
        tell(
            f"Mientras jugáis se descarga lo de la cámara y la impresión ({PARTS.megabytes} MB).",
            f"What the camera and printing need ({PARTS.megabytes} MB) is fetched while you play.",
        )
        beside = _fetch_beside()
    elif missing(PARTS):
        lacking = ", ".join(missing(PARTS))
        tell(
            f"Sin {lacking}. Para intentarlo otra vez: python3 tasks.py play --reinstall",
            f"Without {lacking}. To try again: python3 tasks.py play --reinstall",
        )
    os.chdir(ROOT)
    command = [str(python_of(VENV)), "-m", "companion", "serve", *words]
    if sys.platform == "win32":
        from tools.windows import run_and_end_with_us

        return run_and_end_with_us(command, beside)
    return _become(command)


def tell_options() -> None:
    """Say which other words `play` takes: those of the table, which says them itself where it is installed."""
    tell(
        "Lo que va detrás de play, menos --reinstall, es para companion serve:",
        "Whatever stands behind play, but for --reinstall, is for companion serve:",
    )
    if is_complete(TABLE):
        os.chdir(ROOT)
        subprocess.call([str(python_of(VENV)), "-m", "companion", "serve", "--help"])
    else:
        tell(
            "sus opciones se dicen con esta misma orden cuando la mesa esté instalada.",
            "this command tells its options once the table is installed.",
        )


def _become(command: list[str]) -> NoReturn:
    """Replace this process by the table, so that a signal to it ends the table."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(command[0], command)


def _fetch_beside() -> subprocess.Popen[bytes]:
    """Start a process that fetches camera and printing; it ends when the table does."""
    words = [sys.executable, str(ROOT / "tasks.py"), "fetch", str(os.getpid())]
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def fetch(table: int) -> int:
    """Fetch camera and printing beside the open table, the process of that number, and try until it works."""
    terminal = os.dup(2)
    with LOG.open("ab") as log:
        os.dup2(log.fileno(), 2)
    if sys.platform != "win32":
        os.setpgrp()
        Thread(target=_end_with, args=[table], daemon=True).start()
    pause = FIRST_PAUSE
    while not ready(PARTS):
        if pause == FIRST_PAUSE:
            _tell_on(
                terminal,
                f"La cámara y la impresión no se han podido descargar; se sigue intentando ({LOG.relative_to(ROOT)}).",
                f"What the camera and printing need could not be fetched; trying on ({LOG.relative_to(ROOT)}).",
            )
        time.sleep(pause)
        pause = min(2 * pause, LAST_PAUSE)
    _tell_on(terminal, "La cámara y la impresión ya están.", "The camera and printing are ready.")
    return 0


def _tell_on(terminal: int, es: str, en: str) -> None:
    with suppress(OSError):
        os.write(terminal, f"{here(es, en)}\n".encode())


def _end_with(table: int) -> None:
    """Wait for the table's end, then end this process, and the pip it has started."""
    while os.getppid() == table:
        time.sleep(0.5)
    os.killpg(0, signal.SIGTERM)
