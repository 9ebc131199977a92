"""A referee's evening by touch: what is due, and one's own phone that shows the cards and is answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as NothingCame
from playwright.sync_api import expect

from companion.service.referee import checks, private_reveal
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, TABLET, Tablet
from tests.browser.test_seats import handed
from tests.browser.touch import sweep
from tests.length import later
from tests.web.showing import picture
from tests.web.test_referee_evening import FOUR, HANDS


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_reveal, "SETTLED", 0.1)
    monkeypatch.setattr(checks, "TICK", 0.05)


@pytest.mark.parametrize("size", [TABLET, *later(PHONE)], ids=["tablet", "phone"])
def test_what_is_due_can_be_touched_and_read(house: House, size: tuple[int, int]) -> None:
    _, tablet = house.at(
        players=["María Fernanda de la Concepción Ruiz", "Beto", "Carla", "Dani"], page="/scan/judge", size=size
    )
    tablet.click("form.evening button[value=on]")
    expect(tablet.page.locator("#referee-due")).to_be_visible()
    tablet.click("#referee-due summary")
    assert sweep(tablet, "referee due", lights=True) == []
    title = tablet.page.locator(".bar .home span").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert title, "the name of the game is cut"


def photographs(phone: Tablet, *copies: str) -> None:
    """Touch the button and take a photo of these cards. A finger that comes just when another device has changed
    the page opens nothing (facing.js); it is set down again."""
    for tries in range(5, 0, -1):
        try:
            with phone.page.expect_file_chooser(timeout=5000) as chosen:
                phone.click(".referee-due .take")
            break
        except NothingCame:
            if tries == 1:
                raise
    with phone.page.expect_navigation():
        chosen.value.set_files({"name": "mano.png", "mimeType": "image/png", "buffer": picture(*copies)})


def test_what_was_misread_is_put_right_and_all_of_it_can_be_touched(house: House) -> None:
    game, tablet = house.game(FOUR), house.tablet()
    house.tables.sealed.refereed.decide(game, True)
    phone = handed(house, tablet, game, 0)
    faults = sweep(phone, "mine")
    for size in ((844, 390), (800, 1280), (390, 844)):
        phone.resize(*size)
        phone.shot(f"mine-{size[0]}")
    photographs(phone, *HANDS["Ana"][:3])
    expect(phone.page.locator(".notice")).to_contain_text("Cartas enseñadas: 3; según la mesa, 4.")
    faults += sweep(phone, "mine put right", lights=True)
    phone.page.select_option("#card-3", HANDS["Ana"][3].split(".")[0])
    phone.click("button[name=do][value=done]")
    hold = phone.page.locator(".private .hold")
    expect(hold).to_be_visible()
    box = hold.bounding_box()
    assert box
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    expect(phone.page.locator(".private .told")).to_contain_text("Lanzallamas")
    phone.page.mouse.up()
    phone.click(".private .done")
    expect(phone.page.locator(".private")).to_have_count(0)
    assert faults == []
