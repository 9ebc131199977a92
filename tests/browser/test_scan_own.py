"""A check that only one game knows, by touch: teeth before the camera, read in private, told to the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.service.referee import checks, private_reveal
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, TABLET
from tests.browser.touch import MEASURE, touch_faults
from tests.web.showing import picture


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee answers soon."""
    monkeypatch.setattr(private_reveal, "SETTLED", 0.2)
    monkeypatch.setattr(checks, "TICK", 0.05)


def test_teeth_are_shown_read_and_told(house: House) -> None:
    players = ["Ana", "Berto", "Ciro", "Dora"]
    game = house.tables.open({"playthrough": 1, "game": "the-thing-outpost", "players": players, "options": {}}).id
    tests = {"step": "tests", "objects": {"Ana": 1}}
    for said in ({"action": "take-sheets"}, {"action": "override", "set": tests, "reason": "t"}):
        house.tables.say(game, said)
    tablet, faults = house.tablet(), []
    for size in (PHONE, TABLET):
        tablet.resize(*size)
        tablet.open(f"/games/{game}/scan/judge")
        faults += touch_faults(tablet.page.evaluate(MEASURE), size == PHONE)
        tablet.shot(f"scan-own-{size[0]}")
    assert faults == []
    tablet.tap("#what-teeth .segment:has(input[value=Dora])")
    tablet.tap("#what-teeth .segment:has(input[value=fillings])")
    tablet.tap("#what-teeth button")
    expect(tablet.page.locator(".stage-pass h1")).to_contain_text("Dora")
    tablet.tap("button.main")
    expect(tablet.page.locator("h1.prompt")).to_have_text("Dora: enseña tu Carta de Dentadura")
    photo = {"name": "p.png", "mimeType": "image/png", "buffer": picture("empastes.2", game="the-thing-outpost")}
    tablet.page.set_input_files("#pictures", photo)  # type: ignore[arg-type]
    tablet.tap("button[value=look]")
    expect(tablet.page.locator("#read")).to_have_text("Cartas puestas: 1")
    tablet.tap("button[value=done]")
    expect(tablet.page.locator(".secret .word")).to_have_text("Está permitido")
    tablet.tap(".seen-it")
    expect(tablet.page.locator("#public")).to_have_text("Carta de Dentadura de Dora, mirada: es la que se dijo.")
    tablet.tap("button.main")
    expect(tablet.page.locator("body")).to_contain_text("Carta de Dentadura de Dora, mirada")
