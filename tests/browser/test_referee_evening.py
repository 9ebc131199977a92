"""A referee's evening at one tablet that goes round: four people, printed tags before the camera, held to read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.service.referee import checks, private_reveal
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, TABLET, Tablet
from tests.browser.test_scan_pages import photo
from tests.browser.touch import sweep
from tests.browser.waiting import reading
from tests.length import later
from tests.web.test_referee_evening import FOUR, HANDS


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_reveal, "SETTLED", 0.1)
    monkeypatch.setattr(checks, "TICK", 0.05)


def shows(tablet: Tablet, player: str, *cards: str) -> None:
    """Take the tablet and hold cards before its camera."""
    expect(tablet.page.locator(".stage-pass .prompt")).to_contain_text(player)
    tablet.click(".stage-pass button.main")
    photo(tablet, *cards)
    tablet.click(".stage-show button.main")


def reads(tablet: Tablet) -> str:
    """Hold to read, let go, and pass on."""
    box = tablet.page.locator(".hold").bounding_box()
    assert box
    secret = tablet.page.locator(".secret .may-not")
    expect(secret).to_have_css("visibility", "hidden")
    tablet.page.mouse.move(box["x"] + 20, box["y"] + 20)
    tablet.page.mouse.down()
    expect(secret).to_have_css("visibility", "visible")
    read = tablet.page.locator(".secret").inner_text()
    tablet.shot("referee-reads")
    tablet.page.mouse.up()
    expect(secret).to_have_css("visibility", "hidden")
    tablet.click(".seen-it")
    return read


def test_an_evening_of_four(house: House) -> None:
    game, tablet = house.at(players=FOUR, page="/scan/judge")
    tablet.click("form.evening button[value=on]")
    due = tablet.page.locator("#referee-due")
    expect(due).to_contain_text("cada persona enseña su mano")
    tablet.shot("referee-deal")
    tablet.click(due.locator("button[value=deal]"))
    read = {}
    for player in FOUR:
        shows(tablet, player, *HANDS[player])
        read[player] = reads(tablet)
    assert "No puedes guardarte el Lanzallamas" in read["Ana"]
    assert "puedes descartar o dar cualquier carta" in read["Dani"]
    tablet.click(".stage-public button.main")
    expect(due).to_have_count(0)
    tablet.do("draw", back="away")
    expect(due).to_contain_text("Ana enseña su mano")
    expect(tablet.page.locator("#question")).to_be_hidden()
    tablet.shot("referee-draw")
    tablet.click(due.locator("button[value=hand]"))
    shows(tablet, "Ana", *HANDS["Ana"], "infectado.1")
    reads(tablet)
    tablet.click(".stage-public button.main")
    expect(tablet.page.locator("#question")).to_be_visible()
    tablet.do("discard")
    expect(due).to_contain_text("enseñad antes las dos cartas")
    tablet.shot("referee-offer")
    tablet.click(due.locator("button[value=exchange]"))
    shows(tablet, "Ana", "infectado.1")
    shows(tablet, "Beto", "sospecha.1")
    assert "Está permitido" in reads(tablet)
    expect(tablet.page.locator(".stage-pass .prompt")).to_contain_text("Ana")
    tablet.click(".stage-pass button.main")
    assert "Está permitido" in reads(tablet)
    tablet.click(".stage-public button.main")
    expect(due).to_have_count(0)
    expect(tablet.page.locator(".evening-show button.again[value=exchange]")).to_be_visible()
    house.tables.say(game, {"action": "respond", "player": "Beto", "card": None})
    house.tables.say(game, {"action": "draw", "player": "Beto", "back": "away"})
    expect(due).to_contain_text("Beto enseña su mano")
    expect(tablet.page.locator("#table")).to_have_attribute("data-version", "5")
    reading(tablet.page, 1500)
    tablet.click(due.locator("summary"))
    tablet.shot("referee-skip")
    expect(due).to_contain_text("El árbitro sabrá menos")
    tablet.click(due.locator("#skip-showing button"))
    expect(due).to_have_count(0)


@pytest.mark.parametrize("size", [TABLET, *later(PHONE)], ids=["tablet", "phone"])
def test_it_can_be_touched_and_read(house: House, size: tuple[int, int]) -> None:
    _, tablet = house.at(
        players=["María Fernanda de la Concepción Ruiz", "Beto", "Carla", "Dani"], page="/scan/judge", size=size
    )
    tablet.click("form.evening button[value=on]")
    expect(tablet.page.locator("#referee-due")).to_be_visible()
    tablet.click("#referee-due summary")
    assert sweep(tablet, "referee due", lights=True) == []
    title = tablet.page.locator(".bar .home span").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert title, "the name of the game is cut"
