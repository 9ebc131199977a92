"""The address that other devices are given; and a hotspot of this machine, on which phones look for the internet."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.service.live.games import GameService
from companion.web.auth.access import Access
from companion.web.server import reach
from companion.web.server.network import Address, likeliest_first
from companion.web.server.reach import Reach, own_address
from companion.web.server.settings import Settings
from tests.beside import beside
from tests.web.serving import ask, served_with
from tests.web.sitting import HOST, KEY

WIFI, VPN = Address("192.168.1.20", "wlan0"), Address("10.8.0.2", "tun0")


def two_networks(file: Path | None = None) -> Reach:
    return Reach(8080, lambda: [WIFI, VPN], file)


def test_the_likeliest_is_offered_until_another_is_chosen_and_the_choice_outlives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "network.json"
    reach = two_networks(file)
    assert reach.offered() == "http://192.168.1.20:8080"
    reach.choose("tun0")
    assert reach.offered() == "http://10.8.0.2:8080"
    assert two_networks(file).offered() == "http://10.8.0.2:8080"
    assert Reach(8080, lambda: [WIFI], file).offered() == "http://192.168.1.20:8080"


@pytest.mark.parametrize("content", ["", "[]", "nonsense", '{"interface": 3}'])
def test_a_damaged_choice_is_no_choice(tmp_path: Path, content: str) -> None:
    file = tmp_path / "network.json"
    file.write_text(content, "utf-8")
    assert two_networks(file).offered() == "http://192.168.1.20:8080"


def test_only_an_address_of_this_machine_is_remembered_as_used() -> None:
    reach = two_networks()
    reach.ways()
    for host in ("10.8.0.2", "10.8.0.77", ""):
        reach.note_use(host)
    assert [way.interface for way in reach.ways() if way.was_used] == ["tun0"]
    assert len(reach._used) == 1


def test_the_networks_are_looked_at_now_and_then_and_not_for_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def look() -> list[Address]:
        looked.append(1)
        return [WIFI]

    found = Reach(8080, look)
    monkeypatch.setattr(reach, "LOOK_EVERY", 3600.0)
    assert [found.offered(), found.offered()] == ["http://192.168.1.20:8080"] * 2
    assert len(looked) == 1
    monkeypatch.setattr(reach, "LOOK_EVERY", 0.0)
    found.offered()
    assert len(looked) == 2


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.20:8080", "192.168.1.20"), ("192.168.1.20", "192.168.1.20"), ("[fd00::2]:8080", "fd00::2"),
        ("[fd00::2]", "fd00::2"), ("127.0.0.1:8080", ""), ("[::1]:8080", ""), ("localhost:8080", ""),
        ("mesa.local", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_address_a_page_was_asked_at(host: str, address: str) -> None:
    assert own_address(host) == address


@pytest.fixture
def host(client: FlaskClient, access: Access) -> FlaskClient:
    access.reach = two_networks()
    return client


def shown(host: FlaskClient, game: str, asked_at: str) -> str:
    host.post(f"/games/{game}/seats", data={"do": "all"}, headers=own(asked_at))
    return host.get(f"/games/{game}/seats?code=all", headers=own(asked_at)).text


def own(asked_at: str) -> dict[str, str]:
    return {**HOST, "Host": asked_at, "Accept-Language": "en"}


def test_a_page_asked_at_an_address_offers_that_one_and_a_page_of_the_machine_itself_the_likeliest(
    host: FlaskClient, game: str
) -> None:
    assert "open http://10.42.0.1:8080/join" in shown(host, game, "10.42.0.1:8080")
    assert "open http://192.168.1.20:8080/join" in shown(host, game, "localhost:8080")


def test_the_host_chooses_and_sees_which_address_was_used(host: FlaskClient, game: str) -> None:
    assert "a device has used it" not in shown(host, game, "localhost:8080")
    elsewhere = {"REMOTE_ADDR": "10.8.0.9"}
    host.get("/", headers={"Host": "10.8.0.2:8080"}, environ_base=elsewhere)
    assert "a device has used it" in shown(host, game, "localhost:8080")
    answer = host.post("/devices/network", data={"interface": "tun0", "game": game}, headers=own("localhost:8080"))
    assert answer.headers["Location"] == f"/games/{game}/seats"
    assert "open http://10.8.0.2:8080/join" in shown(host, game, "localhost:8080")


def test_nobody_else_chooses_and_an_unknown_network_changes_nothing(host: FlaskClient, access: Access) -> None:
    assert host.post("/devices/network", data={"interface": "tun0"}).status_code == 401
    host.post("/devices/network", data={"interface": "nothing"}, headers=own("localhost:8080"))
    assert access.reach.offered() == "http://192.168.1.20:8080"


@pytest.mark.parametrize(
    ("known", "found", "wanted"),
    [
        ("http://192.168.1.20:8080", [WIFI, VPN], "http://192.168.1.20:8080"),
        ("http://10.8.0.2:8080", [WIFI, VPN], "http://10.8.0.2:8080"),  # still there: no device has to move
        ("http://192.168.7.5:8080", [WIFI, VPN], "http://192.168.1.20:8080"),
        ("http://192.168.1.20:8080", [], ""),
        ("", [WIFI], "http://192.168.1.20:8080"),
        ("", [], ""),
    ],
)
def test_where_a_device_that_knew_an_address_finds_the_table(known: str, found: list[Address], wanted: str) -> None:
    assert Reach(8080, lambda: found).offered_after(known) == wanted


def test_a_fixed_address_stays_whatever_the_networks_do() -> None:
    access = Access(Settings(KEY, 8080, join="http://mesa.example:8080"))
    access.reach = two_networks()
    assert access.offered_after("") == ""
    assert access.offered_after("http://10.1.1.1:8080") == "http://10.1.1.1:8080"


def test_a_table_without_a_network_says_that_no_phone_finds_it(host: FlaskClient, access: Access, game: str) -> None:
    assert 'id="cut-off"' not in shown(host, game, "localhost:8080")
    access.reach = Reach(8080, list)
    assert 'id="cut-off"' in shown(host, game, "localhost:8080")
    assert 'id="cut-off"' in host.get("/devices", headers=own("localhost:8080")).text
    assert 'id="cut-off"' not in shown(host, game, "192.168.1.20:8080")  # the page itself came over one


NETWORKS = beside(__file__, "networks.toml")


@pytest.mark.parametrize("name", NETWORKS)
def test_the_address_a_phone_reaches_comes_first(name: str) -> None:
    interfaces, default, wanted = NETWORKS[name].values()
    found = [
        Address(ip, interface, ip == default) for interface, _, ip in (line.rpartition(" ") for line in interfaces)
    ]
    for order in (found, found[::-1]):
        offered = likeliest_first(order)
        assert (offered[0].ip if offered else "") == wanted


ON_A_HOTSPOT, IN_A_HOUSE = Address("127.0.0.1", "wlan0"), Address("127.0.0.1", "wlan0", is_default=True)
GOOGLE, APPLE, WINDOWS = "connectivitycheck.gstatic.com", "captive.apple.com", "www.msftconnecttest.com"
PROBES = {
    # as each system asks, and what it takes for the internet
    f"{GOOGLE}/generate_204": (204, ""),
    f"{APPLE}/hotspot-detect.html": (200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"),
    f"{WINDOWS}/connecttest.txt": (200, "Microsoft Connect Test"),
    "detectportal.firefox.com/success.txt": (200, "success\n"),
}


def test_on_its_own_hotspot_the_table_answers_them_and_on_no_other_network(tables: GameService) -> None:
    found = [ON_A_HOTSPOT]
    with served_with(tables) as (port, access):
        access.reach = Reach(port, lambda: found)
        for probe, wanted in PROBES.items():
            host, _, path = probe.partition("/")
            assert ask(port, "GET", f"/{path}", Host=host) == wanted
        assert ask(port, "HEAD", "/connecttest.txt", Host=WINDOWS) == (200, "")
        assert ask(port, "POST", "/generate_204", {}, Host=GOOGLE)[0] == 400
        assert ask(port, "GET", "/", Host=GOOGLE)[0] == 400
        assert ask(port, "GET", "/generate_204")[0] == 404  # asked of the table by its own name
        access.reach = Reach(port, lambda: [IN_A_HOUSE])
        assert ask(port, "GET", "/generate_204", Host=GOOGLE)[0] == 400


@pytest.mark.parametrize(
    ("address", "is_own"),
    [
        (Address("10.42.0.1", "wlan0"), True),
        (Address("192.168.4.1", "ap0"), True),
        (Address("192.168.137.1", "Microsoft Wi-Fi Direct Virtual Adapter"), True),
        (Address("192.168.2.1", "bridge100"), True),
        (Address("192.168.43.1", "swlan0"), True),
        (Address("172.20.10.3", "wlan0"), False),
        (Address("192.168.1.20", "wlan0"), False),
        (Address("192.168.1.1", "wlan0", is_default=True), False),
        (Address("172.17.0.1", "docker0"), False),
        (Address("10.8.0.1", "tun0"), False),
    ],
)
def test_which_networks_are_hotspots_of_this_machine(address: Address, is_own: bool) -> None:
    assert address.is_own_hotspot is is_own
