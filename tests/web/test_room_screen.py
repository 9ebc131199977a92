"""The screen for the room: only public facts, nothing to press, the same for the host and for a guest."""

from __future__ import annotations

import re

from tests.web.sitting import SIX, Sitting, seated

PRESSED = re.compile(r"<(?:button|input|select|textarea|form|summary|details)\b")


def played() -> Sitting:
    sitting = seated()
    sitting.do("draw Ana away", "play Ana lanzallamas Beto")
    return sitting


def test_nothing_on_it_can_be_pressed() -> None:
    sitting = played()
    page = sitting.get(f"/games/{sitting.game}/room")
    assert page.status == 200
    assert not PRESSED.search(page.html)
    assert "Ana quema a Beto" in page.text
    assert "Ana juega «Lanzallamas» sobre Beto." in page.text


def test_the_host_and_anybody_else_read_the_same_bytes() -> None:
    sitting = played()
    address = f"/games/{sitting.game}/room"
    anybody = sitting.client.get(address, headers={"Host": "localhost:8000", "Accept-Language": "es"})
    host = sitting.client.get(address, headers={**sitting.headers, "Accept-Language": "es"})
    assert anybody.status_code == host.status_code == 200
    assert anybody.data == host.data


def test_it_follows_the_table_and_comes_back_to_itself() -> None:
    sitting = played()
    page = sitting.get(f"/games/{sitting.game}/room?clear=1")
    assert f'data-home="/games/{sitting.game}/room?clear=1"' in page.html
    assert "data-live" in page.html
    assert 'class="room clear"' in page.html


def test_in_the_end_it_tells_what_everybody_was() -> None:
    sitting = played()
    sitting.do("respond Beto", "reveal Beto la-cosa")
    roles = {**dict.fromkeys(SIX, "human"), "Beto": "la-cosa"}
    sitting.say(action="end", cause="la-cosa-eliminated", roles=roles)
    assert "Beto La Cosa" in sitting.get(f"/games/{sitting.game}/room").text
