"""A browser for all journeys, and a server on a free port with games in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from companion.service.live.games import GameService
from companion.web.server.asgi import AsgiApp, Server, listen
from companion.web.server.settings import Settings
from tests.browser.tablet import Tablet, launched
from tests.houses import new_house

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]


class Fresh:
    """A browser, in whose place another comes when a test is tried again. The one before stays open to the end, for
    what still holds on to its pages."""

    def __init__(self, playwright: Playwright) -> None:
        self.opened = [launched(playwright)]
        self.playwright = playwright

    def renew(self) -> None:
        self.opened.append(launched(self.playwright))

    def close_all(self) -> None:
        for one in self.opened:
            one.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.opened[-1], name)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=60_000)  # its own five seconds are too few for a busy machine
    asyncio._set_running_loop(None)  # the fuzzer of the long run leaves its own marked as running in this thread
    with sync_playwright() as playwright:
        fresh = Fresh(playwright)
        yield cast("Browser", fresh)
        fresh.close_all()


@pytest.fixture(autouse=True)
def another_browser_when_tried_again(request: pytest.FixtureRequest) -> None:
    if getattr(request.node, "execution_count", 1) > 1 and "browser" in request.fixturenames:
        request.getfixturevalue("browser").renew()


@dataclass
class House:
    """A running server with its games, and the devices before it."""

    browser: Browser
    tables: GameService
    door: AsgiApp
    base: str
    devices: list[Tablet] = field(default_factory=list)

    def tablet(self, host: bool = True, **more: object) -> Tablet:
        """Return one more device; the host's opens the link of the terminal."""
        device = Tablet(self.browser, self.base, **more)  # type: ignore[arg-type]
        self.devices.append(device)
        if host:
            device.let_in(self.door.access.new_link())
        return device

    def game(self, players: list[str] | None = None, *actions: dict[str, object]) -> str:
        """Open a game, say these actions, and return its id."""
        ident = self.tables.open({"playthrough": 1, "game": "la-cosa", "players": players or SIX, "options": {}}).id
        for action in actions:
            self.tables.say(ident, action)
        return ident

    def at(
        self, *actions: dict[str, object], players: list[str] | None = None, page: str = "", **device: object
    ) -> tuple[str, Tablet]:
        """Open a game, say these actions, and return it with a device at its table or at another page of it."""
        game, tablet = self.game(players, *actions), self.tablet(**device)  # type: ignore[arg-type]
        tablet.open(f"/games/{game}{page}")
        return game, tablet


@pytest.fixture
def house(browser: Browser) -> Iterator[House]:
    tables = new_house()
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
