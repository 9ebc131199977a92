"""The tablet alone: an empty browser opens a link, the server goes away for good, and the evening goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from companion.site import bundle, pyodide
from companion.site.home import Home
from companion.store.folder import default_folder

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]
SETUP = {"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}
pytestmark = pytest.mark.long

LONG = 180_000
"""ms: Python wakes in a browser, on a machine that does other things too."""
NAMES = {"name": "Mesa", "short": "Mesa", "about": "", "new": "Nueva", "lang": "es"}
SAID = {"content-type": "application/json", "sec-fetch-site": "same-origin"}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, as `companion site` makes it."""
    try:
        package = pyodide.package(default_folder() / "pyodide")
    except pyodide.NotThere:
        pytest.skip("Pyodide is not here and cannot be fetched")
    folder = tmp_path_factory.mktemp("site")
    for name, content in bundle.site(pyodide.runtime(package), NAMES).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Some web server that knows nothing of us."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def kept(browser: Browser) -> Iterator[BrowserContext]:
    """A browser's own storage, however many tabs come and go."""
    context = browser.new_context(locale="es-ES")
    yield context
    context.close()


@contextmanager
def device(kept: BrowserContext) -> Iterator[Page]:
    """A tab with what was kept from last time."""
    page = kept.new_page()
    try:
        yield page
    finally:
        page.close()


def table(page: Page) -> Frame:
    """The companion's own page, once it is shown."""
    expect(page.locator("#start")).to_be_hidden(timeout=LONG)
    frame = page.frames[-1]
    frame.wait_for_load_state()
    return frame


def record(frame: Frame, game: str) -> str:
    return str(frame.evaluate(f"fetch('/api/games/{game}/record').then((answer) => answer.text())"))


def told(text: str) -> str:
    """A record byte for byte, but for the id that each house gives a game of its own."""
    return re.sub(r'("id": )"[a-z0-9]{12}"', r"\1", text, count=1)


def tap(frame: Frame) -> None:
    """The first thing that the table asks for, and what it asks next."""
    prompt = frame.locator("#prompt")
    asked = prompt.inner_text()
    frame.locator("#ask form button:visible").first.click()
    expect(prompt).not_to_have_text(asked, timeout=LONG)


def test_an_evening_without_a_server(kept: BrowserContext, site: Path, tmp_path: Path) -> None:
    with served(site) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        made = frame.evaluate(
            """(setup) => fetch("/api/games", { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify(setup) }).then((answer) => answer.json())""",
            SETUP,
        )
        game = made["id"]
    # The web server is gone, and so is the tab.
    with device(kept) as page:
        page.goto(f"{base}/games/{game}")
        frame = table(page)
        for _ in range(3):
            tap(frame)
        before = record(frame, game)
        assert len(json.loads(before)["entries"]) > 3
        page.reload()
        frame = table(page)
        assert frame.url == f"{base}/games/{game}"
        assert record(frame, game) == before
        tap(frame)
        after = record(frame, game)
        assert len(after) > len(before)

        # To a computer, and from there back to another tablet: the same bytes.
        computer = Home(tmp_path, "127.0.0.1")
        taken = json.loads(computer.answer("POST", f"{base}/api/import", SAID, after.encode()).body)["id"]
        there = computer.answer("GET", f"{base}/api/games/{taken}/record", {}, b"").body.decode()
        assert told(there) == told(after)
        again = computer.answer("POST", f"{base}/api/games/{taken}/actions", SAID, b'{"action": "undo"}')
        assert again.status == 200, again.body
        back = computer.answer("GET", f"{base}/api/games/{taken}/record", {}, b"").body.decode()
        here = frame.evaluate(
            """(body) => fetch("/api/import", { method: "POST", headers: { "Content-Type": "application/json" }, body })
                .then((answer) => answer.json())""",
            back,
        )
        assert told(record(frame, here["id"])) == told(back)


def test_what_takes_a_computer_says_so_and_leads_back(kept: BrowserContext, site: Path) -> None:
    with served(site) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        frame.goto(f"{base}/devices")
        expect(frame.locator("main")).to_contain_text("companion serve")
        frame.locator("main a[href='/']").first.click()
        expect(frame.locator("a[href^='/new']").first).to_be_visible(timeout=LONG)
