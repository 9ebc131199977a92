"""A browser for all journeys, and a server on a free port with games in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Thread

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.server.asgi import AsgiApp, Server, listen
from companion.web.server.settings import Settings
from tests.browser.tablet import Tablet, launched

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=20_000)  # its own five seconds are too few for a busy machine
    asyncio._set_running_loop(None)  # the fuzzer of the long run leaves its own marked as running in this thread
    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()


@dataclass
class House:
    """A running server with its games, and the devices before it."""

    browser: Browser
    tables: GameService
    door: AsgiApp
    base: str
    devices: list[Tablet] = field(default_factory=list)

    def tablet(self, host: bool = True, **more: object) -> Tablet:
        """One more device; the host's opens the link of the terminal."""
        device = Tablet(self.browser, self.base, **more)  # type: ignore[arg-type]
        self.devices.append(device)
        if host:
            device.let_in(self.door.access.new_link())
        return device

    def game(self, players: list[str] | None = None, *actions: dict[str, object]) -> str:
        """A game with some actions said."""
        ident = self.tables.open({"playthrough": 1, "game": "la-cosa", "players": players or SIX, "options": {}}).id
        for action in actions:
            self.tables.say(ident, action)
        return ident


@pytest.fixture
def house(browser: Browser) -> Iterator[House]:
    tables = GameService(MemoryStore(), title)
    sock = listen("127.0.0.1", 0)
    port: int = sock.getsockname()[1]
    answering = Event()
    # Made in a plain thread: this one switches between stacks for the browser, which Python's own compiler, that the
    # application's routes are made with, does not bear ("AST constructor recursion depth mismatch", Python 3.11).
    with ThreadPoolExecutor(1) as pool:
        door = pool.submit(AsgiApp, tables, Settings("the-host-key", port)).result()
    server = Server(door, tables, answering.set)
    thread = Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    assert answering.wait(30)
    home = House(browser, tables, door, f"http://127.0.0.1:{port}")
    try:
        yield home
        for device in home.devices:
            device.close()
    finally:
        server.stop()
        thread.join(30)
        tables.close()
