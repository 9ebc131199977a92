"""A seat handed to a phone in real browsers; the host paired by the terminal's code; the line to the table shown."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import PHONE, Tablet
from tests.browser.waiting import reading
from tests.web.serving import HOST, ask


def handed(house: House, tablet: Tablet, game: str, seat: int, **more: object) -> Tablet:
    """The phone of a seat, by the link in the square on the host's page."""
    tablet.open(f"/games/{game}/seats")
    tablet.page.locator(".devices form").nth(seat).locator("button").first.click()
    tablet.page.wait_for_selector("#code")
    offer = house.door.access.sessions.codes.standing("seat", "", game, seat)
    assert offer is not None and offer.text == tablet.page.inner_text("#code")
    phone = house.tablet(host=False, size=PHONE, **more)
    phone.page.goto(f"{house.base}/join#seat={offer.token}")
    phone.page.wait_for_selector("#seat-of")
    assert offer.token not in phone.page.url
    return phone


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
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
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
