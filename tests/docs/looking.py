"""A service of our own with games in memory, and a browser to take pictures of its pages with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Event, Thread

from playwright.sync_api import Browser, sync_playwright

from companion.service.live.games import GameService
from companion.web.server.asgi import AsgiApp, Server, listen
from companion.web.server.settings import Settings
from tests.browser.tablet import launched
from tests.houses import new_house


@contextmanager
def looking() -> Iterator[tuple[Browser, str, AsgiApp, GameService]]:
    """Yield the browser, the address of the running service, its door and its games."""
    tables = new_house()
    with closing(listen("127.0.0.1", 0)) as sock, closing(tables):
        port: int = sock.getsockname()[1]
        door = AsgiApp(tables, Settings("key", port, join="http://192.168.1.20:8080"))
        ready = Event()
        server = Server(door, tables, ready.set)
        thread = Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        assert ready.wait(60)
        try:
            with sync_playwright() as playwright:
                browser = launched(playwright)
                yield browser, f"http://127.0.0.1:{port}", door, tables
                browser.close()
        finally:
            server.stop()
            thread.join(60)
