"""What `serve` shows in the terminal: the code to scan, the links, the table that is open already."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import click

from companion.cli import Refused, print_json, say
from companion.service.messages import why
from companion.store.base import StoreFault
from companion.store.folder import Occupied

if TYPE_CHECKING:
    from companion.web.auth.codes import Offer
    from companion.web.server.reach import Reach

TEXT_BROWSERS = ("www-browser", "lynx", "links", "elinks", "w3m", "browsh", "carbonyl")
NewPairing = Callable[[], "Offer"]
"""Makes a code that makes one device the host's."""


def welcome(join: str, reach: Reach, new_pairing: NewPairing, lang: str) -> None:
    """Show the code the host scans or types, where everybody else looks on, and the other addresses there are."""
    _show_pairing(join, new_pairing(), lang)
    click.echo(say(lang, "terminal.to-watch") + join)
    others = [(number, way) for number, way in enumerate(reach.ways(), 1) if way.url != join]
    if others:
        click.echo(say(lang, "terminal.other-addresses"))
    for number, way in others:
        click.echo(f"  {number}  {way.url}  ({way.interface})")
    click.echo(say(lang, "terminal.keys-and-numbers" if others else "terminal.keys"))
    sys.stdout.flush()


def show_https(url: str, join: str, fingerprint: str, lang: str) -> None:
    """Print the https address, and the fingerprint that the certificate must have on the device that takes it in."""
    click.echo(say(lang, "terminal.https") + url + say(lang, "terminal.https-how") + f"{join}/ca)")
    click.echo(say(lang, "terminal.fingerprint") + fingerprint)
    sys.stdout.flush()


def links_on_enter(join: str, reach: Reach, new_pairing: NewPairing, lang: str) -> None:
    """Give another link at every Enter in the terminal, for another tablet; after a number, at that address."""

    def listen() -> None:
        at, ways = join, reach.ways()  # as they were listed: a choice changes their order, not their numbers
        is_ours = join in [way.url for way in ways]  # and no proxy's
        # Not through sys.stdin: a thread that waits inside its buffer breaks the end of the process.
        while typed := os.read(sys.stdin.fileno(), 1024):
            number = typed.strip()
            if number.isdigit() and 1 <= int(number) <= len(ways):
                chosen = ways[int(number) - 1].interface
                reach.choose(chosen)
                at = next((way.url for way in reach.ways() if way.interface == chosen), at)
            if is_ours:
                at = reach.offered_after(at) or at  # the network may have changed
            try:
                _show_pairing(at, new_pairing(), lang)
            except StoreFault as fault:  # a club's database that is away: the next Enter may find it back
                click.secho(why(fault, lang), fg="yellow", err=True)
            sys.stdout.flush()

    Thread(target=listen, daemon=True).start()


def open_browser(url: str) -> None:
    """Open the address in this machine's browser, without waiting for it; nowhere if it would take the terminal."""
    if not has_screen(os.environ, sys.platform):
        return
    import webbrowser

    Thread(target=webbrowser.open, args=[url], daemon=True).start()


def has_screen(environment: Mapping[str, str], system: str) -> bool:
    """Return True if a browser opens in a window of its own, before the eyes of whoever typed the command.

    Over ssh nobody sits at the screen, and without one a text browser (lynx, w3m, links) would take the terminal that
    shows the code, and Ctrl-C with it.
    """
    is_remote = any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))
    has_display = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    named = Path(environment.get("BROWSER", "").split(os.pathsep)[0].split(" ")[0]).stem
    if named in TEXT_BROWSERS:
        return False
    return has_display if is_remote or system not in ("darwin", "win32") else True


def show_running(occupied: Occupied, no_browser: bool, as_json: bool, lang: str) -> None:
    """Another process has the data: show that one."""
    where = occupied.where
    if not where.get("url"):
        raise Refused(why(occupied, lang))
    if as_json:
        print_json({**{key: where.get(key, "") for key in ("url", "host_key", "join")}, "running": True})
        return
    click.echo(say(lang, "terminal.open-already") + where["url"])
    join, fresh = where.get("join", where["url"]), _fresh_link(where)
    if fresh.get("token"):
        _show(join, fresh["token"], fresh["code"], lang)
    if not no_browser:
        open_browser(where["url"] + fresh.get("path", ""))


def _show_pairing(join: str, offer: Offer, lang: str) -> None:
    _show(join, offer.token, offer.text, lang)


def _show(join: str, token: str, code: str, lang: str) -> None:
    """Print the code and its link. The token stands behind the `#`, which browsers send to nobody: no log, no proxy has
    it."""
    link = f"{join}/#pair={token}"
    if sys.stdout.isatty():
        import qrcode

        symbol = qrcode.QRCode(border=2)
        symbol.add_data(link)
        symbol.print_ascii(out=sys.stdout, tty=True)
    once = say(lang, "terminal.to-host")
    typed = say(lang, "terminal.to-type").format(at=f"{join}/join")
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
