"""The questions by which phones look for the internet: answered on a hotspot of this machine, refused anywhere else."""

from __future__ import annotations

import pytest

from companion.service.live.games import GameService
from companion.web.server.network import Address
from companion.web.server.reach import Reach
from tests.web.serving import ask, served_with

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
