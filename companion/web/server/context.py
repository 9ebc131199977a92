"""What a request is answered with: the games, the doors and the language of the application that answers now."""

from __future__ import annotations

from flask import current_app, g, request

from companion.service.live.games import GameService
from companion.service.messages import damage_told
from companion.service.people.figures import Figures
from companion.service.people.practice import MARK, PracticeHouse
from companion.web.auth.access import Access, Request
from companion.web.server.errors import language
from companion.web.server.metrics import Metrics
from companion.web.server.network import url_of
from companion.web.server.reach import own_address
from companion.web.server.wifi import KnownWifi

LANGUAGE_COOKIE = "companion_lang"
PAGE_FAULT = "PAGE_FAULT"
"""Pages may put a function here, (status, body) to a response: how a person is shown what went wrong outside `/api`."""
ALONE = "ALONE"
"""Where the application keeps that it runs on a tablet alone: without a computer, a second device and a camera."""
APP_SITE = "APP_SITE"
"""Where the application keeps the address of the site for the tablet alone, if it has one."""
DATA_FOLDER = "DATA_FOLDER"
"""Where the application keeps the host\'s data folder; without it the games live in memory only."""
DECK_FOLDERS = "DECK_FOLDERS"
"""Where the application keeps the folders of the host\'s own decks."""
TABLES = "companion.tables"
"""Where the application keeps its games."""
PRACTICES = "companion.practices"
"""Where the application keeps its practice evenings, once there was one."""
FIGURES = "companion.figures"
"""Where the application keeps what people have chosen for their plates."""
WIFI = "companion.wifi"
"""Where the application keeps the Wi-Fi that the host told."""
PRESS = "companion.press"
"""The worker process that sets type for the application; where there is none this process does."""


def tables() -> GameService:
    """Return the games of the current application; where the address names a practice evening, those evenings."""
    if request and (request.view_args or {}).get("game", "").startswith(MARK):
        return practices()
    found: GameService = current_app.extensions[TABLES]
    return found


def practices() -> PracticeHouse:
    """Return the practice evenings of the current application."""
    there = current_app.extensions
    if PRACTICES not in there:
        there[PRACTICES] = PracticeHouse(there[TABLES].find)
    found: PracticeHouse = there[PRACTICES]
    return found


def access() -> Access:
    """Return the access rules of the current application."""
    found: Access = current_app.extensions["companion.access"]
    return found


def figures() -> Figures:
    """Return the figures that people chose for their plates, in the current application."""
    found: Figures = current_app.extensions[FIGURES]
    return found


def known_wifi() -> KnownWifi:
    """Return the Wi-Fi of the house, as far as the host told it, in the current application."""
    found: KnownWifi = current_app.extensions[WIFI]
    return found


def metrics() -> Metrics:
    """Return the metrics of the current application."""
    found: Metrics = current_app.extensions["companion.metrics"]
    return found


def asking() -> Request:
    """Return the request as access looks at it."""
    if "asking" not in g:
        headers = {key.lower(): value for key, value in request.headers.items()}
        g.asking = Request(request.method, request.scheme, request.remote_addr or "", headers, request.cookies)
    asks: Request = g.asking
    return asks


def address() -> str:
    """Return where other devices reach this table: at the address of this very page, if it is one of the network."""
    settings, reach = access().settings, access().reach
    own = "" if settings.origin else own_address(request.host)
    if own and settings.port:
        return url_of(own, settings.port)
    return settings.join or reach.offered() or request.host_url.rstrip("/")


def lang() -> str:
    """Return the language to answer in: `?lang=`, else the device's choice, else what the browser prefers, else
    Spanish."""
    if "lang" not in g:
        asked = request.args.get("lang") or request.cookies.get(LANGUAGE_COOKIE, "")
        g.lang = language(asked, request.headers.get("Accept-Language", ""))
    chosen: str = g.lang
    return chosen


def is_told_little() -> bool:
    """Return True for a sender without rights, who learns neither paths nor addresses of this machine."""
    return not access().is_known(asking())


def damage() -> list[str]:
    """Return what happened to damaged files, a sentence each, as whoever asks is told it."""
    in_browser = current_app.config.get(ALONE) is not None
    found = tables().salvages
    return [text for one in found for text in damage_told(one, lang(), is_told_little(), in_browser)]


def must_be_host() -> None:
    """Stop the request unless the host makes it."""
    access().must_be_host(asking())


def must_lead(game: str) -> None:
    """Stop the request unless the host makes it, or a device that leads this table."""
    access().must_lead(asking(), game)


def must_be_somebody(game: str) -> bool:
    """Stop the request unless its sender leads this table, or is the phone of a seat, which may send its own moves.

    Return True if the sender leads.
    """
    here, asks = access(), asking()
    if here.seat(asks, game) >= 0 and not asks.header("authorization"):
        return False
    here.must_lead(asks, game)
    return True
