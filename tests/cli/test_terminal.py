"""Opening of a browser, and the places where it would take the terminal away."""

from __future__ import annotations

import json
import os
import signal
import sys
from io import BytesIO
from pathlib import Path
from subprocess import PIPE, Popen
from types import SimpleNamespace
from urllib.request import Request

import ifaddr
import pytest

from companion.cli import network, terminal
from companion.cli.terminal import has_screen
from companion.store.folder import Occupied
from companion.web.server.network import Address
from companion.web.server.reach import Reach
from tests.cli.running import ROOT
from tests.waiting import soon

SSH = {"SSH_CONNECTION": "192.0.2.7 50000 192.0.2.8 22"}


@pytest.mark.parametrize(
    ("environment", "system", "opens"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        (SSH, "linux", False),
        ({"SSH_TTY": "/dev/pts/0"}, "darwin", False),
        ({"SSH_CLIENT": "192.0.2.7 50000 22"}, "darwin", False),
        ({**SSH, "DISPLAY": "localhost:10.0"}, "linux", True),
        ({"DISPLAY": ":0", "BROWSER": "/usr/bin/w3m"}, "linux", False),
        ({"DISPLAY": ":0", "BROWSER": "lynx %s"}, "linux", False),
        ({"DISPLAY": ":0", "BROWSER": "firefox"}, "linux", True),
        ({}, "darwin", True),
        (SSH, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_a_browser_opens_only_where_it_has_a_window(environment: dict[str, str], system: str, opens: bool) -> None:
    assert has_screen(environment, system) is opens


@pytest.mark.skipif(sys.platform == "win32", reason="its text browsers are others")
def test_over_ssh_a_text_browser_is_left_alone_and_ctrl_c_closes(tmp_path: Path) -> None:
    browser, called = tmp_path / "www-browser", tmp_path / "called"
    browser.write_text(f"#!/bin/sh\ntouch {called}\nsleep 30\n", "utf-8")
    browser.chmod(0o755)
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    environment = {key: value for key, value in os.environ.items() if key not in gone}
    environment |= SSH | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    words = [sys.executable, "-m", "companion", "serve", "--port", "0", "--data", str(tmp_path / "data"), "--json"]
    with Popen(words, cwd=ROOT, env=environment, stdout=PIPE, stderr=PIPE, text=True) as table:
        assert table.stdout is not None
        table.stdout.readline()
        table.send_signal(signal.SIGINT)
        assert table.wait(30) == 0
    assert not called.exists()


def test_the_networks_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def adapter(name: str, *ips: object) -> SimpleNamespace:
        return SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=ip) for ip in ips])

    found = [adapter("lo", "127.0.0.1"), adapter("eth0", "192.168.1.7", ("fe80::1", 0, 2)), adapter("eth1", "10.0.0.5")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    monkeypatch.setattr(network, "_by_default_route", lambda: "10.0.0.5")
    assert network.on_networks() == [Address("10.0.0.5", "eth1", True), Address("192.168.1.7", "eth0")]
    assert network.addresses() == ["10.0.0.5", "192.168.1.7"]


def test_a_table_that_is_open_is_shown_with_a_fresh_link(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where = {"url": "http://127.0.0.1:8080", "join": "http://192.168.1.7:8080", "host_key": "k"}
    said = {"url": "http://192.168.1.7:8080/host/fresh", "token": "t0ken", "code": "AB-12"}
    asked, went = list[Request](), list[str]()
    monkeypatch.setattr(
        terminal, "urlopen", lambda ask, timeout: asked.append(ask) or BytesIO(json.dumps(said).encode())
    )
    monkeypatch.setattr(terminal, "open_browser", went.append)
    terminal.show_running(Occupied(Path("data"), where), False, False, "en")
    assert went == ["http://127.0.0.1:8080/host/fresh"]
    assert (asked[0].full_url, asked[0].get_header("Authorization")) == (
        "http://127.0.0.1:8080/api/host-links",
        "Bearer k",
    )
    assert capsys.readouterr().out.splitlines() == [
        "The table is already open: http://127.0.0.1:8080",
        "To run the table (one use, ten minutes): http://192.168.1.7:8080/#pair=t0ken",
        "Or open http://192.168.1.7:8080/join and type: AB-12",
    ]


def test_the_numbers_stay_as_they_were_listed_and_lead_to_where_the_network_is_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wifi, vpn = Address("192.168.1.20", "wlan0"), Address("10.8.0.2", "tun0")
    networks = [wifi, vpn]
    reach = Reach(8080, lambda: list(networks))
    typed, shown = [b"2\n", b"1\n", b"\n", b"new", b"\n", b"1\n", b""], list[str]()

    def read(descriptor: int, most: int) -> bytes:
        if typed[0] == b"new":
            networks[0] = wifi._replace(ip="10.42.0.1")
            typed.pop(0)
        return typed.pop(0)

    monkeypatch.setattr("companion.web.server.reach.LOOK_EVERY", 0)
    monkeypatch.setattr(terminal.os, "read", read)
    monkeypatch.setattr(terminal, "_show_pairing", lambda at, new_pairing, lang: shown.append(at))
    monkeypatch.setattr(sys, "stdin", sys.__stdin__)
    terminal.links_on_enter("http://192.168.1.20:8080", reach, lambda: None, "en")  # type: ignore[arg-type, return-value]
    soon(lambda: not typed)
    soon(lambda: len(shown) == 5)
    assert shown == [
        *("http://10.8.0.2:8080", "http://192.168.1.20:8080", "http://192.168.1.20:8080"),
        *("http://10.42.0.1:8080", "http://10.42.0.1:8080"),
    ]
