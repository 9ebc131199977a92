"""Firewalls are asked, each as its own programs answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.cli import firewall
from companion.cli.firewall import Wall, asked, told, walls


def answering(**answers: str) -> object:
    """Return a system on which some programs answer."""

    def ask(words: Sequence[str]) -> str | None:
        return answers.get(words[-1].removeprefix("--").partition("=")[0].replace("-", "_"))

    return ask


def ufw(etc: Path, rules: str | None, enabled: str = "yes") -> Path:
    (etc / "ufw").mkdir()
    (etc / "ufw/ufw.conf").write_text(f"# comment\nENABLED={enabled}\nLOGLEVEL=low\n", "utf-8")
    if rules is not None:
        (etc / "ufw/user.rules").write_text(rules, "utf-8")
    return etc


ALLOWED = "-A ufw-user-input -p tcp --dport 8080 -j ACCEPT\n"


@pytest.mark.parametrize(
    ("rules", "enabled", "states"),
    [
        (None, "no", []),
        (None, "yes", ["hidden"]),
        (ALLOWED, "yes", ["open"]),
        ("-A ufw-user-input -p tcp --dport 22 -j ACCEPT\n", "yes", ["closed"]),
        (ALLOWED.replace("ACCEPT", "DROP"), "yes", ["closed"]),
        (ALLOWED.replace("8080", "80801"), "yes", ["closed"]),
    ],
)
def test_ufw(tmp_path: Path, rules: str | None, enabled: str, states: list[str]) -> None:
    found = walls(8080, lambda words: None, ufw(tmp_path, rules, enabled), "linux")
    assert [(wall.state, wall.cure) for wall in found] == [(state, "sudo ufw allow 8080/tcp") for state in states]


def test_ufw_that_lets_everything_in(tmp_path: Path) -> None:
    etc = ufw(tmp_path, "nothing about this port")
    (etc / "default").mkdir()
    (etc / "default" / "ufw").write_text('IPV6=yes\nDEFAULT_INPUT_POLICY="ACCEPT"\n', "utf-8")
    assert [wall.state for wall in walls(8080, lambda words: None, etc, "linux")] == ["open"]


@pytest.mark.parametrize(
    ("state", "port", "states"),
    [
        ("not running", "", []),
        ("running", "yes", ["open"]),
        ("running", "no", ["closed"]),
        ("running", "?", ["hidden"]),
    ],
)
def test_firewalld(tmp_path: Path, state: str, port: str, states: list[str]) -> None:
    ask = answering(state=state, query_port=port)
    assert [wall.state for wall in walls(8080, ask, tmp_path, "linux")] == states  # type: ignore[arg-type]


def test_mac_and_windows(tmp_path: Path) -> None:
    mac = answering(getglobalstate="Firewall is enabled. (State = 1)")
    assert walls(8080, mac, tmp_path, "darwin") == [Wall("macOS", "hidden")]  # type: ignore[arg-type]
    windows = answering(state="Private Profile Settings:\nState                    ON\nOk.")
    assert walls(8080, windows, tmp_path, "win32") == [Wall("Windows", "hidden")]  # type: ignore[arg-type]


def test_it_is_said_with_its_cure() -> None:
    is_open, closed = Wall("firewalld", "open"), Wall("ufw", "closed", "sudo ufw allow 8080/tcp")
    hidden, fix = Wall("Windows", "hidden"), "If other devices can't connect: "
    allow = f"{fix}allow Python on private networks in the firewall settings."
    for found, text, cure in (
        ([], "No active firewall found.", ""),
        ([is_open, Wall("ufw", "open")], "The firewall lets it through: firewalld, ufw.", ""),
        ([is_open, hidden], "The firewall Windows is on; it does not say whether port 8080 is open.", allow),
        ([hidden, is_open, closed], "The firewall ufw blocks port 8080: other devices can't connect.",
         f"{fix}sudo ufw allow 8080/tcp"),
    ):  # fmt: skip
        assert told(8080, "en", found) == (not cure, text, cure)


@pytest.mark.parametrize(
    ("host", "system", "is_good", "text", "fix"),
    [
        ("Casa.lan", "darwin", True, "casa.local", ""),
        ("casa", "linux", True, "", "casa.local"),
        ("localhost", "linux", False, "", ""),
    ],
)
def test_the_name_of_this_machine(
    host: str, system: str, is_good: bool, text: str, fix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firewall.socket, "gethostname", lambda: host)
    monkeypatch.setattr(firewall.sys, "platform", system)
    monkeypatch.setattr(Path, "exists", lambda path: False)
    told = firewall.name("en")
    assert (told.is_good, bool(told.fix)) == (is_good, not text)
    assert told.text.endswith(text) and fix in told.fix and ("casa" in told.text) == bool(text)


def test_by_https_nothing_is_left_to_be_had() -> None:
    said = firewall.origin({"https": "https://192.168.1.7:8443"}, "en")
    assert said.is_good and "https://192.168.1.7:8443" in said.text and not said.fix
    assert firewall.origin({}, "en").fix


def test_a_program_that_is_not_there_says_nothing() -> None:
    assert asked(["no-such-program-anywhere"]) is None
