"""`companion serve`: opens the table for the browsers at home, until Ctrl-C."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from functools import partial
from pathlib import Path

import click

from companion.cli import Refused, here, json_option, lang_option, print_json, say, terminal
from companion.cli.decks import folders_option
from companion.cli.network import addresses, url_of
from companion.service.saying import damage_told, why
from companion.service.tables import Tables
from companion.store.folder import Folder, Occupied, default_folder
from companion.store.log import StoreFault

DEFAULT_PORT = 8080
NEAREST_PORTS = 20
KEY = "COMPANION_HOST_KEY"


@click.command(
    "serve", help=here("Abre la mesa para los navegadores de la casa.", "Open the table for the browsers at home.")
)
@click.option("--host", default="0.0.0.0", metavar=here("DIRECCIÓN", "ADDRESS"),
              help=here("en qué dirección escucha (si no, en todas)", "the address to listen on (else all)"))
@click.option("--port", type=click.IntRange(0, 65535), default=None,
              help=here("el puerto (si no, 8080 o el siguiente libre); 0: uno libre",
                        "the port (else 8080 or the next free one); 0: a free one"))
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None,
              help=here("la carpeta de las partidas", "the folder of the games"))
@click.option("--no-browser", is_flag=True, help=here("no abre el navegador", "opens no browser"))
@folders_option
@json_option
@lang_option
def command(
    host: str, port: int | None, data: Path | None, no_browser: bool, decks: tuple[Path, ...], as_json: bool, lang: str
) -> None:  # fmt: skip
    """Serve the table; a second one on the same data shows the one that runs."""
    folder = Folder(data or default_folder())
    try:
        folder.take()
    except Occupied as occupied:
        terminal.show_running(occupied, no_browser, as_json, lang)
        return
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    try:
        _serve(folder, host, port, (*decks, folder.path / "decks"), no_browser, as_json, lang)
    finally:
        folder.release()


def _serve(
    folder: Folder, host: str, port: int | None, decks: tuple[Path, ...], no_browser: bool, as_json: bool, lang: str
) -> None:
    from companion.catalog import title
    from companion.store.sqlite import SQLiteStore
    from companion.web.access import Access
    from companion.web.server import Door, Server
    from companion.web.settings import Settings

    sock = _listen(host, port, lang)
    own_port: int = sock.getsockname()[1]
    try:
        store = SQLiteStore(folder.database)
    except StoreFault as fault:
        raise Refused(why(fault, lang)) from None
    tables = Tables(store, partial(title, folders=decks))
    key = _host_key(folder)
    join = url_of(_reachable(host), own_port)
    access = Access(Settings(key, own_port, frozenset({host}), join))
    url = url_of("127.0.0.1" if host in ("0.0.0.0", "::") else host, own_port)

    def ready() -> None:
        folder.announce(url=url, join=join, host_key=key)
        for salvage in tables.salvages:
            for sentence in damage_told(salvage, lang):
                click.secho(sentence, fg="yellow", err=True)
        if as_json:
            print_json({"url": url, "host_key": key, "join": join})
            sys.stdout.flush()
        else:
            terminal.welcome(join, access.new_link, lang)
        if not no_browser:
            terminal.open_browser(url + access.new_link())

    _raise_limit()
    server = Server(Door(tables, access.settings, access), tables, ready)
    if not as_json and sys.stdin.isatty():
        terminal.links_on_enter(join, access.new_link, lang)
    try:
        server.run(sockets=[sock])
    finally:
        tables.close()


def _listen(host: str, port: int | None, lang: str) -> socket.socket:
    from companion.web.server import listen

    wanted = [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + NEAREST_PORTS), 0]
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
    if host not in ("0.0.0.0", "::"):
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
