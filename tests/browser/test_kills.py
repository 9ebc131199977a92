"""Two screens and a phone through a whole game, with the table killed in the middle of it again and again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SIX
from tests.browser.tablet import PHONE, PORTRAIT, Tablet
from tests.browser.test_live import WITHIN, Running
from tests.browser.test_whole_games import act, finish, script, sitting
from tests.browser.waiting import reading

KEY = "the-host-key"
RING = "[...document.querySelectorAll('.seat')].map((seat) => seat.getAttribute('aria-label'))"


# One kill is seen by tests/cli/test_serve.py in every run.
@pytest.mark.long
@pytest.mark.parametrize("kills", [1, 2, 10])
def test_nothing_is_lost_and_all_see_the_same(browser: Browser, tmp_path: Path, kills: int) -> None:
    running, game = Running(tmp_path / "data"), sitting()
    base = running.start()
    tablet, other, phone = (
        Tablet(browser, base),
        Tablet(browser, base, size=PORTRAIT),
        Tablet(browser, base, size=PHONE),
    )
    for device in (tablet, other):
        device.context.set_extra_http_headers({"Authorization": f"Bearer {KEY}"})
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}
    ident = tablet.context.request.post(f"{base}/api/games", data=setup).json()["id"]
    actions = script() if kills > 2 else script()[: 4 * kills]
    deaths = {len(actions) * (k + 1) // (kills + 1) for k in range(kills)}
    devices = (tablet, other, phone)
    try:
        for device in devices:
            device.open(f"/games/{ident}")
            device.page.wait_for_selector("#live.on", timeout=WITHIN)
        for number, action in enumerate(actions):
            if number in deaths:
                running.kill()
                assert running.start() == base
                for device in devices:  # each by itself: nobody loads a page anew
                    device.page.wait_for_selector("html:not([data-stale]) #live.on", timeout=30_000)
                reading(tablet.page)
            act(tablet, game, action, "es")
        if kills > 2:
            finish(tablet, game, "es")
        seen = tablet.context.request.get(f"{base}/api/games/{ident}").json()
        assert {key: seen[key] for key in game.state} == game.state
        for device in (other, phone):
            device.page.wait_for_selector(f"#table[data-version='{seen['version']}']", timeout=30_000)
        assert other.prompt == phone.prompt == tablet.prompt
        rings = [device.page.evaluate(RING) for device in devices]
        assert rings[0] == rings[1] == rings[2]
        log = tablet.context.request.get(f"{base}/api/games/{ident}/log").json()
        assert [line["version"] for line in log] == list(range(1, seen["version"] + 1))
        for device in devices:
            device.page.goto("about:blank")
    finally:
        running.kill()
    for device in devices:
        device.forgive("ERR_")
        device.close()
