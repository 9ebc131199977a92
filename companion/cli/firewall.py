"""What may keep other devices out: a firewall of this machine, which is asked and not changed; names and addresses."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from companion.cli import say

Ask = Callable[[Sequence[str]], str | None]
"""Runs a program and gives what it prints; None where there is no such program or it is not allowed."""
State = Literal["off", "open", "closed", "hidden"]


class Wall(NamedTuple):
    """A firewall by name; whether it is off, lets the port through, keeps it closed, or hides its rules from us."""

    name: str
    state: State
    cure: str = ""


def asked(words: Sequence[str]) -> str | None:
    """Return what a program of the system prints; None if it cannot be asked."""
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=5,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout + done.stderr


def walls(port: int, ask: Ask = asked, etc: Path = Path("/etc"), system: str = sys.platform) -> list[Wall]:
    """Return the active firewalls of this machine."""
    if system == "win32":
        # The answer is in the system's language: of the two words only ON is the same nearly everywhere.
        told = ask(["netsh", "advfirewall", "show", "currentprofile", "state"]) or ""
        words = told.upper().split()
        found = [Wall("Windows", "hidden" if {"ON", "ACTIVO", "ACTIVAR", "EIN"} & set(words) else "off")]
    elif system == "darwin":
        answer = ask(["/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate"]) or ""
        found = [Wall("macOS", "hidden" if "enabled" in answer.lower() else "off")]
    else:
        found = [_ufw(port, etc), _firewalld(port, ask)]
    return [wall for wall in found if wall.state != "off"]


def told(port: int, lang: str, found: Sequence[Wall]) -> Told:
    """Return the worst of them as a sentence, with what to do."""
    for wall in found:
        if wall.state == "closed":
            return Told(False, say(lang, "firewall.closed", name=wall.name, port=port), _cure(wall, lang))
    for wall in found:
        if wall.state == "hidden":
            return Told(False, say(lang, "firewall.unsure", name=wall.name, port=port), _cure(wall, lang))
    if found:
        names = ", ".join(wall.name for wall in found)
        return Told(True, say(lang, "firewall.open", names=names))
    return Told(True, say(lang, "firewall.none"))


def _cure(wall: Wall, lang: str) -> str:
    return say(lang, "firewall.advice") + (wall.cure or say(lang, "firewall.allow-python"))


def _ufw(port: int, etc: Path) -> Wall:
    cure = f"sudo ufw allow {port}/tcp"
    if "ENABLED=yes" not in _read(etc / "ufw/ufw.conf"):
        return Wall("ufw", "off")
    rules = _read(etc / "ufw/user.rules")  # for root's eyes alone, as a rule
    if not rules:
        return Wall("ufw", "hidden", cure)
    allowed = any(f"--dport {port} " in line and line.rstrip().endswith("ACCEPT") for line in rules.splitlines())
    lets_all = 'DEFAULT_INPUT_POLICY="ACCEPT"' in _read(etc / "default/ufw")
    return Wall("ufw", "open" if allowed or lets_all else "closed", cure)


def _firewalld(port: int, ask: Ask) -> Wall:
    if (ask(["firewall-cmd", "--state"]) or "").strip() != "running":
        return Wall("firewalld", "off")
    answer = (ask(["firewall-cmd", f"--query-port={port}/tcp"]) or "").strip()
    state: State = "open" if answer == "yes" else "closed" if answer == "no" else "hidden"
    return Wall("firewalld", state, f"sudo firewall-cmd --add-port={port}/tcp")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""


# What browsers allow at the address a table is opened under, and whether this machine has a name on the network


class Told(NamedTuple):
    """Finding of the doctor: True if all is well, what there is, and what more could be had."""

    is_good: bool
    text: str
    fix: str = ""


def origin(running: dict[str, str], lang: str) -> Told:
    """Report what works by http on the network, on this machine itself, and by https."""
    if running.get("https"):
        return Told(True, say(lang, "origins.https", https=running["https"]))
    return Told(True, say(lang, "origins.http"), say(lang, "origins.http-advice"))


def name(lang: str) -> Told:
    """Report if other devices find this machine by a name."""
    first = socket.gethostname().partition(".")[0].lower()
    if first in ("", "localhost"):
        return Told(False, say(lang, "origins.no-name"), say(lang, "origins.no-name-advice"))
    if sys.platform in ("darwin", "win32") or Path("/run/avahi-daemon/socket").exists():
        text = say(lang, "origins.local-name")
        return Told(True, f"{text}{first}.local")
    return Told(True, say(lang, "origins.no-local-name"), say(lang, "origins.no-local-name-advice", first=first))
