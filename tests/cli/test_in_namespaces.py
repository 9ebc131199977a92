"""Real networks, each in a namespace of its own: the address the doctor would give to the phones. As root, on Linux."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from subprocess import run

import pytest

from tests.cli.running import ROOT

NETWORKS: dict[str, tuple[list[str], str]] = {
    # lines of `ip`, and the address that is offered
    "a VPN": (
        ["tap wlan0 192.168.1.20/24", "tap tun0 10.8.0.2/24", "route add default dev tun0"],
        "http://192.168.1.20:8080",
    ),
    "a hotspot of Linux": (["tap wlan0 10.42.0.1/24"], "http://10.42.0.1:8080"),
    "the hotspot of a phone": (
        ["tap wlan0 172.20.10.3/28", "route add default via 172.20.10.1 dev wlan0"],
        "http://172.20.10.3:8080",
    ),
    "two of Wi-Fi": (
        ["tap wlan0 10.0.0.3/24", "tap wlan1 192.168.1.5/24", "route add default via 192.168.1.1 dev wlan1"],
        "http://192.168.1.5:8080",
    ),
    "containers": (["tap docker0 172.17.0.1/16", "tap wlan0 192.168.1.20/24"], "http://192.168.1.20:8080"),
    "Ethernet and Wi-Fi": (
        ["tap wlan0 192.168.1.6/24", "tap eth7 192.168.1.5/24", "route add default via 192.168.1.1 dev eth7"],
        "http://192.168.1.5:8080",
    ),
    "IPv6 alone": (["tap eth7 fd12::7/64"], "http://[fd12::7]:8080"),
    "no network": ([], ""),
}


def lines_of(interfaces: list[str]) -> str:
    """Write the commands of `ip` that lay a network."""
    lines = ["ip link set lo up"]
    for line in interfaces:
        what, name, *rest = line.split()
        if what == "tap":
            nodad = " nodad" if ":" in rest[0] else ""  # else an address of IPv6 is tried out for a second first
            lines += [
                f"ip tuntap add dev {name} mode tap",
                f"ip addr add {rest[0]} dev {name}{nodad}",
                f"ip link set {name} up",
            ]
        else:
            lines.append(f"ip {line}")
    return " && ".join(lines)


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        sys.platform != "linux" or os.geteuid() != 0 or not (shutil.which("unshare") and shutil.which("ip")),
        reason="namespaces take Linux, root, unshare and ip",
    ),
]
AFTER_A_CHANGE = """
import subprocess
from companion.cli.network import on_networks
from companion.web.server import reach

reach.LOOK_EVERY = 0.0
table = reach.Reach(8080, on_networks)
known = table.offered()
for line in {lines!r}:
    subprocess.run(line, shell=True, check=True)
    print(known, table.offered_after(known))
"""
"""Prints the address that was known at first, and where the table is found after each change of the network."""


@pytest.fixture(autouse=True)
def namespaces() -> None:
    if run(["unshare", "-n", "true"], check=False).returncode:
        pytest.skip("this machine allows no namespaces")


@pytest.mark.parametrize("name", NETWORKS)
def test_the_address_that_is_offered(name: str, tmp_path: Path) -> None:
    interfaces, wanted = NETWORKS[name]
    doctor = f"{sys.executable} -m companion doctor --json --lang en --data {tmp_path}"
    done = run(
        ["unshare", "-n", "sh", "-c", f"{lines_of(interfaces)} && {doctor}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    (network,) = [one for one in json.loads(done.stdout)["checks"] if one["name"] == "network"]
    assert (network["status"] == "good") == bool(wanted)
    assert f"network: {wanted} (" in network["text"] if wanted else "no network" in network["text"]


def test_where_the_table_is_found_after_the_network_has_changed() -> None:
    begin = lines_of(["tap wlan0 192.168.1.20/24"])
    away, another, back = (
        "ip addr flush dev wlan0",
        "ip addr add 10.42.0.1/24 dev wlan0",
        "ip addr add 192.168.1.20/24 dev wlan0",
    )
    table = f"{shlex.quote(sys.executable)} -c {shlex.quote(AFTER_A_CHANGE.format(lines=[away, another, back]))}"
    done = run(
        ["unshare", "-n", "sh", "-c", f"{begin} && {table}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    known = "http://192.168.1.20:8080"
    assert [line.rstrip() for line in done.stdout.splitlines()] == [
        known,
        f"{known} http://10.42.0.1:8080",
        f"{known} {known}",
    ], done.stderr
