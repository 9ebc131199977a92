"""The Wi-Fi of the house on the page *Phones*: asked for once, and its square. Only the host sees either."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

from companion.store.base import StoreFault
from companion.web.pages.devices.index import said, square
from companion.web.server.context import access, asking, known_wifi
from companion.web.server.wifi import LEAST_PASSWORD, MOST_NAME, MOST_PASSWORD, Wifi, fault_of

MOST_TYPED = 200
"""Characters of a field that are looked at."""


class WifiPart(NamedTuple):
    """The Wi-Fi as the page shows it to the host: its square, once it is known, and the form."""

    name: str = ""
    picture: str = ""
    typed: Wifi | None = None
    """What stands in the form, after it was refused."""
    is_open: bool = False
    fault: str = ""


def wifi_part() -> WifiPart | None:
    """Return the part of the page for the device that asks; None for all but the host."""
    if not access().is_host(asking()):
        return None
    told = known_wifi().told
    return WifiPart(told.name, square(told.symbol)) if told is not None else WifiPart()


def told_wifi() -> WifiPart:
    """Take in the name and the password that were typed; return what the page shows then."""
    # The keyboards of phones put a space behind a word; behind a password it may belong to it.
    name = request.form.get("name", "")[:MOST_TYPED].strip()
    typed = Wifi(name, request.form.get("password", "")[:MOST_TYPED], "hidden" in request.form)
    is_open = "open" in request.form
    if fault := fault_of(typed, is_open):
        sentence = said(fault, most=MOST_NAME, least_password=LEAST_PASSWORD, most_password=MOST_PASSWORD)
        return WifiPart(typed=typed, is_open=is_open, fault=sentence)
    try:
        known_wifi().tell(typed)
    except StoreFault:
        return WifiPart(typed.name, square(typed.symbol), fault=said("wifi.unkept"))
    return WifiPart(typed.name, square(typed.symbol))
