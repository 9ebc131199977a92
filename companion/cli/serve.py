"""`companion serve`: opens the table for the browsers at home, until Ctrl-C."""

from __future__ import annotations

import gc
import os
import secrets
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say, terminal
from companion.cli.data import data_option, folder_of
from companion.cli.decks import folders_option, tell_broken
from companion.cli.languages import tell_unreadable
from companion.cli.network import on_networks
from companion.decks.catalog import broken, broken_games
from companion.i18n import toml_tables
from companion.i18n.catalog import OWN
from companion.service.club import Club, Member, SharedText
from companion.service.collector import Collector
from companion.service.live.games import GameService
from companion.service.messages import damage_told, why
from companion.service.people.figures import Figures
from companion.service.workers import WorkerPool
from companion.store import hourly_copies
from companion.store.base import StoreFault
from companion.store.folder import Folder, Occupied
from companion.web.server.network import url_of
from companion.web.server.reach import CHOICE, Reach
from companion.web.server.wifi import FILE as WIFI_FILE
from companion.web.server.wifi import KnownWifi

if TYPE_CHECKING:
    from companion.web.auth.access import Access


class Keeping:
    """Makes the copies in a thread of its own until it is closed; `tell` hears why one could not be made."""

    def __init__(self, database: Path, tell: Callable[[StoreFault], None], every: float = hourly_copies.EVERY) -> None:
        self._database, self._tell, self._every = database, tell, every
        self._closing = Event()
        self._thread = Thread(target=self._run, name="copies", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """No more copies; one that is being made is finished."""
        self._closing.set()
        self._thread.join(30)

    def _run(self) -> None:
        while True:
            try:
                hourly_copies.take(self._database)
            except StoreFault as fault:
                self._tell(fault)
            if self._closing.wait(self._every):
                return


DEFAULT_PORT = 8080
NEAREST_PORTS = 20
SHEETS, SHEETS_WAITING = 40, 8
"""Sheets after which the process that sets type is replaced (it keeps what it has laid out), and how many may wait."""
CHECKS_WAITING = 8
"""Checks that may wait for the referee, over all games of the house."""
TURN = 0.0005
"""Seconds a thread may keep the interpreter while another wants it. A tap changes threads several times on its way;
with Python's usual 5 ms each change could wait that long behind the page of a guest."""
KEY = "COMPANION_HOST_KEY"
ORIGIN = "COMPANION_ORIGIN"
"""The address of a proxy in front of the table, as browsers see it."""
EVERYWHERE = ("0.0.0.0", "::")


class Order(NamedTuple):
    """Options of the command line; `port` None: the first free one from 8080 on."""

    host: str
    port: int | None
    decks: tuple[Path, ...]
    browser: bool
    as_json: bool
    lang: str
    https: bool = False
    log: str = "text"


class Where(NamedTuple):
    """Addresses of the table for this machine and for others, and what makes a device its host."""

    url: str
    join: str
    host_key: str
    https: str = ""
    """The same for https, where it is served."""

    def told(self) -> dict[str, str]:
        """Return what other processes and programs are told."""
        return {key: value for key, value in self._asdict().items() if value}


@click.command("serve", help=here("serve.about"))
@click.option("--host", default="0.0.0.0", metavar=here("metavar.address"), help=here("serve.option.host"))
@click.option("--port", type=click.IntRange(0, 65535), default=None, help=here("serve.option.port"))
@data_option
@click.option("--no-browser", is_flag=True, help=here("serve.option.no-browser"))
@click.option("--https", is_flag=True, help=here("serve.option.https"))
@click.option(
    "--log", type=click.Choice(("text", "json")), default="text", show_default=True, help=here("serve.option.log")
)
@folders_option
@json_option
@lang_option
def command(
    host: str,
    port: int | None,
    data: Path | None,
    no_browser: bool,
    https: bool,
    log: str,
    decks: tuple[Path, ...],
    as_json: bool,
    lang: str,
) -> None:
    """Serve the table; a second one on the same data shows the one that runs."""
    order = Order(host, port, decks, not no_browser, as_json, lang, https, log)
    folder = folder_of(data)
    try:
        folder.take()
    except Occupied as occupied:
        terminal.show_running(occupied, no_browser, as_json, lang)
        return
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    gc.disable()  # hardly anything made by the start is garbage: the collector begins when the table answers
    try:
        _serve(folder, order)
    finally:
        gc.enable()
        folder.release()


def _serve(folder: Folder, order: Order) -> None:
    from companion.cli.secure import secured
    from companion.cli.site import FOLDER, named
    from companion.site.hosting import app_site
    from companion.web.auth.access import Access
    from companion.web.server import logs
    from companion.web.server.asgi import AsgiApp, Server
    from companion.web.server.context import FIGURES, PRESS, WIFI
    from companion.web.server.settings import Settings
    from companion.web.templating import CompiledForNextTime

    logs.begin(order.log == "json")
    cache = folder.cache()
    if cache is not None:
        toml_tables.keep(cache)
    sock = _listen(order)
    port: int = sock.getsockname()[1]
    folders = (*order.decks, folder.path / "decks")
    os.environ.setdefault(OWN, str(folder.path / "languages"))  # for the processes that print and judge, too
    tell_unreadable(order.lang)
    if folders[-1].is_dir():
        tell_broken(broken(folders[-1:]), order.lang)
    with ExitStack() as open_things:
        open_things.enter_context(closing(sock))
        tables = open_things.enter_context(closing(_tables(folder, folders, order.lang)))
        club = tables.store if isinstance(tables.store, Club) else None
        if club is None:
            open_things.enter_context(closing(Keeping(folder.database, partial(_tell_copy, order.lang))))
        local = "127.0.0.1" if order.host in EVERYWHERE else order.host
        reach = Reach(port, on_networks, folder.path / CHOICE)
        proxy = os.environ.get(ORIGIN, "").strip().rstrip("/")
        fixed = proxy or ("" if order.host in EVERYWHERE else url_of(order.host, port))
        where = Where(url_of(local, port), fixed or reach.offered() or url_of(local, port), _host_key(folder, club))
        secure = secured(folder.path / "https", order.host, port) if order.https else None
        if secure is not None:
            host = order.host if order.host not in EVERYWHERE else urlsplit(reach.offered()).hostname or "127.0.0.1"
            where = where._replace(https=secure.url_for(host))
        access = Access(Settings(where.host_key, port, frozenset({order.host, socket.gethostname()}), fixed, proxy))
        access.reach = reach
        if club is None:
            access.sessions.remember_in(folder.path / "devices.json")
        else:
            open_things.callback(_joined(club, tables, access, where, order.lang).close)
        door = AsgiApp(tables, access.settings, access)
        door.app.register_blueprint(app_site(folder.path / FOLDER, partial(named, order.lang)))
        if cache is not None:
            door.app.jinja_env.bytecode_cache = CompiledForNextTime(str(cache))
        press = door.app.extensions[PRESS] = WorkerPool(workers=1, waiting=SHEETS_WAITING, tasks=SHEETS)
        chosen: Figures = door.app.extensions[FIGURES]
        if club is None:
            chosen.remember_in(
                folder.path / hourly_copies.FIGURES, partial(hourly_copies.figures_found, folder.database)
            )
        else:
            chosen.share(SharedText(club, "figures"))
        wifi: KnownWifi = door.app.extensions[WIFI]
        wifi.remember_in(folder.path / WIFI_FILE)
        tables.boards.keep_in(folder.path)
        door.app.config.update(DECK_FOLDERS=folders, DATA_FOLDER=folder.path, SECURE=secure)
        fingerprint = secure.authority.fingerprint if secure is not None else ""
        server = Server(door, tables, lambda: _ready(folder, order, where, tables, access, fingerprint), secure)
        _raise_limit()
        sys.setswitchinterval(TURN)
        collector = Collector()
        collector.begin()
        open_things.callback(collector.end)
        if not order.as_json and sys.stdin.isatty():
            terminal.links_on_enter(where.join, access.reach, access.new_pairing, order.lang)
        with closing(press):
            server.run(sockets=[sock])


def _tell_copy(lang: str, fault: StoreFault) -> None:
    click.secho(f"{say(lang, 'serve.no-copy')} {why(fault, lang)}", fg="yellow", err=True)


def _tables(folder: Folder, decks: tuple[Path, ...], lang: str) -> GameService:
    """Open the games of the folder."""
    from companion.decks.catalog import title
    from companion.service.club import opened

    try:
        store = opened(folder.database)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    tables = GameService(store, partial(title, folders=decks))
    tables.sealed.folder = folder.path / "referee"
    tables.workers = WorkerPool(workers=1, waiting=CHECKS_WAITING)
    return tables


def _ready(
    folder: Folder, order: Order, where: Where, tables: GameService, access: Access, fingerprint: str = ""
) -> None:
    """Announce that the server answers: to other processes, on the terminal, and to the browser."""
    folder.announce(**where.told())
    for salvage in tables.salvages:
        for sentence in damage_told(salvage, order.lang):
            click.secho(sentence, fg="yellow", err=True)
    if order.as_json:
        print_json(where.told())
        sys.stdout.flush()
    else:
        terminal.welcome(where.join, access.reach, access.new_pairing, order.lang)
        if where.https:
            terminal.show_https(where.https, where.join, fingerprint, order.lang)
    if order.browser:
        terminal.open_browser(where.url + access.new_link())
    tell_broken(broken_games(), order.lang)


def _listen(order: Order) -> socket.socket:
    from companion.web.server.asgi import listen

    host, lang = order.host, order.lang
    if host == "0.0.0.0" and any(":" in one.ip for one in on_networks()[:1]):
        host = "::"  # no other device could come by IPv4; this socket takes both
    wanted = [order.port] if order.port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + NEAREST_PORTS), 0]
    fault: OSError | None = None
    for one in wanted:
        try:
            return listen(host, one)
        except (OSError, OverflowError) as error:
            fault = error if isinstance(error, OSError) else OSError(str(error))
    assert fault is not None
    reason = fault.strerror or str(fault)
    raise Refused(say(lang, "serve.cannot-listen", host=host, wanted=wanted[0], reason=reason))


def _joined(club: Club, tables: GameService, access: Access, where: Where, lang: str) -> Member:
    """One more host of a club: its devices and codes are those of all, and the others know where it is."""
    member = club.member(where.join, where.https)
    access.sessions.share(club, where.join)
    access.hosts, access.https = lambda: member.hosts, where.https
    tables.sealed.share(member.duties)

    def also(is_heard: bool) -> None:
        tables.note_away(not is_heard)
        access.sessions.note_seen()

    try:
        member.begin(also)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    return member


def _host_key(folder: Folder, club: Club | None) -> str:
    """Return the key from the environment, else the one kept (at all hosts of a club the same), else a new one."""
    given = os.environ.get(KEY, "").strip()
    if given:
        return given
    key = folder.kept_key() or secrets.token_urlsafe(24)
    if club is not None:
        kept = SharedText(club, "host-key")
        kept.change(lambda before: before or key)
        return kept.read()
    folder.keep_key(key)
    return key


def _raise_limit() -> None:
    """As many open connections as the system lets us have: the usual 256 or 1024 are few for a full house."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(hard, 8192)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
