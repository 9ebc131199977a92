"""What a device keeps for itself: how it lies, how far away its readers sit, what moves, sounds and is read aloud; and
how it is called.

All its settings are one cookie of plain words, so that the first picture is right and the pages need no script for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

COOKIE = "companion_device"
FACINGS = ("auto", "lying", "standing")
"""`auto`: a touch screen larger than a hand lies on the table, any other stands."""
DISTANCES = (80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180)
"""Per cent of the size that reads at 80 cm."""
LEAST_CARD, MOST_CARD = 160, 1200
"""CSS px that the long side of a bank card can measure on a screen that is held or lies on a table."""
SPINS = 110_880
"""The parts of a whole turn in which a spin is kept: so many that a quarter of a seat is a whole number of them, for
any number of seats from 4 to 12. A part of the turn, so that the ring stays where it lies when somebody leaves it."""


class DeviceSettings(NamedTuple):
    """The choices of one device. `spin` is in parts of a turn, clockwise; `card` in CSS px, 0 while unmeasured."""

    facing: str = "auto"
    distance: int = 100
    spin: int = 0
    card: int = 0
    contrast: str = ""
    motion: str = ""
    words: str = ""
    sound: str = ""
    shake: str = ""
    voice: str = ""

    def cookie(self) -> str:
        """Return the cookie's text: only what differs from the defaults."""
        return urlencode({name: value for name, value in self._asdict().items() if value != getattr(PLAIN, name)})

    def changed(self, said: Mapping[str, str]) -> DeviceSettings:
        """Return these settings with the new choices; a value that is no choice leaves the old one."""
        found: dict[str, str | int] = {}
        for name, text in said.items():
            if name in SWITCHES or name == "facing":
                if text in (FACINGS if name == "facing" else ("", SWITCHES[name])):
                    found[name] = text
            elif name in ("distance", "spin", "card") and text.isascii() and text.isdecimal() and len(text) < 7:
                number = int(text)
                if name == "spin":
                    found[name] = number % SPINS
                elif number in DISTANCES if name == "distance" else number in (0, *range(LEAST_CARD, MOST_CARD + 1)):
                    found[name] = number
        return self._replace(**found)  # type: ignore[arg-type]


PLAIN = DeviceSettings()
SWITCHES = {"contrast": "more", "motion": "less", "words": "gentle", "sound": "on", "shake": "on", "voice": "on"}
"""What each setting that is on or off is called when it is on."""


def settings_of(cookie: str) -> DeviceSettings:
    """Parse a cookie; values that nobody can have chosen are ignored."""
    return PLAIN.changed(dict(parse_qsl(cookie[:400], keep_blank_values=True)))


_SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
_BROWSERS = (
    ("Edg", "Edge"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("SamsungBrowser", "Samsung"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_MODEL = re.compile(r"Android [\d.]+; ([\w .()-]{2,24}?)(?: Build|\))")


def label_of(agent: str) -> str:
    """`Android · Chrome`; empty where the device says nothing that is known."""
    agent = agent[:400]
    model = _MODEL.search(agent)
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    known = model[1].strip() if model else system
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    return " · ".join(part for part in (known, browser) if part)
