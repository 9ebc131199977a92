"""A tablet alone for the tests: the site on some web server, tabs that come and go, the companion's page in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from companion.decks.catalog import game_slugs
from companion.site import bundle, bytecode, decoder, packages, pyodide, solver
from companion.store import default_folder
from tests.length import is_of_every_day

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]
SETUP = {"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}
NAMES = {"name": "Mesa", "short": "Mesa", "about": "", "new": "Nueva", "lang": "es"}
LONG = 180_000
"""ms: Python wakes in a browser, on a machine that does other things too."""


@pytest.fixture
def kept(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser's own storage, empty at first, however many tabs come and go."""
    context = browser.new_context(locale="es-ES")
    yield context
    context.close()


class _Quiet(SimpleHTTPRequestHandler):
    def __init__(self, *given: Any, waits: Mapping[str, Event], **more: Any) -> None:
        self._waits = waits
        super().__init__(*given, **more)

    def do_GET(self) -> None:
        """Send a file, once it may be given."""
        if self.path in self._waits:
            self._waits[self.path].wait(LONG / 1000)
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Ignore the log line."""


def brought() -> tuple[Mapping[str, bytes], dict[str, Any]]:
    """Return Python for a browser, and the other parts: reader of pictures, solver of the referee, compiler.

    Skip the test where they cannot be had. The run of every day does without all but Python, and without Node.js.
    """
    kept = default_folder() / "pyodide"
    try:
        if is_of_every_day():
            if which("npm") is None and not (kept / pyodide.FILE).is_file():
                pytest.skip("Pyodide is not here: `python3 tasks.py test alone` fetches it")
            runtime = pyodide.runtime(pyodide.package(kept))
            is_patient = which("node") is not None
            return runtime, {"compile": bytecode.Compiler(kept, runtime, is_patient=is_patient)}
        parts = {"decoder": decoder.parts(decoder.package(kept)), "solver": solver.parts(solver.package(kept))}
        runtime = pyodide.runtime(pyodide.package(kept))
    except packages.NotThere as fault:
        pytest.skip(f"Pyodide, the decoder or the solver is not here and cannot be fetched ({fault.key})")
    return runtime, {**parts, "compile": bytecode.Compiler(kept, runtime)}


@cache
def made(news: bytes) -> Mapping[str, bytes]:
    """Return the files of a site, made once a process for the same `news`, and packed in a hurry."""
    runtime, parts = brought()
    with pytest.MonkeyPatch.context() as patch:
        quick = SimpleNamespace(compress=lambda content, *_, **more: compress(content, 1, **more))
        patch.setattr(bundle, "gzip", quick)
        return bundle.site(runtime, NAMES, **parts)


def written(folder: Path) -> Path:
    """Write the folder as `companion site` makes it, and return it."""
    for name, content in made(bundle._news()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder as `companion site` makes it."""
    return written(tmp_path_factory.mktemp("site"))


@contextmanager
def served(folder: Path, waits: Mapping[str, Event] | None = None) -> Iterator[str]:
    """Serve a folder by a web server that knows nothing of us, and yield its address. `waits`: paths that it holds back
    until their event."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder), waits=waits or {}))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def device(kept: BrowserContext) -> Iterator[Page]:
    """Yield a tab with the storage of the last visit."""
    page = kept.new_page()
    try:
        yield page
    finally:
        page.close()


@contextmanager
def cut_off(browser: Browser, folder: Path, size: tuple[int, int]) -> Iterator[tuple[BrowserContext, str]]:
    """Yield a browser that was empty, has opened the link once, and has no network any more."""
    context = browser.new_context(locale="es-ES", viewport={"width": size[0], "height": size[1]}, has_touch=True)
    with served(written(folder)) as base, device(context) as page:
        page.goto(base)
        expect(table(page).locator(".boxes > ul > li")).to_have_count(len(game_slugs()))
    context.set_offline(True)
    yield context, base
    context.close()


def table(page: Page) -> Frame:
    """Return the companion's own page, once it is shown."""
    expect(page.locator("#start")).to_be_hidden(timeout=LONG)
    frame = page.frames[-1]
    frame.wait_for_load_state()
    return frame


def opened(frame: Frame) -> str:
    """Open a game of six, and return its id."""
    made = frame.evaluate(
        """(setup) => fetch("/api/games", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify(setup) }).then((answer) => answer.json())""",
        SETUP,
    )
    return str(made["id"])


def record(frame: Frame, game: str) -> str:
    """Return the whole record of a game, as the tablet keeps it."""
    return str(frame.evaluate(f"fetch('/api/games/{game}/record').then((answer) => answer.text())"))


def tap(frame: Frame) -> None:
    """Tap the first choice of the table, and wait for its next question."""
    prompt = frame.locator("#prompt")
    asked = prompt.inner_text()
    frame.locator("#ask form button:visible").first.click()
    expect(prompt).not_to_have_text(asked, timeout=LONG)
