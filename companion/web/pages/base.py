"""What every page needs: who looks at it, in which language, and how it is put together."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, make_response, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup

from companion.decks.catalog import Title
from companion.engine.scripts import isolated
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.live.session import GENTLY, words_of
from companion.web.auth.device_settings import COOKIE, PLAIN, DeviceSettings, settings_of
from companion.web.pages.icons import icon, sprite
from companion.web.server.context import access, asking, lang, tables
from companion.web.server.files import imported, static_version

pages = Blueprint("pages", __name__)

PARTS_KEPT = 4096
"""So many pieces of pages, of some hundred bytes each."""
PARTS = "companion.parts"
"""Where the application keeps what makes them (`_keep_parts`)."""
LOOK_COOKIE = "companion_look"
LOOKS = ("night", "day")


class Device(NamedTuple):
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
    role: str = "guest"
    """What it may do, at whichever table (`access.Caller`)."""


class Notice(NamedTuple):
    """A sentence about what has just been tried. `overrule` is what to say if the table did it anyway, as JSON."""

    kind: str
    text: str
    where: str = ""
    overrule: str = ""
    overrule_done: bool = False


def words(language: str) -> Wording:
    """Return the words of the screens in a language."""
    return catalog.words(catalog.SCREENS, language)


def device() -> Device:
    """Return the device that asks now."""
    query = request.query_string.decode("ascii", "replace")
    path = f"{request.path}?{query}" if query else request.path
    if request.method == "POST" and request.path.startswith("/games/"):
        path = "/".join(request.path.split("/")[:3])  # what is shown in answer stands at the game's own address
    look = request.cookies.get(LOOK_COOKIE, "")
    asks = asking()
    known = look if look in LOOKS else ""
    owns = access().is_host(asks)
    leads = owns or access().leads(asks, str((request.view_args or {}).get("game", "")))
    moved, role = access().has_moved(asks), access().caller(asks).role
    return Device(lang(), leads, path, known, owns, moved, device_settings(), role)


@pages.app_template_global("is_away")
def is_away() -> bool:
    """Return True if the club's database did not answer: what is shown is as it was heard last."""
    return tables().is_away


@pages.app_template_global("is_shared")
def is_shared() -> bool:
    """Return True if there is a club's database, which can be away."""
    return tables().is_shared


@pages.app_template_filter("people")
def people(names: Sequence[str]) -> str:
    """List names, each in the direction of its own letters."""
    return ", ".join(map(isolated, names))


def device_settings() -> DeviceSettings:
    """Return the settings that the asking device keeps for itself."""
    return settings_of(request.cookies.get(COOKIE, ""))


def game_words(title: Title) -> Wording:
    """Return the sentences of a game in the device's language."""
    return words_of(title, game_lang())


def game_lang() -> str:
    """Return the device's language for games' sentences: gentle if its people want that."""
    return lang() + GENTLY if device_settings().words else lang()


def render(
    template: str, page: object = None, /, status: int = 200, seen_by: Device | None = None, **values: object
) -> Response:
    """Render a page. A template sees its values as `page.…`, the words of the screens, and the device (or `seen_by`).

    `t` translates a key, as in Rails and i18next: `t("games.new")` is `new` under `games` in `screens.toml`. Each other
    file of words that templates ask has its own, named for it: `t_scan` for `scan.toml`.
    """
    seen = seen_by or device()
    text = render_template(
        template,
        page=SimpleNamespace(**values) if page is None else page,
        device=seen,
        imported=imported,
        is_live=is_live(),
        languages=catalog.language_names(),
        **_helpers(),
    )
    response = unkept(make_response(text, status))
    response.headers["Content-Language"] = lang()
    response.headers.add("Vary", "Cookie, Accept-Language, X-Live")
    return response


def unkept(response: Response) -> Response:
    """Have no browser keep a response."""
    response.headers["Cache-Control"] = "no-store"
    return response


def sentences(part: str) -> Callable[..., str]:
    """Return what says a sentence of a file of words in the device's language; templates call it `t_` and its name."""

    def say(key: str, **blanks: object) -> str:
        return catalog.words(part, lang()).say(key, **blanks)

    pages.add_app_template_global(say, f"t_{part}")
    return say


@lru_cache(maxsize=1)
def icons_digest() -> str:
    """Return a digest that changes when a drawing does."""
    return hashlib.sha256(sprite().encode()).hexdigest()[:10]


def _helpers() -> dict[str, object]:
    """Return the names every template has at hand, with language and place looked up once a page."""
    language, root = lang(), request.script_root
    made: Callable[..., Markup] = current_app.extensions[PARTS]
    return {
        "t": words(language).say,
        "icon": icon,
        "static": partial(_static_url, root=root),
        "part": lambda template, **shows: made(template, language, root, tuple(shows.items())),
    }


@pages.record_once
def _keep_parts(state: BlueprintSetupState) -> None:
    """`part(template, ...)`: a piece of a page that shows these values and nothing else. Most of a table is the same
    after a tap as before it: what was made once for the same values, in the same language, is not made again."""
    env = state.app.jinja_env

    @lru_cache(maxsize=PARTS_KEPT)
    def made(template: str, language: str, root: str, shows: tuple[tuple[str, Hashable], ...]) -> Markup:
        return Markup(env.get_template(template).render(**dict(shows), **_helpers()))

    state.app.extensions[PARTS] = made


def is_live() -> bool:
    """Return True if an open page asks for its new content: it has the frame around it already."""
    return "X-Live" in request.headers


@lru_cache(maxsize=512)
def _static_url(name: str, root: str) -> str:
    """Return the address of a file of ours, cached for each place that the application is put under.

    It changes with the files, so that no browser keeps an old one.
    """
    if name == "icons.svg":
        return url_for("pages.icons", v=icons_digest())
    return url_for("files", version=static_version(), filename=name)


def own_path(text: str) -> str:
    """Return a path of this server, never an address elsewhere."""
    parts = urlsplit(text.replace("\\", "/"))
    if parts.scheme or parts.netloc or not parts.path.startswith("/") or parts.path.startswith("//"):
        return "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")


def new_action_id() -> str:
    """Return an id for the action this page may send: sent twice, it is written once."""
    return secrets.token_hex(8)


def clock(at: str) -> str:
    """Return the time of day of an entry, where the server stands; empty if it is not known."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M")
    except ValueError:
        return ""


def day(at: str) -> str:
    """Return the day and time of an entry in ISO form; empty if it is not known."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return ""


def show_fault(status: int, body: Mapping[str, object]) -> Response:
    """Show what went wrong, with the way back to the game."""
    parts = request.path.split("/")
    back = f"/games/{parts[2]}" if len(parts) > 3 and parts[1] == "games" and status != 404 else "/"
    message, where = str(body.get("message", "")), str(body.get("where", ""))
    return render("fault.html", status=status, message=message, where=where, back=back)
