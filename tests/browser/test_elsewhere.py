"""A club's host dies: every device goes on at another by itself, as what it was."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Request

from tests.browser.tablet import PHONE, TABLET, Tablet
from tests.browser.waiting import until
from tests.cli.serving import SETUP, Running, table
from tests.store import database
from tests.web.serving import ask

FEW = 15
"""Questions that a dead host may be asked before a device asks another for its table: by what looks for another, and at
the same time by the stream."""


def joined(page: Page, house: Running, path: str) -> None:
    """Open the table by a link or a code's token."""
    page.goto(f"http://127.0.0.1:{house.port}{path}")
    page.wait_for_selector("#table")


def _note(asked: dict[Page, list[str]], page: Page, request: Request) -> None:
    asked[page].append(request.url)


def told(page: Page, script: str) -> Any:
    """Return the value of a script on the page; evaluated again where the page has just been reloading."""
    for tries in range(9, -1, -1):
        try:
            return page.evaluate(script)
        except Error as fault:
            if not tries or "navigation" not in str(fault):
                raise
            page.wait_for_load_state()
    raise AssertionError


@pytest.mark.club
def test_devices_go_on_at_another_host_with_their_rights(browser: Browser, tmp_path: Path) -> None:
    environment = {"COMPANION_HOST_KEY": "the-key-of-the-club"}
    with (
        database.running() as club,
        table(tmp_path / "b", "--host", "127.0.0.1", COMPANION_DATABASE_URL=club, **environment) as other,
        table(tmp_path / "a", "--host", "127.0.0.1", COMPANION_DATABASE_URL=club, **environment) as first,
    ):
        game = first.ask("POST", "/api/games", SETUP)[1]["id"]
        link = first.ask("POST", "/api/host-links")[1]
        host, seat, guest = (browser.new_context(locale="es-ES").new_page() for _ in range(3))
        host.goto(f"http://127.0.0.1:{first.port}/#pair={link['token']}")
        host.wait_for_url("**/games/**")
        key = {"Authorization": f"Bearer {first.said['host_key']}"}
        handed = ask(first.port, "POST", f"/games/{game}/seats", b"seat=1", **key,
                     Content_Type="application/x-www-form-urlencoded")  # fmt: skip
        assert handed[0] == 303
        codes = ask(first.port, "GET", f"/games/{game}/seats?code=1", **key)[1]
        code = codes.split('class="code')[1].split(">")[1].split("<")[0].replace(" ", "").strip()
        seat.goto(f"http://127.0.0.1:{first.port}/join?code={code}")
        seat.locator("main form button").first.click()
        complaints: list[str] = []
        for page in (host, seat, guest):
            page.on("console", lambda message: complaints.append(message.text))
            joined(page, first, f"/games/{game}")
            page.wait_for_function("() => sessionStorage.getItem('companion.elsewhere') !== null")
        assert 'token":""' in guest.evaluate("sessionStorage.getItem('companion.elsewhere')").replace(" ", "")
        asked: dict[Page, list[str]] = {page: [] for page in (host, seat, guest)}
        first.process.kill()
        first.process.wait(30)
        for page in asked:
            page.on("request", partial(_note, asked, page))
        for page, urls in asked.items():
            until(page, lambda page=page: f":{other.port}/games/" in page.url and "#" not in page.url)
            page.wait_for_selector("#table")
            there = next(k for k, url in enumerate(urls) if f":{other.port}/games/{game}" in url)
            assert len([url for url in urls[:there] if f":{first.port}/api/health" in url]) <= FEW, (urls, complaints)
        # The address loses what pairs the device before the answer to it came: the rights follow, and are waited for.
        until(host, lambda: told(host, "fetch('/screens/mine').then((one) => one.json())") == {"host": True})
        until(seat, lambda: told(seat, f"fetch('/games/{game}/seat').then((one) => one.status)") == 200)
        assert told(guest, f"fetch('/games/{game}/seat').then((one) => one.status)") == 401
        for page in (host, seat, guest):
            page.context.close()


@pytest.mark.club
def test_a_page_tells_of_an_outage_of_the_database_and_of_its_end_without_a_tap(
    browser: Browser, tmp_path: Path
) -> None:
    with database.mortal() as server, table(tmp_path / "a", COMPANION_DATABASE_URL=server.url) as house:
        game = house.ask("POST", "/api/games", SETUP)[1]["id"]
        devices = [Tablet(browser, f"http://127.0.0.1:{house.port}", size=size) for size in (TABLET, PHONE)]
        for device in devices:
            device.open(f"/games/{game}")
            device.page.wait_for_selector("#live.on")
            assert not device.page.locator("#away:visible").count()
        server.stop()
        for name, device in zip(("tablet", "phone"), devices, strict=True):
            device.page.wait_for_selector("#away:visible")
            assert "no responde" in device.page.inner_text("#away") and "entrada 1" in device.page.inner_text("#away")
            device.shot(f"club-away-{name}")
        server.start()
        for device in devices:
            device.page.wait_for_selector("#away", state="hidden")
        draw = {"action": "draw", "player": "Ana", "back": "away"}
        assert house.ask("POST", f"/api/games/{game}/actions", draw)[0] == 200
        for device in devices:
            device.page.wait_for_function("() => document.getElementById('table').dataset.newest === '2'")
            device.forgive("503")
            device.close()
