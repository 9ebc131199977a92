"""A referee's evening with a phone for each: taps counted against one tablet that goes round, and how it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as NothingCame
from playwright.sync_api import expect

from companion.service.referee import checks, private_reveal
from tests.browser.conftest import House
from tests.browser.tablet import Tablet
from tests.browser.test_seats import handed
from tests.browser.touch import sweep
from tests.web.showing import picture
from tests.web.test_referee_evening import FOUR, HANDS

COUNTS = """
  const count = () => sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps")));
  addEventListener("pointerdown", (event) => event.isTrusted && count(), true);
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_reveal, "SETTLED", 0.1)
    monkeypatch.setattr(checks, "TICK", 0.05)


def counting(tablet: Tablet) -> Tablet:
    """Count every touch of this device from now on."""
    tablet.context.add_init_script(COUNTS)
    return tablet


def taps(*devices: Tablet) -> int:
    """Return how often these were touched since the last call."""
    read = "() => { const n = Number(sessionStorage.getItem('taps')); sessionStorage.removeItem('taps'); return n; }"
    return sum(int(one.page.evaluate(read)) for one in devices)


def photographs(phone: Tablet, *copies: str) -> None:
    """Touch the button and take a photo of these cards. A finger that comes just when another device has changed
    the page opens nothing (facing.js); it is set down again, and counts once."""
    for tries in range(5, 0, -1):
        try:
            with phone.page.expect_file_chooser(timeout=5000) as chosen:
                phone.click(".referee-due .take")
            break
        except NothingCame:
            if tries == 1:
                raise
            phone.page.evaluate("sessionStorage.setItem('taps', Number(sessionStorage.getItem('taps')) - 1)")
    with phone.page.expect_navigation():
        chosen.value.set_files({"name": "mano.png", "mimeType": "image/png", "buffer": picture(*copies)})


def answer(phone: Tablet) -> str:
    """Hold to read what has come, and put it away."""
    hold = phone.page.locator(".private .hold")
    expect(hold).to_be_visible()
    box = hold.bounding_box()
    assert box
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    read = phone.page.inner_text(".private .told")
    phone.page.mouse.up()
    phone.click(".private .done")
    expect(phone.page.locator(".private")).to_have_count(0)
    return read


BY_TABLET = {"deal": 17, "exchange": 11}
"""Touches of one tablet that goes round four people: it is begun; each says who they are, that it is all, holds to read
and has read (4); of an exchange the other two take the tablet back once more, and it goes to the table."""


@pytest.mark.long
def test_own_phones_take_fewer_taps_and_no_handing_over(house: House) -> None:
    game, tablet = house.game(FOUR), house.tablet()
    house.tables.sealed.refereed.decide(game, True)
    phones = {name: counting(handed(house, tablet, game, seat)) for seat, name in enumerate(FOUR[:2])}
    tablet.open(f"/games/{game}")
    due = tablet.page.locator("#referee-due")
    expect(due).to_contain_text("Desde su teléfono")
    for name, phone in phones.items():
        phone.open(f"/games/{game}")
        phone.page.wait_for_selector("#live.on")
        taps(phone)
        phone.shot("mine-due")
        photographs(phone, *HANDS[name])
        assert ("Lanzallamas" in answer(phone)) == (name == "Ana")
        expect(phone.page.locator("#referee-due")).to_have_count(0)
        expect(due.locator(f"li[data-player={name}]")).to_have_count(0)
    assert taps(*phones.values()) / len(phones) * len(FOUR) == 12 < BY_TABLET["deal"]
    house.tables.say(game, {"action": "draw", "player": "Ana", "back": "away"})
    house.tables.say(game, {"action": "discard", "player": "Ana"})
    for name in FOUR:
        house.tables.sealed.refereed.note(game, 3, hand=name)
    for phone in phones.values():
        phone.open(f"/games/{game}")
        phone.page.wait_for_selector("#live.on")
    tablet.open(f"/games/{game}")
    photographs(phones["Ana"], "hacha.1")
    expect(phones["Ana"].page.locator("#referee-due")).to_contain_text("Por enseñar: Beto")
    phones["Ana"].shot("mine-waits")
    expect(due.locator("li.sent")).to_contain_text("Ana")
    tablet.shot("mine-on-the-tablet")
    photographs(phones["Beto"], "sospecha.1")
    for phone in phones.values():
        assert answer(phone)
    expect(due).to_have_count(0)
    assert taps(*phones.values()) == 6 < BY_TABLET["exchange"]


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
    assert "Lanzallamas" in answer(phone)
    assert faults == []
