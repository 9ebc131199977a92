"""`companion serve`: opens the table for the browsers at home, until Ctrl-C."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say, terminal
from companion.cli.data import data_option, folder_of
from companion.cli.decks import folders_option
from companion.cli.network import addresses, url_of
from companion.service.saying import damage_told, why
from companion.service.tables import Tables
from companion.store.folder import Folder, Occupied
from companion.store.log import StoreFault

if TYPE_CHECKING:
    from companion.web.access import Access

DEFAULT_PORT = 8080
NEAREST_PORTS = 20
KEY = "COMPANION_HOST_KEY"
ORIGIN = "COMPANION_ORIGIN"
"""The address of a proxy in front of the table, as browsers see it."""
EVERYWHERE = ("0.0.0.0", "::")


class Order(NamedTuple):
    """What the command line asks for; `port` None: the first free one from 8080 on."""

    host: str
    port: int | None
    decks: tuple[Path, ...]
    browser: bool
    as_json: bool
    lang: str
    https: bool = False
    log: str = "text"


class Where(NamedTuple):
    """Where the table is: for this machine, for the others, and what makes somebody its host."""

    url: str
    join: str
    host_key: str
    https: str = ""
    """The same for https, where it is served."""

    def told(self) -> dict[str, str]:
        """What other processes and programs are told."""
        return {key: value for key, value in self._asdict().items() if value}


@click.command(
    "serve", help=here("Abre la mesa para los navegadores de la casa.", "Open the table for the browsers at home.")
)
@click.option(
    "--host",
    default="0.0.0.0",
    metavar=here("DIRECCIÓN", "ADDRESS"),
    help=here("en qué dirección escucha (si no, en todas)", "the address to listen on (else all)"),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=None,
    help=here(
        "el puerto (si no, 8080 o el siguiente libre); 0: uno libre",
        "the port (else 8080 or the next free one); 0: a free one",
    ),
)
@data_option
@click.option("--no-browser", is_flag=True, help=here("no abre el navegador", "opens no browser"))
@click.option(
    "--https",
    is_flag=True,
    help=here(
        "además por https, para la cámara en vivo de una tableta (se explica en /ca)",
        "by https too, for a tablet's live camera (explained at /ca)",
    ),
)
@click.option(
    "--log",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help=here("qué escribe en la salida de errores", "what is written to standard error"),
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
    try:
        _serve(folder, order)
    finally:
        folder.release()


def _serve(folder: Folder, order: Order) -> None:
    from companion.cli.secure import secured
    from companion.web import journal
    from companion.web.access import Access
    from companion.web.server import Door, Server
    from companion.web.settings import Settings

    journal.begin(order.log == "json")
    sock = _listen(order)
    port: int = sock.getsockname()[1]
    folders = (*order.decks, folder.path / "decks")
    with closing(sock), closing(_tables(folder, folders, order.lang)) as tables:
        local = "127.0.0.1" if order.host in EVERYWHERE else order.host
        proxy = os.environ.get(ORIGIN, "").strip().rstrip("/")
        where = Where(url_of(local, port), proxy or url_of(_reachable(order.host), port), _host_key(folder))
        secure = secured(folder.path / "https", order.host, port) if order.https else None
        if secure is not None:
            where = where._replace(https=secure.url_for(_reachable(order.host)))
        access = Access(Settings(where.host_key, port, frozenset({order.host}), where.join, proxy))
        access.sessions.remember_in(folder.path / "devices.json")
        door = Door(tables, access.settings, access)
        door.app.config.update(DECK_FOLDERS=folders, DATA_FOLDER=folder.path, SECURE=secure)
        fingerprint = secure.authority.fingerprint if secure is not None else ""
        server = Server(door, tables, lambda: _ready(folder, order, where, tables, access, fingerprint), secure)
        _raise_limit()
        if not order.as_json and sys.stdin.isatty():
            terminal.links_on_enter(where.join, access.new_pairing, order.lang)
        server.run(sockets=[sock])


def _tables(folder: Folder, decks: tuple[Path, ...], lang: str) -> Tables:
    """The games of the folder."""
    from companion.catalog import title
    from companion.store.choosing import opened

    try:
        store = opened(folder.database)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    tables = Tables(store, partial(title, folders=decks))
    tables.sealed.folder = folder.path / "referee"
    return tables


def _ready(folder: Folder, order: Order, where: Where, tables: Tables, access: Access, fingerprint: str = "") -> None:
    """It answers: say so to other processes, to whoever reads the terminal, and to the browser."""
    folder.announce(**where.told())
    for salvage in tables.salvages:
        for sentence in damage_told(salvage, order.lang):
            click.secho(sentence, fg="yellow", err=True)
    if order.as_json:
        print_json(where.told())
        sys.stdout.flush()
    else:
        terminal.welcome(where.join, access.new_pairing, order.lang)
        if where.https:
            terminal.show_https(where.https, where.join, fingerprint, order.lang)
    if order.browser:
        terminal.open_browser(where.url + access.new_link())


def _listen(order: Order) -> socket.socket:
    from companion.web.server import listen

    host, lang = order.host, order.lang
    wanted = [order.port] if order.port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + NEAREST_PORTS), 0]
    fault: OSError | None = None
    for one in wanted:
        try:
            return listen(host, one)
        except (OSError, OverflowError) as error:
            fault = error if isinstance(error, OSError) else OSError(str(error))
    assert fault is not None
    reason = fault.strerror or str(fault)
    raise Refused(
        say(
            lang,
            f"No se puede escuchar en {host}:{wanted[0]} ({reason}). Prueba con --port 0.",
            f"Cannot listen on {host}:{wanted[0]} ({reason}). Try --port 0.",
        )
    )


def _host_key(folder: Folder) -> str:
    """The key from the environment, else the one kept from last time, else a new one."""
    given = os.environ.get(KEY, "").strip()
    if given:
        return given
    key = folder.kept_key() or secrets.token_urlsafe(24)
    folder.keep_key(key)
    return key


def _reachable(host: str) -> str:
    if host not in EVERYWHERE:
        return host
    return next(iter(addresses()), "127.0.0.1")


def _raise_limit() -> None:
    """As many open connections as the system lets us have: the usual 256 or 1024 are few for a full house."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(hard, 8192)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
