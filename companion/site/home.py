"""The home inside a browser: the same application object and the same store, for the one person before the tablet.

Nothing here knows that it is a browser: it is handed a folder whose files are kept, and one request after the other.
"""

from __future__ import annotations

import gc
import io
import json
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask, current_app, request
from jinja2 import ModuleLoader

import companion
from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.i18n.toml_tables import bring
from companion.service.live.games import GameService
from companion.service.referee import judging
from companion.service.transfer import record
from companion.site.eyes import BrowserEyes
from companion.store import hourly_copies
from companion.store.base import GameInfo, Row, StoreFault
from companion.store.folder import DATABASE
from companion.store.memory import MemoryStore
from companion.store.salvage import READ
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_writer import WriterHere
from companion.web.api.scan import EYES
from companion.web.auth.access import Access
from companion.web.server.app import create_app, move_in
from companion.web.server.context import ALONE, DATA_FOLDER, DECK_FOLDERS, FIGURES, TABLES
from companion.web.server.errors import HttpError
from companion.web.server.settings import Settings


class Rehearsal(GameService):
    """The games of `real` as they stand. What is said in `game` is judged and shown as ever, and written nowhere: not
    into the store, not into the game in memory, and nobody who looks on is told. Votes that stay shut are not known
    here, so games that have some are not to be rehearsed."""

    def __init__(self, real: GameService, game: str) -> None:
        super().__init__(real.store, real.find, real.clock)
        self.sealed, self.boards = real.sealed, real.boards
        self._shelf.put(game, real.playing(game).copied())

    def _keep(self, game: str, rows: Sequence[Row], glance: str) -> None:
        """Keep nothing."""


ELSEWHERE = re.compile(
    r"/devices(/.*)?|/join(/.*)?|/host/.*|/screens(/.*)?|/https(/.*)?|/print/.*|/take-in/more|/scan(/.*)?|/api/scan(/.*)?"
    r"|/games/[^/]+/(seats?|handover|room)(/.*)?|/games/[^/]+/scan/(camera|camera\.jpg|mine)"
    r"|/api/host-links|/api/games/[^/]+/seats/.*"
)
"""What takes a second device or a typesetter: a computer has them."""
BY_CAMERA = re.compile(r"/(take-in|count)/frame|/games/[^/]+/scan(/(deck|play|seen)(/.*)?|/judge/[^/]+/frame)?")
"""What takes a camera, and so a site with a decoder in it."""
_CHANGES = re.compile(r"/(?:api/)?games/([A-Za-z0-9_-]+)(?:/.*)?")
_GAME_OF = re.compile(r"/(?:api/)?games/([A-Za-z0-9_-]+)")
_SAID = re.compile(r"/games/([A-Za-z0-9_-]+)/(?:act|return)")
_JAR, _MARKS = "cookies.json", "referee.json"
_STREAM = re.compile(r"/static/(v-[^/]+/)?stream\.js")
_SHOWING = re.compile(r"/games/[^/]+/scan/judge(/.*)?")
COMPILED = "site/compiled"
"""The folder of the package in which a site has its templates, compiled."""
SAID = "site/said"
"""The folder of the package in which a site has what its TOML files say."""
WORK = 4_000
"""Of `Sealed.work`: in a tab Python takes about three times as long, and nothing else goes on meanwhile."""
SLACK = 1.5
"""Of `Sealed.slack`: compiled parts and Python slow down by different factors there."""
COPY_EVERY, COPIES = 600.0, 2
"""Seconds between two copies of the file of games, made while nobody waits; and how many are kept."""
_SHOWN, _ALL = "shown", "all"
"""Marks of a table: cards were shown at it; it shows every deal, draw and exchange."""
_GAME = {"playthrough": 1, "game": "la-cosa", "players": ["A", "B", "C", "D"], "options": {}}
_LEADS = re.compile(rb'(\s(?:href|src|action|formaction|data-fix|data-frames|data-home|data-href|data-probe)=")/(?!/)')
"""What in a page leads to another, from the root of the host."""

T = TypeVar("T")


class Answer(NamedTuple):
    """Answer to the page. `changed`: the game that may have changed and its version, as JSON; else empty."""

    status: int
    headers: list[list[str]]
    body: bytes
    changed: str


@dataclass
class Keeping:
    """Optional capabilities of this browser. `keeps`: the promise to keep what the page stores, even where room is
    short; None until it was said. `camera`: something here reads pictures. `is_deleted`: the browser has deleted the
    files while the page was open."""

    keeps: bool | None = None
    camera: bool = True
    is_deleted: bool = False


class Here:
    """Checks are looked at where the pages come from, one after the other: whoever shows cards holds the one screen
    there is, and waits for the answer. The time is the same as where a process of its own looks at them."""

    def run(self, function: Callable[..., T], *given: Any) -> T:
        """Call the function and return its result."""
        return function(*given)

    def ahead(self, function: Callable[..., object], *given: Any) -> None:
        """Do nothing: whoever looks at the page would wait for it."""

    def post(self, function: Callable[..., object], *given: Any) -> None:
        """Call the function and drop its result."""
        function(*given)

    def close(self) -> None:
        """There is nothing to end."""


class Marks:
    """Marks of the referee for all tables of this tablet, in one file: where cards were shown, and where all is shown.

    Nothing of the cards, which lie in the memory of the page: once that has gone, what is kept here lets the referee
    say so. The tab that has the games is the only one that remembers.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known = {
            game: frozenset(known) & {_SHOWN, _ALL} for game, known in _read(file).items() if isinstance(known, list)
        }

    def take(self, game: str) -> bool:
        """Return True: no other home could hold the memory."""
        return True

    def mark(self, game: str) -> bool:
        """Note that cards were shown."""
        self._change(game, lambda known: known | {_SHOWN})
        return True

    def has_shown(self, game: str) -> bool:
        """Return True if cards were shown at this table, now or before the page was last opened."""
        return _SHOWN in self._known.get(game, ())

    def is_elsewhere(self, game: str) -> bool:
        """There is no other home."""
        return False

    def shows_all(self, game: str) -> bool:
        """Return True if the table shows every deal, draw and exchange."""
        return _ALL in self._known.get(game, ())

    def decide(self, game: str, on: bool) -> None:
        """Show everything from now on, or only what is disputed."""
        self._change(game, lambda known: known | {_ALL} if on else known - {_ALL})

    def forget(self, game: str) -> None:
        """Drop everything about a table that was forgotten."""
        self._change(game, lambda known: frozenset())

    def _change(self, game: str, work: Callable[[frozenset[str]], frozenset[str]]) -> None:
        known = self._known.get(game, frozenset())
        if (now := work(known)) == known:
            return
        self._known = {**self._known, game: now}
        if not now:
            del self._known[game]
        draft = self._file.with_suffix(".new")
        # A storage that is full loses only that this survives the next start.
        with suppress(OSError):
            draft.write_text(json.dumps({name: sorted(one) for name, one in self._known.items()}), "utf-8")
            draft.replace(self._file)


class Home:
    """One tablet's games. `host`: the name the pages are shown under; `root`: the folder of it they are shown in
    (`/games`), empty where they have the whole host; `camera`: whether the browser reads pictures for it; `app`: an
    application that `warm` made, which saves making one."""

    def __init__(self, folder: Path, host: str, root: str = "", camera: bool = True, app: Flask | None = None) -> None:
        self._root = root.rstrip("/")
        self._jar = folder / _JAR
        self._cookies = {name: str(value) for name, value in _read(self._jar).items()}
        self._database = folder / DATABASE
        # What was set aside before this page was opened: there are few places, and nobody can get at it.
        for old in folder.glob(f"{self._database.stem}.{READ}-*"):
            old.unlink()
        self.tables = GameService(SQLiteStore(self._database, WriterHere), title)
        self._copied = float("-inf")
        self.tables.workers = Here()
        # What the referee is shown never leaves the memory of this page: there is no file to seal it for.
        self.tables.sealed.cipher = lambda seals, text, about: text
        self.tables.sealed.share(Marks(folder / _MARKS))
        self.tables.sealed.work, self.tables.sealed.slack = WORK, SLACK
        self._is_showing, self._is_ready = False, False
        self._seen: dict[str, None] = {}
        settings = Settings(secrets.token_urlsafe(24), hosts=frozenset({host.partition(":")[0]}))
        access = Access(settings)
        self._own = {access.name_of_cookie(scheme): access.cookie for scheme in ("http", "https")}
        if app is None:
            app = _made(self.tables, settings, access)
        else:
            move_in(app, self.tables, settings, access)
        self.app = app
        self.app.extensions[FIGURES].remember_in(folder / hourly_copies.FIGURES)
        self.keeping = Keeping(camera=camera)
        if camera:
            self.app.extensions[EYES] = BrowserEyes()
        self.app.config.update({DECK_FOLDERS: (), DATA_FOLDER: folder, ALONE: self.keeping})

    def answer(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Return the application's answer to one request of a page."""
        parts = urlsplit(url)
        if self._root and f"{parts.path}/".startswith(f"{self._root}/"):
            parts = parts._replace(path=parts.path[len(self._root) :] or "/")
        if (asks := _GAME_OF.match(parts.path)) is not None:
            self._seen[asks[1]] = None
        self._is_showing = self._is_showing or _SHOWING.fullmatch(parts.path) is not None
        if _STREAM.fullmatch(parts.path):
            # Pages hear of a change from the one Python that made it, without a line that can be lost.
            own = (files("companion.site") / "static" / "follow.js").read_bytes()
            return Answer(
                200, [["Content-Type", "text/javascript; charset=utf-8"], ["Cache-Control", "no-cache"]], own, ""
            )
        said: dict[str, Any] = {}

        def start(status: str, given: list[tuple[str, str]], _: object = None) -> None:
            said.update(status=int(status[:3]), headers=given)

        pieces: Iterable[bytes] = self.app.wsgi_app(self._environ(method, parts, headers, body), start)  # type: ignore[arg-type]
        try:
            whole = b"".join(pieces)
        finally:
            if (close := getattr(pieces, "close", None)) is not None:
                close()
        self._keep([value for name, value in said["headers"] if name.lower() == "set-cookie"])
        dressed = [
            [name, self._dressed(name.lower(), value)]
            for name, value in said["headers"]
            if name.lower() not in ("set-cookie", "content-length")
        ]
        if self._root and dict(said["headers"]).get("Content-Type", "").startswith("text/html"):
            whole = _LEADS.sub(rb"\g<1>" + f"{self._root}/".encode(), whole)
        return Answer(said["status"], dressed, whole, self._changed(method, parts.path))

    def ahead(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Return the answer that an action on a table's page would get, without keeping any of it.

        204 where that is not known ahead: a referee looks at cards, votes stay shut, or the game ends (the evening's
        wins are counted over all that is kept).
        """
        found = _SAID.fullmatch(urlsplit(url).path.removeprefix(self._root))
        there, unknown = self.app.extensions, Answer(204, [], b"", "")
        try:
            if found is None or not self._is_foreseen(found[1]):
                return unknown
            trial = there[TABLES] = Rehearsal(self.tables, found[1])
            told = self.answer(method, url, headers, body)
            return unknown if trial.seen(found[1]).table.ended else told._replace(changed="")
        except StoreFault:
            return unknown
        finally:
            there[TABLES] = self.tables

    def _is_foreseen(self, game: str) -> bool:
        return not self.tables.playing(game).game.ballots and not self.tables.sealed.refereed.shows_all(game)

    def files(self, game: str) -> str:
        """Return the record of a game from memory, or of every game that was looked at where none is named: JSON,
        `[[name of a file, its text], ...]`. The files of the store may be gone."""
        found = []
        for one in (game,) if game else self._seen:
            with suppress(StoreFault, Malformed):
                playing = self.tables.playing(one)
                opened = playing.entries[0].at
                heading = GameInfo(one, playing.title.game.slug, opened=opened)
                found.append((f"{one}.json", json.dumps(record.document(playing, heading), ensure_ascii=False)))
        return json.dumps(found)

    def rest(self) -> None:
        """Use a moment in which nobody asks: get what judges cards where they are shown soon, copy the file."""
        if self._is_showing and not self._is_ready:
            self._is_ready = True
            judging.get_ready()
        if monotonic() - self._copied > COPY_EVERY and self.tables.count():
            self._copied = monotonic()
            with suppress(StoreFault):  # no room for it, or damage, which whoever reads next comes upon
                hourly_copies.take(self._database, newest=COPIES, days=0)

    def close(self) -> None:
        """Let go of the file."""
        self.tables.close()

    def _dressed(self, name: str, value: str) -> str:
        """Return a header as a page in a frame of our own start page takes it."""
        if name == "content-security-policy":
            return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        return self._root + value if name == "location" and value.startswith("/") else value

    def _environ(self, method: str, parts: Any, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
        given = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
        cookies = {**self._cookies, **self._own}
        return {
            **given,
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(parts.path).decode("latin-1"),
            "QUERY_STRING": parts.query,
            "SERVER_NAME": parts.hostname or "localhost",
            "SERVER_PORT": str(parts.port or (443 if parts.scheme == "https" else 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": parts.netloc,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "HTTP_ACCEPT_ENCODING": "identity",
            "CONTENT_TYPE": headers.get("content-type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": parts.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }

    def _keep(self, given: list[str]) -> None:
        """Keep this device's own choices; a browser keeps no cookies that a service worker hands it."""
        before = dict(self._cookies)
        for line in given:
            with suppress(CookieError):
                for name, one in SimpleCookie(line).items():
                    if one["max-age"] == "0" or name in self._own:
                        self._cookies.pop(name, None)
                    else:
                        self._cookies[name] = one.coded_value
        if self._cookies != before:
            with suppress(OSError):
                self._jar.write_text(json.dumps(self._cookies), "utf-8")

    def _changed(self, method: str, path: str) -> str:
        found = _CHANGES.fullmatch(path)
        if method in ("GET", "HEAD") or found is None:
            return ""
        try:
            return json.dumps({"game": found[1], "version": self.tables.seen(found[1]).version})
        except (StoreFault, ValueError):
            return ""


def _made(tables: GameService, settings: Settings, access: Access) -> Flask:
    app = create_app(tables, settings, access)
    app.before_request(_only_here)
    package = Path(companion.__file__).parent
    if (package / COMPILED).is_dir():
        app.jinja_env.loader = ModuleLoader(package / COMPILED)
        bring(package / SAID)
    return app


def warm() -> Flask:
    """Plays a turn of a game that nobody keeps: what Python reads, compiles and remembers meanwhile need not be done
    again where its memory is kept from here on. Gives back the application it was played in, for the home that begins
    there."""
    with TemporaryDirectory() as folder:
        home = Home(Path(folder), "localhost")
        said = {"content-type": "application/json", "sec-fetch-site": "same-origin"}
        made = home.answer("POST", "http://localhost/api/games", said, json.dumps(_GAME).encode())
        at = f"http://localhost/games/{json.loads(made.body)['id']}"
        for page in ("http://localhost/", "http://localhost/new", at, f"{at}/log"):
            home.answer("GET", page, {}, b"")
        home.close()
    move_in(home.app, GameService(MemoryStore(), title), Settings(""))
    gc.collect()
    gc.freeze()  # what is in that memory is not looked at again at every start
    return home.app


def _only_here() -> None:
    keeping: Keeping = current_app.config[ALONE]
    if keeping.is_deleted and request.method not in ("GET", "HEAD"):
        raise HttpError(503, "storage-deleted")
    has_camera = keeping.camera
    if ELSEWHERE.fullmatch(request.path) or (not has_camera and BY_CAMERA.fullmatch(request.path)):
        raise HttpError(501, "from-a-computer")


def _read(file: Path) -> dict[str, Any]:
    """Return what was kept in a file; empty if there is none, or it cannot be read."""
    try:
        said = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}
