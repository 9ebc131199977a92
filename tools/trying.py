"""Opens a table with what was just built, and asks of it what an evening asks: nothing counts as built that cannot."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

LONGEST = 120.0
"""Seconds that one answer may take: a program in one file unpacks itself first."""
FOUR = ["Ana", "Beto", "Carla", "Dani"]
HAND = ["la-cosa.1", "sospecha.2", "sospecha.3", "sospecha.4"]
OPTIONS = ("--host", "127.0.0.1", "--port", "0", "--no-browser", "--json", "--data")


def wrong_with(companion: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Return the fault when `companion`, a command, opens a table, or "".

    It has to answer, to draw a sheet and to look at a check: the last two in processes that it starts itself.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        errors = Path(folder) / "errors"
        with errors.open("wb") as stderr:
            table = subprocess.Popen(
                [*companion, "serve", *OPTIONS, str(Path(folder) / "data")],
                cwd=folder,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        assert table.stdout is not None
        try:
            with table.stdout:
                line = table.stdout.readline()
                if not line:
                    table.wait(LONGEST)
                    return (errors.read_text("utf-8", "replace").strip().splitlines() or ["serve"])[-1]
                said = json.loads(line)
                return _asked(said["url"], said["host_key"])
        except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as fault:
            return f"{type(fault).__name__}: {fault}"
        finally:
            _end(table)


def _asked(url: str, key: str) -> str:
    """Return the first of the requests that is not answered as it should be, or ""."""
    if json.loads(_answer(url, key, "/api/health"))["status"] != "ok":
        return "/api/health"
    if not _answer(url, key, "/print/preview.png?what=cards").startswith(b"\x89PNG"):
        return "/print/preview.png"
    setup = {"playthrough": 1, "game": "la-cosa", "players": FOUR}
    game = json.loads(_answer(url, key, "/api/games", setup))["id"]
    check = {"action": "check", "what": "hand", "player": "Dani", "cards": HAND}
    verdict = json.loads(_answer(url, key, f"/api/games/{game}/actions", check))["verdict"]
    return "" if verdict == "legal" else f"check: {verdict}"


def _answer(url: str, key: str, path: str, thing: dict[str, Any] | None = None) -> bytes:
    body = None if thing is None else json.dumps(thing).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    direct = build_opener(ProxyHandler({}))
    with direct.open(Request(url + path, body, headers), timeout=LONGEST) as answer:
        found: bytes = answer.read()
    return found


def _end(table: subprocess.Popen[bytes]) -> None:
    """End the table as a system does. On Windows a program in one file is two processes, and the second is the
    table."""
    if os.name == "nt":
        subprocess.call(["taskkill", "/T", "/F", "/PID", str(table.pid)], stdout=subprocess.DEVNULL)
    table.terminate()
    with suppress(subprocess.TimeoutExpired):
        table.wait(30)
        return
    table.kill()
    table.wait()
