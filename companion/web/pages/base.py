"""What every page needs: who looks at it, in which language, and how it is put together."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, render_template, request, url_for

from companion.decks.catalog import Title
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.live.session import GENTLY, words_of
from companion.web.auth.device_settings import COOKIE, PLAIN, DeviceSettings, settings_of
from companion.web.pages.icons import icon, sprite
from companion.web.server.context import access, asking, lang, tables
from companion.web.server.files import imported, static_version

pages = Blueprint("pages", __name__)

LOOK_COOKIE = "companion_look"
LOOKS = ("night", "day")


@dataclass(frozen=True, slots=True)
class Device:
    """The device that looks: its language, whether it may change what the page shows, the address it looks at.

    `look` is `night` or `day` where somebody chose one, empty where the device decides.
    """

    lang: str
    is_host: bool
    path: str
    look: str
    is_owner: bool = False
    """Whether it leads every table of the house or the club, and not this one alone."""
    has_moved: bool = False
    """Whether it was the host's and has handed the table over to another device."""
    settings: DeviceSettings = PLAIN
    """How it lies, what it shows larger, plays or reads aloud."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about what has just been tried. `overrule` is what to say if the table did it anyway, as JSON."""

    kind: str
    text: str
    where: str = ""
    overrule: str = ""
    overrule_done: bool = False


def words(language: str) -> Wording:
    """The words of the screens in a language."""
    return catalog.words(catalog.SCREENS, language)


def device() -> Device:
    """The device that asks now."""
    query = request.query_string.decode("ascii", "replace")
    path = f"{request.path}?{query}" if query else request.path
    if request.method == "POST" and request.path.startswith("/games/"):
        path = "/".join(request.path.split("/")[:3])  # what is shown in answer stands at the game's own address
    look = request.cookies.get(LOOK_COOKIE, "")
    asks = asking()
    known = look if look in LOOKS else ""
    owns = access().is_host(asks)
    leads = owns or access().leads(asks, str((request.view_args or {}).get("game", "")))
    return Device(lang(), leads, path, known, owns, access().has_moved(asks), device_settings())


@pages.app_template_global("is_away")
def is_away() -> bool:
    """Whether the club's database did not answer: what is shown is as it was heard last."""
    return tables().is_away


@pages.app_template_global("is_shared")
def is_shared() -> bool:
    """Whether there is a club's database, which can be away."""
    return tables().is_shared


def device_settings() -> DeviceSettings:
    """What the device that asks now keeps for itself."""
    return settings_of(request.cookies.get(COOKIE, ""))


def game_words(title: Title) -> Wording:
    """The sentences of a game in the device's language."""
    return words_of(title, game_lang())


def game_lang() -> str:
    """The device's language as the sentences of games have it: gentle where its people want that."""
    return lang() + GENTLY if device_settings().words else lang()


def render(template: str, page: object, status: int = 200, seen_by: Device | None = None) -> Response:
    """A page. A template sees the page's own values, the words of the screens, and the device (or `seen_by`).

    `t` translates a key, as in Rails and i18next: `t("games.new")` is `new` under `games` in `screens.toml`. Each
    other file of words that templates ask has its own, named for it: `t_scan` for `scan.toml`.
    """
    seen = seen_by or device()
    text = render_template(
        template,
        page=page,
        t=words(lang()).say,
        device=seen,
        icon=icon,
        static=static_url,
        imported=imported,
        languages=catalog.language_names(),
    )
    response = make_response(text, status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = lang()
    response.headers.add("Vary", "Cookie, Accept-Language")
    return response


@lru_cache(maxsize=1)
def icons_digest() -> str:
    """What changes when a drawing does."""
    return hashlib.sha256(sprite().encode()).hexdigest()[:10]


def static_url(name: str) -> str:
    """The address of a file of ours; it changes with the files, so that no browser keeps an old one."""
    return _static_url(name, request.script_root)


@lru_cache(maxsize=512)
def _static_url(name: str, _: str) -> str:
    """The same, worked out once for each place that the application is put under."""
    if name == "icons.svg":
        return url_for("pages.icons", v=icons_digest())
    return url_for("files", version=static_version(), filename=name)


def own_path(text: str) -> str:
    """A path of this server, never an address elsewhere."""
    parts = urlsplit(text.replace("\\", "/"))
    if parts.scheme or parts.netloc or not parts.path.startswith("/") or parts.path.startswith("//"):
        return "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")


def new_action_id() -> str:
    """An id for what this page may say: sent twice, it is written once."""
    return secrets.token_hex(8)


def clock(at: str) -> str:
    """The time of day of an entry, where the server stands; empty where none is known."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except ValueError:
        return ""


def day(at: str) -> str:
    """The day and the time of an entry, as ISO writes them; empty where none is known."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return ""


@dataclass(frozen=True, slots=True)
class FaultPage:
    """What went wrong, and where to go from there."""

    status: int
    message: str
    where: str
    back: str


def show_fault(status: int, body: Mapping[str, object]) -> Response:
    """A person is told what went wrong, with the way back to the game."""
    parts = request.path.split("/")
    back = f"/games/{parts[2]}" if len(parts) > 3 and parts[1] == "games" and status != 404 else "/"
    page = FaultPage(status, str(body.get("message", "")), str(body.get("where", "")), back)
    return render("fault.html", page, status)
