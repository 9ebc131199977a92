"""What `serve` shows in the terminal: the code to scan, the links, the table that is open already."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from threading import Thread
from urllib.request import Request, urlopen

import click

from companion.cli import Refused, print_json, say
from companion.service.saying import why
from companion.store.folder import Occupied

NewLink = Callable[[], str]
"""Makes the path of a link that makes one device the host's."""


def welcome(join: str, new_link: NewLink, lang: str) -> None:
    """The code the host scans, and where everybody else looks on."""
    _show_link(join, new_link, lang)
    click.echo(
        say(lang, "Para mirar, desde cualquier aparato de la casa: ", "To watch, from any device at home: ") + join
    )
    click.echo(say(lang, "Intro: otro enlace.  Ctrl-C: cerrar.", "Enter: another link.  Ctrl-C: close."))
    sys.stdout.flush()


def links_on_enter(join: str, new_link: NewLink, lang: str) -> None:
    """Every Enter in the terminal gives another link, for another tablet."""

    def listen() -> None:
        # Not through sys.stdin: a thread that waits inside its buffer breaks the end of the process.
        while os.read(sys.stdin.fileno(), 1024):
            _show_link(join, new_link, lang)
            sys.stdout.flush()

    Thread(target=listen, daemon=True).start()


def open_browser(url: str) -> None:
    """Open the address in this machine's browser, without waiting for it."""
    import webbrowser

    Thread(target=webbrowser.open, args=[url], daemon=True).start()


def show_running(occupied: Occupied, no_browser: bool, as_json: bool, lang: str) -> None:
    """Another process has the data: show that one."""
    where = occupied.where
    if not where.get("url"):
        raise Refused(why(occupied, lang))
    if as_json:
        print_json({**{key: where.get(key, "") for key in ("url", "host_key", "join")}, "running": True})
        return
    click.echo(say(lang, "La mesa ya está abierta: ", "The table is open already: ") + where["url"])
    link = _fresh_link(where)
    if link:
        click.echo(say(lang, "Para dirigirla: ", "To host it: ") + where.get("join", where["url"]) + link)
    if not no_browser:
        open_browser(where["url"] + link)


def _show_link(join: str, new_link: NewLink, lang: str) -> None:
    link = join + new_link()
    if sys.stdout.isatty():
        import qrcode

        code = qrcode.QRCode(border=2)
        code.add_data(link)
        code.print_ascii(out=sys.stdout, tty=True)
    click.secho(
        say(lang, "Para dirigir la mesa (vale una vez): ", "To host the table (works once): ") + link, bold=True
    )


def _fresh_link(where: dict[str, str]) -> str:
    """Ask the running table, as its owner, for the path of a link; empty where it does not answer."""
    ask = Request(f"{where['url']}/api/host-links", b"", {"Authorization": f"Bearer {where.get('host_key', '')}"})
    try:
        with urlopen(ask, timeout=2) as answer:
            return "/host/" + str(json.load(answer)["url"]).rpartition("/")[2]
    except (OSError, ValueError, KeyError):
        return ""
