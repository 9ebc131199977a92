"""`companion doctor`: what works on this machine, and the fix for what does not."""

from __future__ import annotations

import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

import click

from companion.cli import here, json_option, lang_option, print_json, say
from companion.cli.network import addresses
from companion.store.damage import faults
from companion.store.folder import Folder, default_folder

SAFE_SQLITE = (3, 51, 3)
"""From here on two connections cannot corrupt a file that both write; the companion never lets two write."""
LEAST_ROOM = 100 * 1024 * 1024
_SIGNS = {"good": ("✓", "green"), "warn": ("!", "yellow"), "bad": ("✗", "red")}


class Finding(NamedTuple):
    """One thing looked at: its name, how it is, in a sentence, and what to do about it."""

    name: str
    status: Literal["good", "warn", "bad"]
    text: str
    fix: str = ""


@click.command("doctor", help=here("Qué no funciona aquí y cómo arreglarlo.", "What does not work here and how to mend it."))
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help=here("la carpeta de las partidas", "the folder of the games"))
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True)
@json_option
@lang_option
def command(data: Path | None, port: int, as_json: bool, lang: str) -> None:
    """Look at disk, games, network, printing and camera."""
    folder = Folder(data or default_folder())
    findings = list(_findings(folder, port, lang))
    if as_json:
        print_json({"checks": [finding._asdict() for finding in findings]})
        return
    for finding in findings:
        sign, colour = _SIGNS[finding.status]
        click.echo(f"{click.style(sign, fg=colour, bold=True)} {finding.text}")
        if finding.fix:
            click.echo(f"    → {finding.fix}")


def _findings(folder: Folder, port: int, lang: str) -> Iterator[Finding]:
    yield _disk(folder.path, lang)
    yield _games(folder, lang)
    yield _sqlite(lang)
    yield _network(lang)
    yield _port(folder, port, lang)
    yield _libraries("printing", ("typst", "pypdf", "segno"), say(lang, "imprimir", "printing"), lang)
    yield _libraries("scanning", ("cv2", "zxingcpp", "numpy"), say(lang, "leer cartas con la cámara", "reading cards with the camera"), lang)
    yield _camera(lang)
    yield _fonts(lang)


def _disk(path: Path, lang: str) -> Finding:
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(b"x" * 4096)
        free = shutil.disk_usage(path).free
    except OSError as error:
        text = say(lang, f"No se puede escribir en {path} ({error.strerror}).", f"Cannot write to {path} ({error.strerror}).")
        return Finding("disk", "bad", text, say(lang, "Elige otra carpeta con --data.", "Choose another folder with --data."))
    room = f"{free // 2**20} MB"
    if free < LEAST_ROOM:
        fix = say(lang, "Haz sitio en el disco.", "Make room on the disk.")
        return Finding("disk", "warn", say(lang, f"Queda poco sitio en {path}: {room}.", f"Little room at {path}: {room}."), fix)
    return Finding("disk", "good", say(lang, f"Se puede escribir en {path} ({room} libres).", f"{path} can be written to ({room} free)."))


def _games(folder: Folder, lang: str) -> Finding:
    if not folder.database.exists():
        return Finding("games", "good", say(lang, "Todavía no hay partidas guardadas.", "No games are kept yet."))
    found = faults(folder.database)
    if found:
        text = say(lang, "El archivo de las partidas está dañado: ", "The file of the games is damaged: ") + "; ".join(found[:3])
        fix = say(
            lang,
            "Abre la mesa (serve): el archivo se guarda aparte y se rescata lo que se lea.",
            "Open the table (serve): the file is kept aside and what can be read is carried over.",
        )
        return Finding("games", "bad", text, fix)
    return Finding("games", "good", say(lang, "Las partidas guardadas están enteras.", "The kept games are whole."))


def _sqlite(lang: str) -> Finding:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < SAFE_SQLITE:
        text = say(
            lang,
            f"SQLite {version}: hasta 3.51.2 puede dañar un archivo si dos programas escriben en él a la vez.",
            f"SQLite {version}: up to 3.51.2 it can damage a file that two programs write at once.",
        )
        fix = say(
            lang,
            "Aquí escribe uno solo, así que no hay prisa; no abras la carpeta de datos con otros programas.",
            "Only one writes here, so there is no hurry; do not open the data folder with other programs.",
        )
        return Finding("sqlite", "warn", text, fix)
    return Finding("sqlite", "good", f"SQLite {version}.")


def _network(lang: str) -> Finding:
    found = addresses()
    if not found:
        text = say(lang, "Esta máquina no está en ninguna red.", "This machine is on no network.")
        fix = say(
            lang,
            "Conéctala a la misma wifi que los demás, o juega en este aparato: http://localhost.",
            "Connect it to the same Wi-Fi as the others, or play on this device: http://localhost.",
        )
        return Finding("network", "warn", text, fix)
    return Finding("network", "good", say(lang, "Dirección en la red: ", "Address on the network: ") + ", ".join(found))


def _port(folder: Folder, port: int, lang: str) -> Finding:
    from companion.web.server import listen

    running = folder.running().get("url", "")
    try:
        listen("0.0.0.0", port).close()
    except OSError as error:
        if running.endswith(f":{port}"):
            return Finding("port", "good", say(lang, f"La mesa está abierta: {running}", f"The table is open: {running}"))
        text = say(lang, f"El puerto {port} no está libre ({error.strerror}).", f"Port {port} is not free ({error.strerror}).")
        fix = say(lang, "serve toma el siguiente libre; o elige uno con --port.", "serve takes the next free one; or choose one with --port.")
        return Finding("port", "warn", text, fix)
    return Finding("port", "good", say(lang, f"El puerto {port} está libre.", f"Port {port} is free."))


def _libraries(name: str, modules: Sequence[str], purpose: str, lang: str) -> Finding:
    """Whether the libraries for a purpose are installed and can be loaded here."""
    lacking = [module for module in modules if find_spec(module) is None or not _loads(module)]
    if lacking:
        text = say(lang, f"Para {purpose} falta: ", f"For {purpose} there is missing: ") + ", ".join(lacking)
        fix = say(lang, "Repite la instalación: python3 tasks.py play, o pip install --force-reinstall companion.",
                  "Install again: python3 tasks.py play, or pip install --force-reinstall companion.")  # fmt: skip
        return Finding(name, "bad", text, fix)
    return Finding(name, "good", say(lang, f"Para {purpose} está todo instalado.", f"For {purpose} everything is installed."))


def _loads(module: str) -> bool:
    try:
        __import__(module)
    except Exception:
        # A wheel for another system fails in any way it likes; all that matters is that it does.
        return False
    return True


def _camera(lang: str) -> Finding:
    if sys.platform != "linux" or any(Path("/dev").glob("video*")):
        text = say(lang, "La cámara la pide el navegador cuando hace falta.", "The browser asks for the camera when it is needed.")
        return Finding("camera", "good", text)
    text = say(lang, "Esta máquina no tiene cámara.", "This machine has no camera.")
    fix = say(lang, "Usa la de la tableta o del teléfono, o sube una foto.", "Use the tablet's or the phone's, or send a picture.")
    return Finding("camera", "warn", text, fix)


def _fonts(lang: str) -> Finding:
    package = Path(__file__).resolve().parent.parent
    folders = (package / "_printables", package.parent / "printables")
    fonts = [font for folder in folders for pattern in ("*.ttf", "*.otf") for font in folder.rglob(pattern)]
    if not fonts:
        text = say(lang, "Faltan las letras de las hojas para imprimir.", "The fonts of the printed sheets are missing.")
        fix = say(lang, "Vuelve a instalar el programa.", "Install the program again.")
        return Finding("fonts", "bad", text, fix)
    return Finding("fonts", "good", say(lang, f"Letras para imprimir: {len(fonts)}.", f"Fonts for printing: {len(fonts)}."))
