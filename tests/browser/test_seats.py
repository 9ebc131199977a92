"""Phones of seats in real browsers: handed over, told alone while it is held, and all that is asked in sight."""

from __future__ import annotations

import pytest

from companion.scan.zxing import texts_in
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, Tablet
from tests.web.serving import ask
from tests.web.sitting import HOST


def handed(house: House, tablet: Tablet, game: str, seat: int) -> Tablet:
    """Return the phone of a seat, by the link in the square on the host's page."""
    tablet.open(f"/games/{game}/seats")
    tablet.page.locator(".devices form").nth(seat).locator("button").first.click()
    tablet.page.wait_for_selector("#code")
    offer = house.door.access.sessions.codes.standing("seat", "", game, seat)
    assert offer is not None and offer.text == tablet.page.inner_text("#code")
    (square,) = texts_in(tablet.page.locator("img.qr").first.screenshot())
    phone = house.tablet(host=False, size=PHONE)
    phone.page.goto(square)
    phone.page.wait_for_selector("#seat-of")
    assert offer.token not in phone.page.url
    return phone


@pytest.mark.short
def test_what_a_seat_alone_is_told_is_read_while_it_is_held(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    ana, beto = handed(house, tablet, game, 0), handed(house, tablet, game, 1)
    tablet.open(f"/games/{game}")
    for phone in (ana, beto):
        phone.page.wait_for_selector("#live.on")
    path = f"/api/games/{game}/seats/0/private"
    assert ask(int(house.base.rpartition(":")[2]), "POST", path, {"text": "Solo Ana: SECRETO"}, **HOST)[1]["told"]
    ana.page.wait_for_selector(".private .hold")
    assert "SECRETO" not in ana.page.inner_text("body")
    box = ana.page.locator(".private .hold").bounding_box()
    assert box and box["height"] >= 64
    ana.page.mouse.move(box["x"] + 20, box["y"] + 20)
    ana.page.mouse.down()
    assert "SECRETO" in ana.page.inner_text(".private .told")
    ana.shot("seats-private")
    ana.page.mouse.up()
    assert "SECRETO" not in ana.page.inner_text("body")
    ana.click(".private .done")
    ana.page.wait_for_selector(".private", state="detached")
    for device in (tablet, beto):
        assert "SECRETO" not in device.page.content()


SIDEWAYS = (844, 390)


def sitting(house: House, game: str, seat: int, size: tuple[int, int] = PHONE) -> Tablet:
    """Return the phone that picked this seat by the code for the whole table."""
    codes = house.door.access.sessions.codes
    offer = codes.standing("sit", "", game) or codes.offer("sit", "", game)
    phone = house.tablet(host=False, size=size)
    phone.page.goto(f"{house.base}/join#seat={offer.token}")
    phone.tap(f"button[name=seat][value='{seat}']")
    phone.page.wait_for_selector("#seat-of")
    assert offer.token not in phone.page.url
    return phone


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_what_a_phone_asks_is_seen_without_scrolling(house: House, size: tuple[int, int]) -> None:
    game = house.game(["María Fernanda", "Beto", "Carla", "Dani", "Eva", "Federico Alejandro"])
    phone = sitting(house, game, 0, size)
    phone.page.wait_for_selector("#live.on")
    for selector in ("#seat-of", "#prompt", "#question .choice"):
        for box in (one.bounding_box() for one in phone.page.locator(selector).all()):
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= size[1], selector
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]
