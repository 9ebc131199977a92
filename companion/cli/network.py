"""At which addresses the other devices of the house reach this machine. Nothing is sent to find out."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress


def addresses() -> list[str]:
    """The addresses of this machine on its networks, the likeliest first; empty where there is none."""
    found: list[str] = []
    # Connecting a datagram socket sends nothing: it only asks the system which of its addresses it would use.
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET, "10.255.255.255")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((far, 9))
            found.append(sock.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = (address for address in found if not ipaddress.ip_address(address).is_loopback and address != "0.0.0.0")
    return list(dict.fromkeys(usable))


def url_of(host: str, port: int) -> str:
    """The address as a browser writes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
