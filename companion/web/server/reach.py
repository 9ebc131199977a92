"""The addresses of one table on the networks of its machine, and which of them is offered to other devices."""

from __future__ import annotations

import ipaddress
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.web.server.network import Address, Kind, url_of

LOOK_EVERY = 5.0
"""Seconds for which the addresses of this machine are taken as known: networks change in the middle of a game."""
CHOICE = "network.json"
"""The file of the data folder that keeps which network the host chose."""


class Way(NamedTuple):
    """One address of the table as the host sees it."""

    url: str
    interface: str
    kind: Kind
    is_offered: bool
    """True for the one whose code is shown to other devices."""
    was_used: bool
    """True once a request from another device came in by it."""


class Reach:
    """The addresses of one table, the offered one first.

    `look` returns the addresses of this machine, the likeliest first; without it none is ever known. The network that
    the host chose is remembered in `file` by the name of its interface, for the address may be another one tomorrow.
    """

    def __init__(
        self, port: int, look: Callable[[], Sequence[Address]] | None = None, file: Path | None = None
    ) -> None:
        self._port = port
        self._look = look
        self._file = file
        self._chosen = ""
        if file is not None:
            with suppress(OSError, ValueError, AttributeError):
                self._chosen = str(json.loads(file.read_text("utf-8")).get("interface", ""))
        self._used: set[str] = set()
        self._known: Sequence[Address] = ()
        self._looked = float("-inf")

    def ways(self) -> list[Way]:
        """Return every address of the table, the offered one first; empty without a network."""
        if self.is_due:
            self._looked = time.monotonic()  # first, so that whoever asks meanwhile does not look as well
            self._known = self._look() if self._look else ()
        ordered = sorted(self._known, key=lambda one: one.interface != self._chosen)
        return [
            Way(url_of(one.ip, self._port), one.interface, one.kind, place == 0, one.ip in self._used)
            for place, one in enumerate(ordered)
        ]

    @property
    def is_due(self) -> bool:
        """True if it is time to look at the addresses of this machine again."""
        return time.monotonic() - self._looked >= LOOK_EVERY

    def offered(self) -> str:
        """Return the address that other devices are given; empty without a network."""
        return next((way.url for way in self.ways()), "")

    def is_cut_off(self) -> bool:
        """Return True if this machine was looked at and is on no network."""
        return self._look is not None and not self.ways()

    def offered_after(self, known: str) -> str:
        """Return where a device that knew this address finds the table now: there, while the machine still has it; else
        at the offered one."""
        ways = [way.url for way in self.ways()]
        return known if known in ways else next(iter(ways), "")

    def is_own_hotspot(self, ip: str) -> bool:
        """Return True for the address of this machine on a hotspot that it opened itself."""
        self.ways()  # looks at the addresses again where it is time
        return any(one.ip == ip and one.is_own_hotspot for one in self._known)

    def is_chosen(self, way: Way) -> bool:
        """Return True for the network that the host chose."""
        return way.interface == self._chosen

    def choose(self, interface: str) -> None:
        """Offer the address of this network from now on, also after a restart, while the machine has it."""
        self._chosen = interface
        if self._file is not None:
            with suppress(OSError):
                self._file.write_text(json.dumps({"interface": interface}), "utf-8")

    def note_use(self, host: str) -> None:
        """Remember that another device asked for the table at this address, if it is one of this machine's.

        A Host header can say anything: what else it says is not kept.
        """
        if any(one.ip == host for one in self._known):
            self._used.add(host)


def own_address(host: str) -> str:
    """Return the address in a Host header where it is one that other devices can use, too; empty for names and for
    the machine's own loopback."""
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    name = name.strip("[]")
    try:
        return "" if ipaddress.ip_address(name).is_loopback else name
    except ValueError:
        return ""
