"""Networks in namespaces: a table on each, and a phone in the room that comes in and takes its seat.

A namespace is one machine's networks, which nothing outside sees. The table's has interfaces with the names a system
gives them; those on the house's network end at a bridge in the phone's, as the router of a house ties Wi-Fi and
Ethernet together.
"""

from __future__ import annotations

import ctypes
import ipaddress
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from tests.beside import beside
from tests.cli.running import shell
from tests.cli.serving import SETUP, Running, table
from tests.web.serving import Stream

T = TypeVar("T")
NETWORKS = beside(__file__, "networks.toml")
CHANGING = "changing in mid-game"
NEW = ["ip addr flush dev wlan0", "ip addr add 10.42.0.1/24 dev wlan0"]
"""The change: the Wi-Fi of the house has gone, and the machine opens a hotspot."""
PORT = 8080


class Row(NamedTuple):
    """One network: what the doctor said of it, the address that *Phones* shows, and if a phone took its seat by it."""

    case: str
    doctor: str
    offered: str
    is_in: bool


class House(NamedTuple):
    """Two namespaces, each named by a process that lives in it."""

    table: int
    phone: int

    def lay(self, lines: list[str]) -> None:
        """Make the interfaces of the table's machine; the phone gets an address on the house's network."""
        ends = 0
        self._run(self.phone, "ip link add house type bridge", "ip link set house up")
        for line in lines:
            what, name, *rest = line.split()
            if what not in ("house", "tap"):
                self._run(self.table, f"ip {line}")
                continue
            if what == "tap":
                self._run(self.table, f"ip tuntap add dev {name} mode tap")
            else:
                self._run(self.table, f"ip link add {name} type veth peer name end{ends} netns {self.phone}")
                self._run(self.phone, f"ip link set end{ends} master house", f"ip link set end{ends} up")
                ends += 1
                self.move_phone(rest[0])
            # without `nodad` an address of IPv6 is tried out for a second first
            self._run(self.table, f"ip addr add {rest[0]} dev {name}{' nodad' * (':' in rest[0])}")
            self._run(self.table, f"ip link set {name} up")

    def move_phone(self, address: str) -> None:
        """Give the phone an address of its own on the network of this one, and no other."""
        network = ipaddress.ip_interface(address).network
        own = f"{network[9]}/{network.prefixlen}{' nodad' * (network.version == 6)}"
        self._run(self.phone, "ip addr flush dev house", f"ip addr add {own} dev house")
        self._run(self.phone, f"ip route add default via {network[1]}")

    def change(self) -> None:
        """Change the network in the middle of a game."""
        self._run(self.table, *NEW)
        self.move_phone("10.42.0.1/24")

    def _run(self, where: int, *lines: str) -> None:
        for line in lines:
            subprocess.run(["nsenter", "-n", "-t", str(where), *line.split()], check=True, capture_output=True)


def is_possible() -> bool:
    """Return True if this machine makes namespaces for whoever runs this."""
    programs = all(shutil.which(name) for name in ("unshare", "nsenter", "ip"))
    is_root = sys.platform == "linux" and os.geteuid() == 0
    return programs and is_root and not subprocess.run(["unshare", "-n", "true"], check=False).returncode


@contextmanager
def house(lines: list[str]) -> Iterator[House]:
    """Yield two namespaces with these networks; they are gone afterwards."""
    waiting = ["unshare", "-n", "sh", "-c", "ip link set lo up && echo ready && read over"]
    lived = [subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        for one in lived:
            assert one.stdout is not None
            assert one.stdout.readline() == "ready\n"
        found = House(*(one.pid for one in lived))
        found.lay(lines)
        yield found
    finally:
        for one in lived:
            one.communicate()


def inside(where: int, call: Callable[[], T]) -> T:
    """Call something in the namespace of that process; what it starts or opens stays there."""

    def there() -> T:
        with Path(f"/proc/{where}/ns/net").open("rb") as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), 0):
                raise OSError(ctypes.get_errno(), "setns")
        return call()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(there).result()


def tried(case: str, data: Path) -> Row:
    """Open a table on this network and let a phone of the room in. A `Row` is what was seen."""
    lines = NETWORKS[case]["lines"]
    with house(lines) as machines:
        checks = json.loads(inside(machines.table, lambda: shell("doctor", "--json", "--lang", "en")).stdout)["checks"]
        (network,) = [one["text"] for one in checks if one["name"] == "network"]
        opened = table(data, "--port", str(PORT))
        running = inside(machines.table, opened.__enter__)
        try:
            offered, is_in = _offered_and_in(machines, running, case == CHANGING)
        finally:
            inside(machines.table, lambda: opened.__exit__(None, None, None))
    return Row(case, network, offered, is_in)


def _offered_and_in(machines: House, running: Running, is_changing: bool) -> tuple[str, bool]:
    """Return the address that *Phones* shows (after a change: the table's open page), and if a phone came in by it."""

    def ask(path: str, **form: str) -> str:
        host = build_opener(ProxyHandler({}))
        host.addheaders = [("Authorization", f"Bearer {running.said['host_key']}")]
        body = urlencode(form).encode() if form else None
        return inside(machines.table, lambda: host.open(f"{running.said['url']}{path}", body, 30).read().decode())

    game = str(inside(machines.table, lambda: running.ask("POST", "/api/games", SETUP))[1]["id"])
    page = ask(f"/games/{game}/seats", do="all")
    if 'id="cut-off"' in page:
        return "", False
    (code,) = re.findall(r'id="code">([^<]+)<', page)
    (offered,) = re.findall(r"(http://[^\s<]+)/join\b", page)
    if is_changing:
        stream = inside(machines.table, lambda: Stream(PORT, game, "?brief"))
        events = iter(stream.event, {})
        told = (json.loads(one["data"]) for one in events if one["event"] == "network")
        assert next(told) == offered
        machines.change()
        offered = next(told)
        stream.close()
    address = offered.partition("://")[2].rpartition(":")[0].strip("[]")
    try:
        inside(machines.phone, lambda: _take_seat(offered, code))
    except URLError:
        return address, False
    return address, True


def _take_seat(offered: str, code: str) -> None:
    """Do what a person does: open the page, type the code, touch a name. Raise `URLError` if the table is not there."""
    phone = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
    phone.open(f"{offered}/join", None, 10).close()
    seats = phone.open(f"{offered}/join", urlencode({"code": code}).encode(), 10).read().decode()
    assert 'class="pick-seat"' in seats
    mine = phone.open(f"{offered}/join", urlencode({"code": code, "seat": "2"}).encode(), 10)
    phone.open(f"{mine.url}/seat", None, 10).close()  # which nobody but the phone of a seat is shown
