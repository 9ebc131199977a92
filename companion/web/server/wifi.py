"""The Wi-Fi of the house: its name and password, as the host typed them, and the text of its square.

They lie in a file of the data folder that only its owner reads, and in no game, record, export, copy, log or answer of
the interface. Only the host's pages show the square.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.store.atomic_file import deleted, drafted

FILE = "wifi.json"
"""The file of the data folder that keeps it."""
MOST_NAME = 32
"""Bytes that the name of a Wi-Fi can have."""
LEAST_PASSWORD, MOST_PASSWORD = 8, 63
"""Characters that a password of WPA can have; the key itself has 64 hexadecimal digits."""
_KEY = re.compile(r"[0-9A-Fa-f]{64}")
_SPECIAL = re.compile(r'([\\;,:"])')


class Wifi(NamedTuple):
    """One network; an empty password stands for one that asks for none."""

    name: str
    password: str = ""
    is_hidden: bool = False

    @property
    def symbol(self) -> str:
        """The text of the square, as phones read it."""
        secret = f"T:WPA;S:{_escaped(self.name)};P:{_escaped(self.password)};"
        known = secret if self.password else f"T:nopass;S:{_escaped(self.name)};"
        return f"WIFI:{known}{'H:true;' if self.is_hidden else ''};"


def fault_of(wifi: Wifi, is_open: bool) -> str:
    """Return the key of the sentence that says what is wrong with what was typed; empty for a network that can be."""
    if not wifi.name:
        return "wifi.no-name"
    if not (wifi.name + wifi.password).isprintable():
        return "wifi.unprintable"
    if len(wifi.name.encode()) > MOST_NAME:
        return "wifi.long-name"
    if is_open:
        return "wifi.open-password" if wifi.password else ""
    if not wifi.password:
        return "wifi.no-password"
    fits = LEAST_PASSWORD <= len(wifi.password.encode()) <= MOST_PASSWORD or _KEY.fullmatch(wifi.password)
    return "" if fits else "wifi.password-length"


class KnownWifi:
    """The Wi-Fi that the host told, if any."""

    def __init__(self) -> None:
        self.told: Wifi | None = None
        self._file: Path | None = None

    def remember_in(self, file: Path) -> None:
        """Keep it in this file from now on, and take in what it says; a damaged file says nothing."""
        self._file = file
        self.told = None
        with suppress(OSError, ValueError, TypeError, KeyError):
            said = json.loads(file.read_text("utf-8"))
            found = Wifi(str(said["name"]), str(said["password"]), said["is_hidden"] is True)
            self.told = None if fault_of(found, not found.password) else found

    def tell(self, wifi: Wifi) -> None:
        """Take in a network. Raise a `StoreFault` if it could not be kept; until the program ends it is known still."""
        self.told = wifi
        if self._file is not None:
            with drafted(self._file) as draft:
                draft.write_text(json.dumps(wifi._asdict(), ensure_ascii=False), "utf-8")
                draft.replace(self._file)

    def forget(self) -> None:
        """Delete it, from the disk too. Raise a `StoreFault` if the file stays."""
        self.told = None
        if self._file is not None:
            deleted([self._file])


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
