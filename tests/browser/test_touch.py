"""Twelve people with long names, at every size: nothing too small to touch, nothing beside the screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.conftest import House
from tests.browser.states import NAMES
from tests.browser.tablet import LAPTOP, PHONE, PORTRAIT, TABLET
from tests.browser.touch import MEASURE, in_every_light, touch_faults
from tests.length import is_long, later

pytestmark = pytest.mark.sight

OTHERWISE_SEEN = ("draw", "target", "roles", "past", "log")
"""States whose parts are those of the others: only the long run measures them here."""
SIZES = {"tablet": TABLET, "laptop": LAPTOP, "portrait": PORTRAIT, "phone": PHONE}


@pytest.fixture
def game(house: House) -> str:
    draw = {"action": "draw", "back": "away"}
    return house.game(
        NAMES,
        {**draw, "player": NAMES[0]},
        {"action": "play", "player": NAMES[0], "card": "puerta-atrancada", "target": NAMES[11]},
        {"action": "respond", "player": NAMES[1], "card": None},
        {**draw, "player": NAMES[1]},
        {"action": "play", "player": NAMES[1], "card": "cuarentena", "target": NAMES[2]},
    )


def _states(house: House, game: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses of the states worth measuring, the table moved on between them."""
    yield "respond", f"/games/{game}"
    house.tables.say(game, {"action": "respond", "player": NAMES[2], "card": None})
    yield "draw", f"/games/{game}"
    house.tables.say(game, {"action": "draw", "player": NAMES[2], "back": "away"})
    yield "act", f"/games/{game}"
    for name, said in (
        ("target", {"action": "play", "player": NAMES[2], "card": "seduccion"}),
        ("correct", {"action": "override", "about": "hands"}),
        ("roles", {"action": "end", "cause": "la-cosa-caught"}),
    ):
        version = house.tables.seen(game).version
        yield name, f"/games/{game}?v={version}&said={quote(json.dumps(said))}"
    yield "past", f"/games/{game}/at/3"
    for page in ("setup", "log", "rules"):
        yield page, f"/games/{game}/{page}"
    yield "new", f"/new?again={game}"
    yield "games", "/"


# The sizes between the smallest and the one the table is made for: the rules are the same.
@pytest.mark.parametrize("sizes", [("tablet", "phone"), *later(("laptop", "portrait"))], ids=" ".join)
def test_everything_can_be_touched_and_read(house: House, game: str, sizes: tuple[str, ...]) -> None:
    devices = {name: house.tablet(size=SIZES[name]) for name in sizes}
    faults: list[str] = []
    for state, path in _states(house, game):
        if state in OTHERWISE_SEEN and not is_long():
            continue
        for name, tablet in devices.items():
            tablet.open(path)
            measured: dict[str, Any] = tablet.page.evaluate(MEASURE)
            tablet.shot(f"{state}-{name}")
            faults += [f"{state} on {name}: {fault}" for fault in touch_faults(measured, name == "phone")]
    assert faults == [], "\n".join(faults)


def test_every_text_stands_out(house: House, game: str) -> None:
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce")
    for path in (f"/games/{game}", f"/games/{game}/rules", f"/games/{game}/setup", "/new", "/"):
        tablet.open(path)
        assert in_every_light(tablet) == [], path
