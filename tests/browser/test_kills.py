"""Two screens and a phone at a golden game, with the table killed in the middle of it again and again."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.decks.catalog import title
from tests.browser.tablet import PHONE, PORTRAIT, Tablet
from tests.browser.test_live import Running
from tests.games.play import Sitting, lines_of

KEY = {"Authorization": "Bearer the-host-key"}
GOLDEN = Path(__file__).parent.parent / "playthroughs" / "la-cosa" / "six-players.jsonl"
RING = "[...document.querySelectorAll('.seat:not(.leaving)')].map((seat) => seat.getAttribute('aria-label'))"


# One kill is seen by tests/cli/test_serve.py in every run.
@pytest.mark.long
@pytest.mark.parametrize("kills", [1, 10])
def test_nothing_is_lost_and_all_see_the_same(browser: Browser, tmp_path: Path, kills: int) -> None:
    running, (setup, *said), here = Running(tmp_path / "data"), lines_of(GOLDEN), title("la-cosa")
    base, game = running.start(), Sitting(here.game, here.decklist, setup)
    actions = [*takewhile(lambda one: one["action"] != "end", said)]
    devices = [Tablet(browser, base, **size) for size in ({}, {"size": PORTRAIT}, {"size": PHONE})]
    table = devices[0].context.request
    ident = table.post(f"{base}/api/games", data=setup, headers=KEY).json()["id"]
    deaths = {len(actions) * (k + 1) // (kills + 1) for k in range(kills)}
    try:
        for device in devices:
            device.open(f"/games/{ident}")
            device.page.wait_for_selector("#live.on")
        for number, action in enumerate(actions):
            if number in deaths:
                running.kill()
                assert running.start() == base
                for device in devices:  # each by itself: nobody loads a page anew
                    device.page.wait_for_selector("html:not([data-stale]) #live.on", timeout=30_000)
            answer = table.post(f"{base}/api/games/{ident}/actions", data=action, headers=KEY)
            assert answer.ok == (game.say(**action) == "ok"), action
        seen = table.get(f"{base}/api/games/{ident}").json()
        assert {key: seen[key] for key in game.state} == game.state
        for device in devices:
            device.page.wait_for_selector(f"#table[data-version='{seen['version']}']", timeout=30_000)
        assert len({device.prompt for device in devices}) == 1
        rings = [device.page.evaluate(RING) for device in devices]
        assert rings[0] == rings[1] == rings[2]
        log = table.get(f"{base}/api/games/{ident}/log").json()
        assert [line["version"] for line in log] == list(range(1, seen["version"] + 1))
        for device in devices:
            device.page.goto("about:blank")
    finally:
        running.kill()
    for device in devices:
        device.forgive("ERR_")
        device.close()
