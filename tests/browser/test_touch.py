"""Twelve people with long names, at every size: nothing too small to touch, nothing beside the screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import LAPTOP, PHONE, PORTRAIT, TABLET, Tablet

NAMES = [
    "María Fernanda de la Concepción Ruiz", "Bartolomé Esteban Murillo y Pérez-Gómez",
    "Wolfgang Amadeus von Mozartheimer III",
    "José Luis", "Ana", "Maximiliano Emperador de Todo el Norte", "Guadalupe Monserrat Iturbide", "Íñigo",
    "Xóchitl Quetzalli Hernández Moctezuma", "Beto", "Christopher Montgomery Featherstone", "Carla",
]  # fmt: skip
SIZES = {"tablet": TABLET, "laptop": LAPTOP, "portrait": PORTRAIT, "phone": PHONE}
HERE = Path(__file__).parent
MEASURE = (HERE / "measure.js").read_text("utf-8").rstrip().rstrip(";")
CONTRAST = (HERE / "contrast.js").read_text("utf-8").rstrip().rstrip(";")


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
    """The addresses of the states worth measuring, the table moved on between them."""
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
@pytest.mark.parametrize(
    "sizes", [("tablet", "phone"), pytest.param(("laptop", "portrait"), marks=pytest.mark.long)], ids=" ".join
)
def test_everything_can_be_touched_and_read(house: House, game: str, sizes: tuple[str, ...]) -> None:
    devices = {name: house.tablet(size=SIZES[name]) for name in sizes}
    faults: list[str] = []
    for state, path in _states(house, game):
        for name, tablet in devices.items():
            tablet.open(path)
            measured: dict[str, Any] = tablet.page.evaluate(MEASURE)
            tablet.shot(f"{state}-{name}")
            faults += [f"{state} on {name}: {fault}" for fault in _faults(measured, name == "phone")]
    assert faults == [], "\n".join(faults)


def _faults(measured: dict[str, Any], in_hand: bool) -> Iterator[str]:
    """CSS px: on the table 64, seats and main actions 96, type 28; in the hand 44, 48 and 17."""
    least, main = (43.5, 47.5) if in_hand else (63.5, 95.5)
    if measured["wide"] > 0:
        yield f"{measured['wide']} px beside the screen"
    if measured["body"] < (17 if in_hand else 28) or measured["prompt"] < (22 if in_hand else 32):
        yield f"type of {measured['body']} and {measured['prompt']} px"
    for one in measured["found"]:
        high = main if one["seat"] or one["main"] else least
        wide = main if one["seat"] else least
        if one["height"] < high or one["width"] < wide:
            yield f"{one['what']}: {one['width']:.0f} × {one['height']:.0f}"


def in_every_light(tablet: Tablet) -> list[str]:
    """What does not stand out on the page that is shown, by night and by day."""
    faults: list[str] = []
    for scheme in ("dark", "light"):
        tablet.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        faults += [f"in the {scheme}: {fault}" for fault in tablet.page.evaluate(CONTRAST)]
    return faults


def test_every_text_stands_out(house: House, game: str) -> None:
    tablet = house.tablet()
    tablet.page.emulate_media(reduced_motion="reduce")
    for path in (f"/games/{game}", f"/games/{game}/rules", f"/games/{game}/setup", "/new", "/"):
        tablet.open(path)
        assert in_every_light(tablet) == [], path
