"""The order in which the addresses of this machine are offered to the other devices of the house.

A laptop often has several: its Wi-Fi, a VPN, the bridge of a container, the hotspot it opened itself. A phone in the
room reaches it through Wi-Fi or Ethernet only, so these come first; the default route, which a VPN likes to take,
decides only between equals. A hotspot of the machine itself has no default route at all.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

Kind = Literal["wifi", "ethernet", "other", "virtual", "tunnel"]
KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "tunnel",
        re.compile(
            r"^(u?tun|tap|wg|ppp|ipsec|gif|stf|zt|tailscale|nordlynx|proton|mullvad|rmnet|ccmni|pdp_ip|wwan)\d*"
            r"|wintun|tap-windows|wireguard|openvpn|tailscale|zerotier|hamachi|fortinet|anyconnect|\bvpn\b",
            re.IGNORECASE,
        ),
    ),
    ("wifi", re.compile(r"^(wl|s?wlan|u?ap\d|ath)|wi-?fi|wireless|wlan|802\.11", re.IGNORECASE)),
    (
        "virtual",
        re.compile(
            r"^(docker|br-|virbr|veth|lxc|lxd|incus|podman|cni|flannel|cali|kube|vmnet|vboxnet)"
            r"|virtual|hyper-v|vethernet|vmware",
            re.IGNORECASE,
        ),
    ),
    ("ethernet", re.compile(r"^(en|eth|em|usb|rndis)|ethernet|gigabit|\bgbe\b", re.IGNORECASE)),
)
"""Patterns of the names that Linux, macOS, Windows and Android give to network interfaces, tried in this order. A Wi-Fi
comes before what is virtual: Windows calls its own hotspot "Wi-Fi Direct Virtual Adapter"."""
_RANK: dict[Kind, int] = {"wifi": 0, "ethernet": 0, "other": 1, "virtual": 2, "tunnel": 3}
SHARED = ipaddress.ip_network("100.64.0.0/10")
"""Addresses of a provider's inner network, which some phones' hotspots hand out."""


class Address(NamedTuple):
    """An address of this machine and its network interface; the default route takes one address, or none."""

    ip: str
    interface: str
    is_default: bool = False

    @property
    def kind(self) -> Kind:
        """The kind of network behind the interface, as far as its name tells."""
        return next((kind for kind, pattern in KINDS if pattern.search(self.interface)), "other")

    @property
    def is_own_hotspot(self) -> bool:
        """True if this machine is the router of that network: it has the first address, and goes out another way."""
        return self.kind in ("wifi", "other") and self.ip.endswith(".1") and not self.is_default


def likeliest_first(found: Iterable[Address]) -> list[Address]:
    """Sort addresses by how likely a phone in the room reaches them; leave out those that it cannot.

    An address of IPv6 counts only where there is none of IPv4.
    """
    usable = [one for one in dict.fromkeys(found) if _is_usable(one.ip)]
    fours = [one for one in usable if ":" not in one.ip]

    def place(one: Address) -> tuple[int, int, bool]:
        address = ipaddress.ip_address(one.ip)
        distance = 2 if address.is_link_local else 0 if address.is_private or address in SHARED else 1
        return distance, _RANK[one.kind], not one.is_default

    return sorted(fours or usable, key=place)


def url_of(host: str, port: int) -> str:
    """Return an address as a browser writes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_usable(ip: str) -> bool:
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return False
    # An IPv6 address of the link alone is written with the name of an interface, which no browser takes.
    is_link_six = address.version == 6 and address.is_link_local
    return not (address.is_loopback or address.is_unspecified or address.is_multicast or is_link_six)
