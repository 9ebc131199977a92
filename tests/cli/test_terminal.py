"""Opening of a browser, and the places where it would take the terminal away."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from companion.cli import terminal
from companion.cli.terminal import has_screen
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
