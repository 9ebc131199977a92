"""What browsers allow at the address a table is opened under, and whether this machine has a name on the network."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import NamedTuple

from companion.cli import say


class Told(NamedTuple):
    """Whether it is well, what there is, and what more could be had."""

    is_good: bool
    text: str
    fix: str = ""


def origin(running: dict[str, str], lang: str) -> Told:
    """What works by http on the network, on this machine itself, and by https."""
    if running.get("https"):
        text = say(
            lang,
            f"Por http va todo lo del juego; por https ({running['https']}), además, la cámara en vivo y la pantalla "
            "siempre encendida, en los aparatos que tengan el certificado.",
            f"By http everything of the game works; by https ({running['https']}) the live camera and an ever-lit "
            "screen too, on devices that have the certificate.",
        )
        return Told(True, text)
    text = say(
        lang,
        "Por http, en cualquier aparato: mirar, dirigir, deshacer, hacer fotos y subirlas. En este mismo ordenador "
        "(localhost) también la cámara en vivo. En otra tableta, la cámara en vivo y la pantalla siempre encendida no.",
        "By http, on any device: looking on, leading, undoing, taking and sending pictures. On this very computer "
        "(localhost) the live camera too. On another tablet the live camera and an ever-lit screen do not work.",
    )
    fix = say(
        lang,
        "Si hacen falta: companion serve --https, y en la tableta la página /ca.",
        "If they are wanted: companion serve --https, and on the tablet the page /ca.",
    )
    return Told(True, text, fix)


def name(lang: str) -> Told:
    """Whether other devices find this machine by a name."""
    first = socket.gethostname().partition(".")[0].lower()
    if first in ("", "localhost"):
        text = say(lang, "Este ordenador no tiene nombre propio.", "This computer has no name of its own.")
        fix = say(lang, "Usa la dirección: un nombre .local no hace falta.", "Use the address: no name is needed.")
        return Told(False, text, fix)
    if sys.platform in ("darwin", "win32") or Path("/run/avahi-daemon/socket").exists():
        text = say(lang, "En muchos aparatos vale también el nombre ", "On many devices this name works too: ")
        return Told(True, f"{text}{first}.local")
    text = say(lang, "Nadie anuncia un nombre .local en la red.", "Nobody announces a .local name on the network.")
    fix = say(
        lang,
        f"No hace falta. Si lo quieres: sudo apt install avahi-daemon, y la mesa estará en {first}.local.",
        f"It is not needed. If you want one: sudo apt install avahi-daemon, and the table is at {first}.local.",
    )
    return Told(True, text, fix)
