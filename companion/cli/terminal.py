"""What `serve` shows in the terminal: the code to scan, the links, the table that is open already."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import click

from companion.cli import Refused, print_json, say
from companion.service.saying import why
from companion.store.folder import Occupied

if TYPE_CHECKING:
    from companion.web.codes import Offer

NewPairing = Callable[[], "Offer"]
"""Makes a code that makes one device the host's."""


def welcome(join: str, new_pairing: NewPairing, lang: str) -> None:
    """The code the host scans or types, and where everybody else looks on."""
    _show_pairing(join, new_pairing(), lang)
    click.echo(
        say(lang, "Para mirar, desde cualquier aparato de la casa: ", "To watch, from any device at home: ") + join
    )
    click.echo(say(lang, "Intro: otro enlace.  Ctrl-C: cerrar.", "Enter: another link.  Ctrl-C: close."))
    sys.stdout.flush()


def show_https(url: str, join: str, fingerprint: str, lang: str) -> None:
    """Where https is, and what its certificate must look like on the device that takes it in."""
    click.echo(say(lang, "Por https: ", "By https: ") + url + say(lang, "  (cómo: ", "  (how: ") + f"{join}/ca)")
    click.echo(say(lang, "Huella del certificado: ", "Fingerprint of the certificate: ") + fingerprint)
    sys.stdout.flush()


def links_on_enter(join: str, new_pairing: NewPairing, lang: str) -> None:
    """Every Enter in the terminal gives another link, for another tablet."""

    def listen() -> None:
        # Not through sys.stdin: a thread that waits inside its buffer breaks the end of the process.
        while os.read(sys.stdin.fileno(), 1024):
            _show_pairing(join, new_pairing(), lang)
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
    join, fresh = where.get("join", where["url"]), _fresh_link(where)
    if fresh.get("token"):
        _show(join, fresh["token"], fresh["code"], lang)
    if not no_browser:
        open_browser(where["url"] + fresh.get("path", ""))


def _show_pairing(join: str, offer: Offer, lang: str) -> None:
    _show(join, offer.token, offer.text, lang)


def _show(join: str, token: str, code: str, lang: str) -> None:
    """The token stands behind the `#`: a browser sends that to nobody, so it is in no log and no history of a proxy."""
    link = f"{join}/#pair={token}"
    if sys.stdout.isatty():
        import qrcode

        symbol = qrcode.QRCode(border=2)
        symbol.add_data(link)
        symbol.print_ascii(out=sys.stdout, tty=True)
    once = say(lang, "Para dirigir la mesa (vale una vez, diez minutos): ", "To host the table (once, ten minutes): ")
    typed = say(lang, "O abre {at} y escribe: ", "Or open {at} and type: ").format(at=f"{join}/join")
    click.secho(once + link, bold=True)
    click.secho(typed + code, bold=True)


def _fresh_link(where: dict[str, str]) -> dict[str, str]:
    """Ask the running table, as its owner, for a link and a code; empty where it does not answer."""
    ask = Request(f"{where['url']}/api/host-links", b"", {"Authorization": f"Bearer {where.get('host_key', '')}"})
    try:
        with urlopen(ask, timeout=2) as answer:
            said = {key: str(value) for key, value in json.load(answer).items()}
            return {**said, "path": "/host/" + said["url"].rpartition("/")[2]}
    except (OSError, ValueError, KeyError, AttributeError):
        return {}
