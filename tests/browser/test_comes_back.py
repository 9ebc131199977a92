"""A house that goes in every way it can go, and is there again: the device goes on by itself, at its next question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Request

from tests.browser.conftest import House
from tests.browser.tablet import PHONE, Tablet
from tests.browser.waiting import until
from tests.browser.wire import Wire, wired
from tests.length import later

NOTICED = 60_000
"""Milliseconds in which a device must have noticed that the house is gone, on a busy machine."""
FEW = 10
"""Questions to a house that is there again before the device goes on: those that were on their way may be lost, and
each of the six connections a browser keeps may be dead."""
SHOWN = "body:has(#live.on) #table[data-newest='{}']"
"""Page with a standing line and a table of that many entries."""
FRESH = f"html:not([data-stale]) {SHOWN}"
DRAW = {"action": "draw", "player": "Ana", "back": "away"}

WAYS: dict[str, Callable[[Wire], None]] = {"killed": Wire.cut, "dead without a word": Wire.go_dead}


def looking_on(house: House, wire: Wire, game: str) -> Tablet:
    """Return a phone that looks on through the wire."""
    phone = Tablet(house.browser, wire.base, size=PHONE)
    house.devices.append(phone)
    phone.forgive("ERR_")
    phone.forgive("A network error occurred")
    phone.open(f"/games/{game}")
    phone.page.wait_for_selector("#live.on", timeout=NOTICED)
    return phone


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("questions", [2, *later(15)])
def test_a_device_asks_as_often_however_long_the_house_is_away(house: House, way: str, questions: int) -> None:
    """A device never pauses longer with each failure; else it would not come to that many questions in the time."""
    game, asked = house.game(), [0]

    def note(request: Request) -> None:
        asked[0] += request.url.endswith("/api/health")

    with wired(house.door.access.settings.port) as wire:
        phone = looking_on(house, wire, game)
        phone.page.on("request", note)
        WAYS[way](wire)
        phone.page.wait_for_selector("#live.lost, #live.since", timeout=NOTICED)
        until(phone.page, lambda: asked[0] >= questions, tries=3000)
        house.tables.say(game, DRAW)
        before = asked[0]
        wire.mend()
        phone.page.wait_for_selector(FRESH.format(2), timeout=NOTICED)
        assert asked[0] - before <= FEW
        assert phone.prompt == "Ana juega o descarta una carta"
        house.tables.say(game, {"action": "undo"})
        phone.page.wait_for_selector(SHOWN.format(3), timeout=NOTICED)


def test_a_line_that_fell_silent_is_noticed_though_the_house_answers(house: House) -> None:
    game = house.game()
    with wired(house.door.access.settings.port) as wire:
        phone = looking_on(house, wire, game)
        wire.go_dead()
        wire.mend()  # only what was open is dead, as when a phone has changed its Wi-Fi
        house.tables.say(game, DRAW)
        phone.page.wait_for_selector(SHOWN.format(2), timeout=NOTICED)
