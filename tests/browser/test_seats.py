"""Phones of seats in real browsers: handed over, picked by a code, told alone; the line to the table shown."""

from __future__ import annotations

import pytest

from companion.scan.zxing import texts_in
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, Tablet
from tests.browser.waiting import reading
from tests.web.serving import ask
from tests.web.sitting import HOST


def handed(house: House, tablet: Tablet, game: str, seat: int, **more: object) -> Tablet:
    """Return the phone of a seat, by the link in the square on the host's page."""
    tablet.open(f"/games/{game}/seats")
    tablet.page.locator(".devices form").nth(seat).locator("button").first.click()
    tablet.page.wait_for_selector("#code")
    offer = house.door.access.sessions.codes.standing("seat", "", game, seat)
    assert offer is not None and offer.text == tablet.page.inner_text("#code")
    (square,) = texts_in(tablet.page.locator("img.qr").first.screenshot())
    phone = house.tablet(host=False, size=PHONE, **more)
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


def test_the_code_of_the_terminal_makes_a_tablet_lead(house: House) -> None:
    offer = house.door.access.new_pairing()
    tablet = house.tablet(host=False)
    tablet.page.goto(f"{house.base}/#pair={offer.token}")
    tablet.page.wait_for_function("() => !location.hash && document.readyState === 'complete'")
    tablet.page.wait_for_selector("main a[href='/kept']")
    plain = house.tablet(host=False, js=False)
    plain.open("/join")
    plain.page.fill("#code", house.door.access.new_pairing().text)
    with plain.page.expect_navigation():
        plain.click("form.join button")
    plain.open("/")
    assert "Este aparato dirige la mesa" in plain.page.inner_text("main")


@pytest.mark.parametrize("shown", ["/", "/join", "/?from=elsewhere"])
def test_a_link_opened_where_its_page_is_shown_already_lets_in(house: House, shown: str) -> None:
    """Such an address loads nothing by itself: only what stands behind the # is another."""
    tablet = house.tablet(host=False)
    tablet.open(shown)
    asked: list[str] = []
    tablet.page.on("request", lambda one: asked.append(one.url) if one.is_navigation_request() else None)
    tablet.page.on("request", lambda one: asked.append("sent") if one.method == "POST" else None)
    link = f"{house.base}{shown}#pair={house.door.access.new_pairing().token}"
    tablet.page.evaluate("(link) => { location.href = link; }", link)
    tablet.page.wait_for_selector("main a[href='/kept']")
    assert asked == ["sent", f"{house.base}/"]


def test_what_stands_behind_the_sharp_loads_no_page_anew(house: House) -> None:
    """The link that skips to what matters, on a page without a table."""
    tablet = house.tablet()
    tablet.open("/rules")
    tablet.page.evaluate("window.isSame = true")
    tablet.page.locator("a.skip").focus()
    tablet.page.keyboard.press("Enter")
    tablet.page.wait_for_url("**/rules#main")
    tablet.page.go_back()
    tablet.page.wait_for_url("**/rules")
    assert tablet.page.evaluate("window.isSame")


def test_where_no_stream_can_be_had_the_table_is_asked_every_second(house: House) -> None:
    game = house.game()
    tablet, phone = house.tablet(), house.tablet(host=False, size=PHONE)
    phone.context.route("**/events*", lambda route: route.abort())
    phone.open(f"/games/{game}")
    phone.page.wait_for_selector("#live.poll")
    tablet.open(f"/games/{game}")
    tablet.do("draw", back="away")
    phone.page.wait_for_selector("#table[data-version='2']")
    line = phone.page.locator("#live")
    assert line.inner_text() == "Al día, de segundo en segundo"
    assert line.evaluate("one => getComputedStyle(one, '::after').content") == "none", "no number that tells nothing"
    phone.forgive("ERR_FAILED")


def test_a_device_out_of_reach_is_grey_and_says_nothing(house: House) -> None:
    game, tablet = house.at()
    tablet.page.wait_for_selector("#live.on")
    tablet.context.set_offline(True)
    for one in tuple(house.tables.hub._by_game[game]):
        one.cut()  # as a phone that leaves the Wi-Fi loses its line
    tablet.page.wait_for_selector("html[data-stale]")
    tablet.move("draw", back="away").click(force=True)
    tablet.page.wait_for_selector("#live.held")
    assert "no se puede" in tablet.page.inner_text("#live")
    tablet.shot("connection-stale")
    assert house.tables.seen(game).version == 1
    house.tables.say(game, {"action": "draw", "player": "Ana", "back": "away"})
    tablet.context.set_offline(False)
    tablet.page.wait_for_selector("html:not([data-stale]) #live.on")
    tablet.page.wait_for_selector("#table[data-version='2']")
    reading(tablet.page)
    tablet.do("discard")
    tablet.forgive("ERR_")


SIDEWAYS = (844, 390)
SHAKES = "window.shaken = 0; Navigator.prototype.vibrate = () => (window.shaken += 1, true);"


def sitting(house: House, game: str, seat: int, size: tuple[int, int] = PHONE) -> Tablet:
    """Return the phone that picked this seat by the code for the whole table."""
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
