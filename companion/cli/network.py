"""The addresses of this machine on its networks. Nothing is sent to find them out."""

from __future__ import annotations

import socket
from contextlib import suppress

from companion.web.server.network import Address, likeliest_first


def on_networks() -> list[Address]:
    """Return the addresses of this machine, the likeliest first; empty where there is no network."""
    import ifaddr

    found: list[Address] = []
    default = _by_default_route()
    with suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for one in adapter.ips:
                ip = one.ip if isinstance(one.ip, str) else one.ip[0]
                found.append(Address(ip, str(adapter.nice_name), ip == default))
    return likeliest_first(found)


def addresses() -> list[str]:
    """Return the addresses of this machine as text, the likeliest first."""
    return [one.ip for one in on_networks()]


def _by_default_route() -> str:
    # Connecting a datagram socket sends nothing: it only asks the system which of its addresses it would use.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))
        return str(sock.getsockname()[0])
    return ""
