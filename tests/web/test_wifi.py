"""The Wi-Fi of the house: the text of its square, where it is kept, and who sees it."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.web.auth.access import Access
from companion.web.server.context import WIFI
from companion.web.server.wifi import FILE, KnownWifi, Wifi, fault_of
from tests.web.sitting import HOST

SECRET = "mil-mariposas"


@pytest.mark.parametrize(
    ("wifi", "text"),
    [
        (Wifi("Casa", "12345678"), "WIFI:T:WPA;S:Casa;P:12345678;;"),
        (Wifi("Casa", "12345678", True), "WIFI:T:WPA;S:Casa;P:12345678;H:true;;"),
        (Wifi("Bar Ñandú"), "WIFI:T:nopass;S:Bar Ñandú;;"),
        (Wifi('a;b,c:d"e\\f', '\\;,:"xyz'), r"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:\\\;\,\:\"xyz;;"),
    ],
)
def test_the_text_of_the_square(wifi: Wifi, text: str) -> None:
    assert wifi.symbol == text


@pytest.mark.parametrize(
    ("wifi", "is_open", "fault"),
    [
        (Wifi("Casa", "12345678"), False, ""), (Wifi("Casa", "x" * 63), False, ""),
        (Wifi("Casa", "0f" * 32), False, ""),
        (Wifi("Casa"), True, ""), (Wifi("ñ" * 16, "12345678"), False, ""),
        (Wifi("", "12345678"), False, "wifi.no-name"), (Wifi("ñ" * 17, "12345678"), False, "wifi.long-name"),
        (Wifi("Casa", "1234567"), False, "wifi.password-length"),
        (Wifi("Casa", "x" * 64), False, "wifi.password-length"),
        (Wifi("Casa"), False, "wifi.no-password"), (Wifi("Casa", "12345678"), True, "wifi.open-password"),
        (Wifi("Ca\nsa", "12345678"), False, "wifi.unprintable"),
        (Wifi("Casa", "1234\x005678"), False, "wifi.unprintable"),
    ],
)  # fmt: skip
def test_what_a_network_can_be(wifi: Wifi, is_open: bool, fault: str) -> None:
    assert fault_of(wifi, is_open) == fault


def test_it_is_kept_for_its_owner_alone_until_it_is_forgotten(tmp_path: Path) -> None:
    file, known = tmp_path / FILE, KnownWifi()
    known.remember_in(file)
    assert known.told is None
    known.tell(Wifi("Casa", SECRET, True))
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = KnownWifi()
    again.remember_in(file)
    assert again.told == Wifi("Casa", SECRET, True)
    again.forget()
    assert again.told is None and not [*tmp_path.iterdir()]


@pytest.mark.parametrize("content", ["", "[]", "nonsense", '{"name": "", "password": "", "is_hidden": false}', "{}"])
def test_a_damaged_file_says_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, "utf-8")
    known = KnownWifi()
    known.remember_in(tmp_path / FILE)
    assert known.told is None


OWN = {**HOST, "Accept-Language": "en"}


def typed(client: FlaskClient, game: str, **fields: str) -> str:
    answer = client.post("/devices/wifi", data={"game": game, **fields}, headers=OWN, follow_redirects=True)
    assert answer.status_code == 200
    return answer.text


def test_the_host_types_it_once_and_sees_its_square_beside_that_of_the_table(client: FlaskClient, game: str) -> None:
    assert "wifi-code" not in client.get(f"/games/{game}/seats", headers=OWN).text
    assert "wifi-code" in typed(client, game, name="Casa ", password=SECRET)
    client.post(f"/games/{game}/seats", data={"do": "all"}, headers=OWN)
    for shown in ("", "?code=all"):
        answer = client.get(f"/games/{game}/seats{shown}", headers=OWN)
        assert "1 · The Wi-Fi" in answer.text and "2 · One code for the whole table" in answer.text
        assert "is not on Casa yet" in answer.text and SECRET not in answer.text
        assert "no-store" in answer.headers["Cache-Control"]
    client.post(f"/games/{game}/seats", data={"seat": "1"}, headers=OWN)
    assert "2 · For Beto" in client.get(f"/games/{game}/seats?code=1", headers=OWN).text
    assert "wifi-code" not in typed(client, game, do="forget")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": "", "password": SECRET}, "The network name is missing."),
        ({"name": "Casa", "password": "short"}, "between 8 and 63 characters"),
        ({"name": "Casa", "password": SECRET, "open": "on"}, "Remove one of the two."),
        ({}, "The network name is missing."),
        ({"name": "é" * 5000, "password": "x" * 5000}, "at most 32 bytes"),
    ],
)
def test_bad_input_is_told_and_what_was_typed_stays(
    client: FlaskClient, game: str, fields: dict[str, str], sentence: str
) -> None:
    page = typed(client, game, **fields)
    assert sentence in page and "wifi-code" not in page
    assert f'value="{fields.get("name", "")[:200]}"' in page


def test_only_the_host_sees_it(client: FlaskClient, game: str, access: Access) -> None:
    typed(client, game, name="Casa", password=SECRET)
    leader = client.application.test_client()
    leader.set_cookie(
        access.cookie_name, access.sessions.take_over(access.sessions.codes.offer("table", "", game).token)
    )
    page = leader.get(f"/games/{game}/seats", headers={"Accept-Language": "en"})
    assert page.status_code == 200 and "Seat by seat" in page.text
    assert "wifi-code" not in page.text and 'id="wifi"' not in page.text and "Casa" not in page.text


def test_it_stands_on_no_other_page_and_in_no_file_that_is_taken_along(client: FlaskClient, game: str) -> None:
    typed(client, game, name="Casa", password=SECRET)
    rest = ("", "/log", "/playthrough", "/markdown", "/record")
    for path in (
        *(f"/api/games/{game}{one}" for one in rest),
        f"/games/{game}",
        "/devices",
        "/screens",
        "/kept",
        "/join",
    ):
        answer = client.get(path, headers=OWN)
        assert answer.status_code == 200 and "Casa" not in answer.text and SECRET not in answer.text, path


def test_a_disk_that_does_not_take_it_is_told_and_the_square_is_shown(
    client: FlaskClient, game: str, tmp_path: Path
) -> None:
    client.application.extensions[WIFI].remember_in(tmp_path / "gone" / FILE)
    page = typed(client, game, name="Casa", password=SECRET)
    assert "could not be saved" in page and "wifi-code" in page
