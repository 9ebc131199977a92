"""Address of a machine that is offered to the phones in the room."""

from __future__ import annotations

import pytest

from companion.web.server.network import Address, likeliest_first

NETWORKS: dict[str, tuple[list[str], str, str]] = {
    # interfaces with their addresses; the address of the default route; which is offered
    "a VPN takes the default route": (["wlan0 192.168.1.20", "tun0 10.8.0.2"], "10.8.0.2", "192.168.1.20"),
    "WireGuard on a Mac": (["utun4 10.64.0.5", "en0 192.168.0.12"], "10.64.0.5", "192.168.0.12"),
    "Tailscale": (["tailscale0 100.101.102.103", "enp3s0 192.168.1.7"], "192.168.1.7", "192.168.1.7"),
    "a hotspot of Linux": (["wlan0 10.42.0.1"], "", "10.42.0.1"),
    "a hotspot of a Raspberry Pi": (["ap0 192.168.4.1", "eth0 192.168.1.30"], "192.168.1.30", "192.168.1.30"),
    "the hotspot of an iPhone": (["wlan0 172.20.10.3"], "172.20.10.3", "172.20.10.3"),
    "a hotspot of Windows": (
        ["Microsoft Wi-Fi Direct Virtual Adapter 192.168.137.1", "Hyper-V Virtual Ethernet Adapter 172.28.0.1"],
        "",
        "192.168.137.1",
    ),
    "a hotspot of a Mac": (["en0 169.254.7.7", "bridge100 192.168.2.1"], "", "192.168.2.1"),
    "a hotspot on Android": (["rmnet_data0 10.133.7.9", "swlan0 192.168.43.1"], "10.133.7.9", "192.168.43.1"),
    "containers": (
        ["docker0 172.17.0.1", "br-4f1 172.18.0.1", "wlan0 192.168.1.20"],
        "192.168.1.20",
        "192.168.1.20",
    ),
    "virtual machines on Windows": (
        ["VirtualBox Host-Only Ethernet Adapter 192.168.56.1", "Intel(R) Wi-Fi 6 AX200 160MHz 192.168.1.44"],
        "192.168.1.44",
        "192.168.1.44",
    ),
    "two of Wi-Fi": (["wlan0 10.0.0.3", "wlan1 192.168.1.5"], "192.168.1.5", "192.168.1.5"),
    "Ethernet and Wi-Fi": (["wlan0 192.168.1.6", "eth0 192.168.1.5"], "192.168.1.5", "192.168.1.5"),
    "nothing but a container": (["docker0 172.17.0.1"], "", "172.17.0.1"),
    "a bridge that is the Ethernet": (["br0 192.168.1.9", "virbr0 192.168.122.1"], "192.168.1.9", "192.168.1.9"),
    "a network without a router": (["eth0 169.254.3.4"], "", "169.254.3.4"),
    "IPv6 alone": (["eth0 fe80::1", "eth0 fd12::7"], "", "fd12::7"),
    "IPv6 beside IPv4": (["eth0 fd12::7", "tun0 10.8.0.2"], "", "10.8.0.2"),
    "no network": (["lo 127.0.0.1", "lo ::1"], "", ""),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_the_address_a_phone_reaches_comes_first(name: str) -> None:
    interfaces, default, wanted = NETWORKS[name]
    found = [
        Address(ip, interface, ip == default) for interface, _, ip in (line.rpartition(" ") for line in interfaces)
    ]
    for order in (found, found[::-1]):
        offered = likeliest_first(order)
        assert (offered[0].ip if offered else "") == wanted


def test_addresses_that_no_phone_reaches_are_left_out() -> None:
    found = [Address("127.0.0.1", "lo"), Address("fe80::1", "eth0"), Address("192.168.1.2", "eth0")]
    assert [one.ip for one in likeliest_first(found)] == ["192.168.1.2"]
