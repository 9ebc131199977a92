"""The phones of a table, upright and sideways: a seat picked by the code for all, told when its turn comes."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import PHONE, Tablet

SIDEWAYS = (844, 390)
SHAKES = "window.shaken = 0; Navigator.prototype.vibrate = () => (window.shaken += 1, true);"


def sitting(house: House, game: str, seat: int, size: tuple[int, int] = PHONE) -> Tablet:
    """The phone that picked this seat by the code for the whole table."""
    codes = house.door.access.sessions.codes
    offer = codes.standing("sit", "", game) or codes.offer("sit", "", game)
    phone = house.tablet(host=False, size=size)
    phone.context.add_init_script(SHAKES)
    phone.page.goto(f"{house.base}/join#seat={offer.token}")
    phone.tap(f"button[name=seat][value='{seat}']")
    phone.page.wait_for_selector("#seat-of")
    assert offer.token not in phone.page.url
    return phone


def test_two_phones_sit_down_by_one_picture_and_hear_of_their_turn(house: House) -> None:
    game = house.game()
    ana, beto = sitting(house, game, 0), sitting(house, game, 1, SIDEWAYS)
    for phone in (ana, beto):
        phone.page.wait_for_selector("#live.on")
    assert ana.page.locator("#seat-of.yours").count() and not beto.page.locator("#seat-of.yours").count()
    ana.do("draw", back="away")
    ana.do("discard")
    beto.page.wait_for_selector("#seat-of.yours")
    assert beto.page.evaluate("window.shaken") == 1
    assert ana.page.evaluate("window.shaken") == 0  # it was its turn from the start, and is not any more
    beto.shot("phone-turn-sideways")
    ana.push("#undo")
    beto.page.wait_for_selector("#seat-of:not(.yours)")
    assert house.tables.seen(game).table.turn == "Ana" and not house.tables.seen(game).table.prompts
    ana.shot("phone-turn")


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
