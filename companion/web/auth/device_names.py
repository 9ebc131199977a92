"""What a device says it is, in two words: enough to tell the tablets and phones of one table apart."""

from __future__ import annotations

import re

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
    known = model[1].strip() if model and model[1] != "K" else system
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    return " · ".join(part for part in (known, browser) if part)
