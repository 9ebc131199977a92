"""A tablet for `tasks.py bench app`: a browser held back, and a web server as slow as a line.

Chromium's own throttle slows the page's thread alone, while Python runs in another. Here all threads of the pages are
stopped for most of the time: of every 20 ms they run for 20/`slower`. The browser has a folder on disk as that of a
tablet has: without one it keeps a page's files in the memory of another process, and each read and write goes there.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from companion.cli.site import LATER

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Frame, Page

SLICE = 0.02
"""Seconds in which processes run once and are stopped once."""
PATIENCE = 240.0
"""Seconds for Python to wake."""
BROWSER = "COMPANION_BROWSER"
"""The browser to use, if it is not Playwright's own."""
_SHOWN = "() => document.getElementById('start')?.hidden"
_WRONG = (
    "() => document.getElementById('said')?.textContent.includes('(') && document.getElementById('said').textContent"
)


class NoBrowser(Exception):
    """Playwright is here, but no Chromium that it could start."""


def renderers() -> list[int]:
    """Return the ids of the page processes among the descendants of this one, from /proc."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found = []
    for pid in parents:
        at, steps = pid, 0
        while at in parents and at != os.getpid() and steps < 40:
            at, steps = parents[at], steps + 1
        if at == os.getpid() and pid != at:
            with suppress(OSError):
                if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
    return found


def resident() -> float:
    """Return the MB that the pages' processes hold now."""
    pages = 0
    for pid in renderers():
        with suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def slowed(slower: float) -> Iterator[None]:
    """Slow the pages' processes down to those of a machine `slower` times slower."""
    if slower <= 1:
        yield
        return
    over = Event()
    thread = Thread(target=_hold_back, args=(slower, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _hold_back(slower: float, over: Event) -> None:
    pids: list[int] = []
    looked = 0.0
    while not over.is_set():
        if time.monotonic() - looked > 0.25:
            pids, looked = renderers(), time.monotonic()
        _signal(pids, signal.SIGSTOP)
        time.sleep(SLICE * (1 - 1 / slower))
        _signal(pids, signal.SIGCONT)
        time.sleep(SLICE / slower)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


class _Line:
    """Line with a limit of bits a second."""

    def __init__(self, mbit: float) -> None:
        self.carried = self.carried_later = 0
        self._second = mbit * 1e6 / 8
        self._free_at = 0.0
        self._lock = Lock()

    def carry(self, size: int, is_later: bool = False) -> None:
        """Wait as long as the bytes are on their way, after those before. `is_later`: not of the first page."""
        with self._lock:
            if is_later:
                self.carried_later += size
            else:
                self.carried += size
            self._free_at = max(self._free_at, time.monotonic()) + size / self._second
            until = self._free_at
        time.sleep(max(0.0, until - time.monotonic()))


class _Host(SimpleHTTPRequestHandler):
    def __init__(self, line: _Line, *more: Any, **named: Any) -> None:
        self._line = line
        super().__init__(*more, **named)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Copy the file at the pace of the line."""
        while piece := source.read(16_384):
            self._line.carry(len(piece), self.path.startswith(f"/{LATER}"))
            with suppress(ConnectionError):  # the client is gone
                outputfile.write(piece)

    def log_message(self, format: str, *args: object) -> None:
        """Ignore the log line."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a tab that died before it was answered: that is the purpose of the test."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Tablet:
    """A browser with what it keeps, and the site it opens. `mbit` a second come over its line."""

    def __init__(self, kept: BrowserContext, folder: Path, mbit: float) -> None:
        self.kept = kept
        self._line = _Line(mbit)
        self._server = _Server(("127.0.0.1", 0), partial(_Host, self._line, directory=str(folder)))
        self._thread = Thread(target=self._server.serve_forever)
        self._thread.start()
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def fetched(self) -> float:
        """MB that came over the line for the first page and the games."""
        return self._line.carried / 1e6

    @property
    def fetched_later(self) -> float:
        """MB that came over it for what the first page can do without."""
        return self._line.carried_later / 1e6

    def open(self, path: str = "/") -> tuple[Page, Frame]:
        """Open a new tab and return once the table is shown in it."""
        page = self.kept.new_page()
        page.goto(self.base + path, wait_until="commit")
        until = time.monotonic() + PATIENCE
        while not page.evaluate(_SHOWN):
            if wrong := page.evaluate(_WRONG):
                raise RuntimeError(str(wrong))
            if time.monotonic() > until:
                raise TimeoutError(path)
            time.sleep(0.02)
        return page, page.frames[-1]

    def close(self) -> None:
        self.kept.close()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def tablet(folder: Path, mbit: float = 1000.0) -> Iterator[Tablet]:
    """Yield a tablet that has not seen the site yet."""
    from playwright.sync_api import Error, sync_playwright

    with ExitStack() as open_things:
        playwright = open_things.enter_context(sync_playwright())
        profile = open_things.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        try:
            kept = playwright.chromium.launch_persistent_context(
                profile,
                executable_path=os.environ.get(BROWSER) or None,
                locale="es-ES",
                viewport={"width": 1180, "height": 820},
            )
        except Error as fault:
            raise NoBrowser from fault
        one = Tablet(kept, folder, mbit)
        open_things.callback(one.close)
        yield one
