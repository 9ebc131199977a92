"""Twelve people with names of forty letters on every page of the evening, at every size; the phone alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from tests.browser.conftest import House
from tests.browser.states import LONG as TWELVE
from tests.browser.tablet import PHONE, PORTRAIT, TABLET
from tests.browser.touch import CONTRAST, MEASURE, touch_faults
from tests.length import is_long

pytestmark = pytest.mark.sight

SMALL = (360, 640)
OTHERWISE_SEEN = ("hands", "locked", "found", "kept")
"""Pages whose parts are those of the others: only the long run measures them here."""
SIZES = {"tablet": TABLET, "small": SMALL, "portrait": PORTRAIT, "phone": PHONE}


def _addresses(house: House, game: str) -> Iterator[tuple[str, str]]:
    """Yield every page of the evening for a game, some before and some after its end."""
    said = quote(json.dumps({"action": "override", "about": "seats"}))
    yield "late", f"/new?late={game}"
    house.tables.say(game, {"action": "show", "player": TWELVE[2], "cards": ["lanzallamas", "whisky"], "to": "all"})
    house.tables.say(game, {"action": "undo"})
    yield "hands", f"/games/{game}"
    house.tables.say(game, {"action": "redo"})
    yield "known", f"/games/{game}"
    yield "locked", f"/games/{game}/locked"
    yield "fix", f"/games/{game}/fix"
    yield "seats", f"/games/{game}?v={house.tables.seen(game).version}&said={said}"
    yield "found", f"/games/{game}/rules?find=cuarentena"
    roles = {**dict.fromkeys(TWELVE, "human"), TWELVE[0]: "la-cosa"}
    house.tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
    yield "over", f"/games/{game}"
    for page in ("screens", "join", "kept"):
        yield page, f"/{page}"


@pytest.mark.parametrize(
    "sizes", [("tablet", "small"), pytest.param(("portrait", "phone"), marks=pytest.mark.long)], ids=" ".join
)
def test_every_page_of_the_evening_fits_and_can_be_touched(house: House, sizes: tuple[str, ...]) -> None:
    setup = {"playthrough": 1, "game": "la-cosa", "players": TWELVE, "house": "Sin prisas. " * 40}
    game = house.tables.open(setup).id
    devices = {name: house.tablet(size=SIZES[name]) for name in sizes}
    faults: list[str] = []
    for state, path in _addresses(house, game):
        if state in OTHERWISE_SEEN and not is_long():
            continue
        for name, tablet in devices.items():
            tablet.open(path)
            tablet.shot(f"evening-{state}-{name}")
            measured = tablet.page.evaluate(MEASURE)
            faults += [f"{state} on {name}: {one}" for one in touch_faults(measured, SIZES[name][0] < 500)]
            if name == "tablet":
                faults += [f"{state}: {one}" for one in tablet.page.evaluate(CONTRAST)]
    assert faults == []
