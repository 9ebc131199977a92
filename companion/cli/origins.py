"""What browsers allow at the address a table is opened under, and whether this machine has a name on the network."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import NamedTuple

from companion.cli import say


class Told(NamedTuple):
    """Finding of the doctor: True if all is well, what there is, and what more could be had."""

    is_good: bool
    text: str
    fix: str = ""


def origin(running: dict[str, str], lang: str) -> Told:
    """Report what works by http on the network, on this machine itself, and by https."""
    if running.get("https"):
        text = say(lang, "origins.https", https=running["https"])
        return Told(True, text)
    text = say(lang, "origins.http")
    fix = say(lang, "origins.http-advice")
    return Told(True, text, fix)


def name(lang: str) -> Told:
    """Report if other devices find this machine by a name."""
    first = socket.gethostname().partition(".")[0].lower()
    if first in ("", "localhost"):
        text = say(lang, "origins.no-name")
        fix = say(lang, "origins.no-name-advice")
        return Told(False, text, fix)
    if sys.platform in ("darwin", "win32") or Path("/run/avahi-daemon/socket").exists():
        text = say(lang, "origins.local-name")
        return Told(True, f"{text}{first}.local")
    text = say(lang, "origins.no-local-name")
    fix = say(lang, "origins.no-local-name-advice", first=first)
    return Told(True, text, fix)
