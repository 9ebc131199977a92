"""Rights: names of the machine, other sites' pages, the host's link and cookie, clients that ask too often."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service.live.games import GameService
from companion.store.base import Salvage, Unwritable
from companion.store.memory import MemoryStore
from companion.web.auth.access import Access, Request
from companion.web.server import files
from companion.web.server.errors import HttpError, language
from companion.web.server.files import static_version
from companion.web.server.settings import Settings
from tests.beside import beside
from tests.houses import toy_house
from tests.service.toy import SETUP, find
from tests.web.sitting import HOST, KEY, quick_app

OWN = {"Origin": "http://localhost:8080", "Host": "localhost:8080"}


@pytest.fixture
def access() -> Access:
    return Access(Settings(KEY, 8080, frozenset({"mesa.example.org"})))


@pytest.fixture
def client(access: Access) -> FlaskClient:
    return quick_app(toy_house(), access.settings, access).test_client()


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "LOCALHOST", "127.0.0.1:1", "192.168.1.20:8080", "10.0.0.1", "172.16.3.4",
             "169.254.1.1", "[::1]:8080", "[fe80::1%25eth0]:8080", "[fd00::1]", "mesa.local", "mesa.local.:8080",
             "mesa.example.org", "100.64.0.9", "mesa.lan", "Mesa.home:8080", "mesa.fritz.box", "mesa.home.arpa",
             "mesa.internal.", "mesa.localdomain"],
)  # fmt: skip
def test_names_of_this_machine(access: Access, host: str) -> None:
    assert access.is_own_name(host)


@pytest.mark.parametrize(
    "host", ["", "evil.com", "127.0.0.1.evil.com", "192.168.1.20.nip.io", "localhost.evil.com", "user@localhost",
             "localhost:x", "localhost@evil.com", ".local", "a.b.local", "local", "8.8.8.8",
             "[fd00::1]evil", "[fd00::1",
             "evil.lan", "mesa.evil.com", "mesa.lan.evil.com", "a.mesa.lan", "mesa.", "[2606:4700::1]",
             "mesa.example.org.evil.com", "local host", "127.1.evil"],
)  # fmt: skip
def test_names_of_others(access: Access, client: FlaskClient, host: str) -> None:
    assert not access.is_own_name(host)
    if host:
        assert client.get("/api/games", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("", "companion_8080"), ("https://mesa.example", "companion_443"), ("http://mesa.example", "companion_80"),
        ("https://mesa.example:8443", "companion_8443"), ("https://mesa.example:x", "companion_8080"),
    ],
)  # fmt: skip
def test_all_hosts_of_a_club_behind_a_proxy_have_one_cookie(origin: str, name: str) -> None:
    assert Access(Settings(KEY, 8080, origin=origin)).cookie_name == name


GUARDED = beside(__file__, "guarded.toml")


def test_every_answer_is_guarded(client: FlaskClient) -> None:
    for path in ("/api/health", "/api/nothing", "/nothing"):
        headers = client.get(path).headers
        assert {name: headers[name] for name in GUARDED} == GUARDED
    assert client.get("/api/games").headers["Cache-Control"] == "no-store"


def test_the_link_makes_a_device_the_hosts_once(client: FlaskClient, access: Access) -> None:
    link = access.new_link()
    opened = client.get(link, headers={"Host": "localhost:8080"}, environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert (opened.status_code, opened.headers["Location"]) == (303, "/")
    cookie = opened.headers["Set-Cookie"]
    for part in ("companion_8080=", "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=34560000"):
        assert part in cookie
    assert KEY not in cookie
    assert client.post("/api/games", json=SETUP, headers=OWN).status_code == 201
    other = quick_app(toy_house(), access.settings, access).test_client()
    for token in (link, "/host/nonsense", "/host/ñ"):
        again = other.get(token, environ_base={"REMOTE_ADDR": "192.168.1.10"})
        assert again.status_code == 403
        assert "Set-Cookie" not in again.headers


def test_the_cookie_outlives_a_restart_but_not_a_new_key(access: Access, tmp_path: Path) -> None:
    access.sessions.remember_in(tmp_path / "devices")
    request = Request("GET", "http", "192.168.1.9", {}, {access.cookie_name: access.cookie})
    if sys.platform != "win32":
        assert (tmp_path / "devices").stat().st_mode & 0o777 == 0o600, "nobody else reads it"
    for settings, is_host in ((access.settings, True), (Settings("another", 8080), False)):
        again = Access(settings)
        again.sessions.remember_in(tmp_path / "devices")
        assert again.is_host(request) is is_host


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://localhost:8080"}, 201),
        ({"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Content-Type": "application/json"}, 201),
        ({"Origin": "http://localhost:9090"}, 403),
        ({"Origin": "https://localhost:8080"}, 403),
        ({"Origin": "http://evil.com"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost:8080"}, 403),
        ({"Content-Type": "text/plain"}, 403),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 403),
    ],
)
def test_other_sites_cannot_use_the_cookie(
    client: FlaskClient, access: Access, headers: dict[str, str], status: int
) -> None:
    client.set_cookie(access.cookie_name, access.cookie)
    kind = headers.pop("Content-Type", "application/json" if status == 201 else "text/plain")
    sent = {"Host": "localhost:8080", **headers}
    body = b'{"game": "toy", "players": ["Ana", "Beto"]}'
    answer = client.post("/api/games", data=body, content_type=kind, headers=sent)
    assert answer.status_code == status
    assert answer.get_json().get("message", "").endswith("." if status == 403 else "")


def test_behind_a_proxy_its_pages_are_ours() -> None:
    access = Access(Settings(KEY, 8080, origin="https://mesa.example.org"))
    client = quick_app(toy_house(), access.settings, access).test_client()
    seen_as = {"Host": "mesa.example.org"}
    opened = client.get(access.new_link(), headers=seen_as)
    assert "Secure" in opened.headers["Set-Cookie"]
    client.set_cookie(access.cookie_name, access.cookie, domain="mesa.example.org")
    for origin, status in (("https://mesa.example.org", 201), ("https://evil.example.org", 403)):
        assert client.post("/api/games", json=SETUP, headers={**seen_as, "Origin": origin}).status_code == status


def test_the_key_needs_no_page(client: FlaskClient) -> None:
    assert client.post("/api/games", json=SETUP, headers={**HOST, "Origin": "http://evil.com"}).status_code == 201


def test_who_asks_too_often_waits_but_never_the_host() -> None:
    settings = Settings(KEY, rate=0.001, burst=5, is_loopback_limited=True)
    client = quick_app(toy_house(), settings).test_client()
    assert [client.get("/api/health").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    assert client.get("/api/health").headers["Retry-After"] == "1"
    assert [client.get("/api/health", headers=HOST).status_code for _ in range(9)] == [200] * 9
    other = client.get("/api/health", environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert other.status_code == 200


def test_who_leads_one_table_has_a_budget_as_everybody_and_the_host_has_none(access: Access) -> None:
    limited = Access(replace(access.settings, rate=0.001, burst=3))
    name, codes = limited.name_of_cookie("http"), limited.sessions.codes
    leader = _from("192.168.1.9", limited.sessions.take_over(codes.offer("table", "", "game").text), name)
    for _ in range(3):
        limited.guard(leader)
    with pytest.raises(HttpError):
        limited.guard(leader)
    for _ in range(9):
        limited.guard(_from("192.168.1.9", limited.cookie, name))


def _from(address: str, cookie: str = "", name: str = "") -> Request:
    return Request("GET", "http", address, {"host": "localhost:8080"}, {name: cookie} if cookie else {})


def test_an_address_holds_so_many_streams(access: Access) -> None:
    phone = _from("192.168.1.9")
    assert [bool(access.enter_stream(phone)) for _ in range(65)] == [True] * 64 + [False]
    access.leave_stream("192.168.1.9")
    assert access.enter_stream(phone)
    assert all(access.enter_stream(_from("127.0.0.1")) for _ in range(100))


def test_phones_of_seats_behind_one_address_are_counted_each_for_itself(access: Access) -> None:
    one, other = (
        _from("192.168.1.9", access.sessions.claim("game", seat), access.name_of_cookie("http")) for seat in (0, 1)
    )
    guest = _from("192.168.1.9")
    while access.enter_stream(guest):
        pass
    streams = [access.enter_stream(phone) for phone in (one, other, one)]
    assert all(streams) and streams[0] == streams[2] != streams[1]
    assert not access.enter_stream(guest)
    limited = Access(replace(access.settings, rate=0.001, burst=3))
    limited.sessions = access.sessions
    for phone in (one, other):
        for _ in range(3):
            limited.guard(phone)
        with pytest.raises(HttpError):
            limited.guard(phone)


def test_who_only_asks_whether_a_link_leads_anywhere_uses_nothing_up(client: FlaskClient, access: Access) -> None:
    link = access.new_link()
    preview = client.head(link, environ_base={"REMOTE_ADDR": "192.168.1.77"})
    assert preview.status_code == 200 and "Set-Cookie" not in preview.headers
    opened = client.get(link, environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert opened.status_code == 303 and "Set-Cookie" in opened.headers


def test_by_https_the_cookie_can_be_set_by_nothing_but_this_host_by_https(client: FlaskClient, access: Access) -> None:
    opened = client.get(access.new_link(), base_url="https://localhost:8080")
    name, _, rest = opened.headers["Set-Cookie"].partition("=")
    assert name.startswith("__Host-")
    assert "Secure" in rest and "Path=/" in rest and "Domain" not in rest
    assert client.get("/screens/mine", base_url="https://localhost:8080").get_json() == {"host": True}


class Broken(MemoryStore):
    """A store whose disk does not answer."""

    def headings(self) -> Any:
        raise Unwritable("store.cannot-open", path="/home/ana/partidas/games.db", fault="host=db.club.local")

    @property
    def salvages(self) -> Any:
        return (Salvage("/home/ana/partidas/games.db.broken", "disk image of db.club.local", ("a",)),)


@pytest.mark.parametrize("path", ["/api/games", "/api/health", "/"])
def test_guests_hear_neither_paths_nor_the_address_of_a_database(path: str) -> None:
    client = quick_app(GameService(Broken(), find), Settings(KEY)).test_client()
    told = client.get(path).get_data(as_text=True)
    assert "games.db" in told
    assert not [secret for secret in ("/home", "/ana", "partidas/", "club.local") if secret in told]
    assert "/home/ana/partidas" in client.get(path, headers=HOST).get_data(as_text=True)


@pytest.mark.parametrize(
    ("asked", "accepted", "lang"),
    [("", "", "es"), ("en", "es", "en"), ("xx", "en", "en"), ("", "en-US,en;q=0.9,es;q=0.8", "en"),
     ("", "fi,es;q=0", "es"), ("", "ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("it-IT", "ru", "it"),
     ("ES-ar", "en", "es"), ("", "en;q=x", "es"), ("", "en;q=1.1.1", "es"), ("", "," * 9999, "es")],
)  # fmt: skip
def test_languages(asked: str, accepted: str, lang: str) -> None:
    assert language(asked, accepted) == lang


def test_a_file_brings_only_what_a_file_needs(client: FlaskClient) -> None:
    """A missing one is a page again, with everything a page says about itself."""
    font, now = "fonts/barlow-condensed-bold.woff2", f"v-{static_version()}"
    for_good = (f"/static/{now}/drag.js", f"/static/{now}/{font}", "/icons.svg?v=1")
    asked_anew = ("/static/drag.js", f"/static/{font}", "/static/v-before/drag.js")
    for path in (*for_good, *asked_anew):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert ("immutable" in answer.headers["Cache-Control"]) is (path in for_good)
        assert ("ETag" in answer.headers) is (path in asked_anew)
        assert not {"Content-Security-Policy", "Permissions-Policy", "Last-Modified"} & {*answer.headers.keys()}
    again = client.get("/static/drag.js", headers={"If-None-Match": client.get("/static/drag.js").headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for path in ("/static/nothing.js", f"/static/{now}/nothing.js", f"/static/{now}/../../app.py"):
        missing = client.get(path)
        assert missing.status_code == 404
        assert "default-src 'none'" in missing.headers["Content-Security-Policy"]


def test_a_file_of_the_same_length_is_fetched_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers keep a file for good under the version in its address."""
    versions = set()
    for path, data in (("a.css", b"12px"), ("a.css", b"14px"), ("b.css", b"14px")):
        monkeypatch.setattr(files, "_all", lambda *_, found=((path, data),): found)
        versions.add(static_version.__wrapped__())
    assert len(versions) == 3
