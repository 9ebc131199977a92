"""`companion doctor`: what works on this machine, and the fix for what does not."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

import click

from companion.cli import here, json_option, lang_option, origins, print_json, say
from companion.cli.data import data_option, folder_of
from companion.cli.network import addresses
from companion.store.damage import faults
from companion.store.folder import Folder

SAFE_SQLITE = (3, 51, 3)
"""From here on two connections cannot corrupt a file that both write; the companion never lets two write."""
LEAST_ROOM = 100 * 2**20
_SIGNS = {"good": ("✓", "green"), "warn": ("!", "yellow"), "bad": ("✗", "red")}

Status = Literal["good", "warn", "bad"]


class Finding(NamedTuple):
    """One thing looked at: its name, how it is, in a sentence, and what to do about it."""

    name: str
    status: Status
    text: str
    fix: str = ""


@click.command(
    "doctor", help=here("Qué no funciona aquí y cómo arreglarlo.", "What does not work here and how to mend it.")
)
@data_option
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True)
@json_option
@lang_option
def command(data: Path | None, port: int, as_json: bool, lang: str) -> None:
    """Look at disk, games, network, printing and camera."""
    findings = list(Doctor(folder_of(data), port, lang).findings())
    if as_json:
        print_json({"checks": [finding._asdict() for finding in findings]})
        return
    for finding in findings:
        sign, colour = _SIGNS[finding.status]
        click.echo(f"{click.style(sign, fg=colour, bold=True)} {finding.text}")
        if finding.fix:
            click.echo(f"    → {finding.fix}")


class Doctor:
    """Looks at one thing after the other; nothing is changed and nothing is sent."""

    def __init__(self, folder: Folder, port: int, lang: str) -> None:
        self._folder = folder
        self._port = port
        self._lang = lang

    def findings(self) -> Iterator[Finding]:
        """Everything that was looked at."""
        yield self._disk()
        yield self._games()
        yield self._sqlite()
        yield self._network()
        yield self._listening()
        yield self._told("origin", origins.origin(self._folder.running(), self._lang))
        yield self._told("name", origins.name(self._lang))
        yield self._libraries("printing", ("typst", "pypdf", "segno"), "imprimir", "printing")
        yield self._libraries("scanning", ("cv2", "zxingcpp"), "leer cartas", "reading cards")
        yield self._camera()
        yield self._fonts()

    def _say(self, es: str, en: str) -> str:
        return say(self._lang, es, en)

    def _disk(self) -> Finding:
        path = self._folder.path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=path) as file:
                file.write(b"x" * 4096)
            free = shutil.disk_usage(path).free
        except OSError as error:
            text = self._say(f"No se puede escribir en {path}", f"{path} cannot be written to")
            fix = self._say("Elige otra carpeta con --data.", "Choose another folder with --data.")
            return Finding("disk", "bad", f"{text} ({error.strerror}).", fix)
        room = f"({free // 2**20} MB)."
        if free < LEAST_ROOM:
            text = self._say(f"Queda poco sitio en {path} {room}", f"Little room is left at {path} {room}")
            return Finding("disk", "warn", text, self._say("Haz sitio en el disco.", "Make room on the disk."))
        return Finding("disk", "good", self._say(f"Hay sitio en {path} {room}", f"There is room at {path} {room}"))

    def _games(self) -> Finding:
        path = self._folder.database
        found = faults(path) if path.exists() else []
        if found:
            text = self._say("El archivo de las partidas está dañado: ", "The file of the games is damaged: ")
            fix = self._say(
                "Abre la mesa (serve): el archivo se guarda aparte y se rescata lo que se lea.",
                "Open the table (serve): the file is kept aside and what can be read is carried over.",
            )
            return Finding("games", "bad", text + "; ".join(found[:3]), fix)
        if not path.exists():
            return Finding("games", "good", self._say("Todavía no hay partidas.", "There are no games yet."))
        return Finding("games", "good", self._say("Las partidas están enteras.", "The games are whole."))

    def _sqlite(self) -> Finding:
        version = f"SQLite {sqlite3.sqlite_version}"
        if sqlite3.sqlite_version_info >= SAFE_SQLITE:
            return Finding("sqlite", "good", f"{version}.")
        text = self._say(
            "hasta 3.51.2 puede dañar un archivo si dos programas escriben en él a la vez.",
            "up to 3.51.2 it can damage a file that two programs write at once.",
        )
        fix = self._say(
            "Aquí escribe uno solo; no abras la carpeta de las partidas con otros programas.",
            "Only one writes here; do not open the folder of the games with other programs.",
        )
        return Finding("sqlite", "warn", f"{version}: {text}", fix)

    def _network(self) -> Finding:
        found = addresses()
        if found:
            text = self._say("Dirección en la red: ", "Address on the network: ")
            return Finding("network", "good", text + ", ".join(found))
        fix = self._say(
            "Conéctala a la misma wifi que los demás, o juega en este mismo aparato.",
            "Connect it to the same Wi-Fi as the others, or play on this very device.",
        )
        return Finding("network", "warn", self._say("No hay ninguna red.", "There is no network."), fix)

    def _listening(self) -> Finding:
        from companion.web.server import listen

        port, running = self._port, self._folder.running().get("url", "")
        try:
            listen("0.0.0.0", port).close()
        except OSError as error:
            if running.endswith(f":{port}"):
                text = self._say("La mesa está abierta: ", "The table is open: ")
                return Finding("port", "good", text + running)
            text = self._say(f"El puerto {port} no está libre", f"Port {port} is not free")
            fix = self._say("serve toma el siguiente, o el de --port.", "serve takes the next, or that of --port.")
            return Finding("port", "warn", f"{text} ({error.strerror}).", fix)
        return Finding("port", "good", self._say(f"El puerto {port} está libre.", f"Port {port} is free."))

    def _told(self, name: str, told: origins.Told) -> Finding:
        return Finding(name, "good" if told.is_good else "warn", told.text, told.fix)

    def _libraries(self, name: str, modules: Sequence[str], es: str, en: str) -> Finding:
        """Whether the libraries for a purpose are installed and can be loaded here."""
        lacking = [module for module in modules if find_spec(module) is None or not _loads(module)]
        if not lacking:
            text = self._say(f"Para {es} está todo instalado.", f"For {en} everything is installed.")
            return Finding(name, "good", text)
        text = self._say(f"Para {es} falta: ", f"For {en} there is missing: ") + ", ".join(lacking)
        fix = self._say("Repite la instalación: python3 tasks.py play", "Install again: python3 tasks.py play")
        return Finding(name, "bad", text, fix)

    def _camera(self) -> Finding:
        """Every camera of this machine, opened for one picture that is kept nowhere."""
        fix = self._say(
            "Usa la de la tableta o la del teléfono, o sube una foto.",
            "Use the tablet's or the phone's, or send a picture.",
        )
        if not _loads("cv2"):
            return Finding("camera", "warn", self._say("No se ha podido mirar.", "It could not be looked at."), fix)
        from companion.scan.webcam import examine

        lines = examine(self._lang)
        working = [line.sentence for line in lines if line.works]
        if working:
            return Finding("camera", "good", " ".join(working))
        return Finding("camera", "warn", lines[0].sentence, fix)

    def _fonts(self) -> Finding:
        package = Path(__file__).resolve().parent.parent
        folders = (package / "_printables", package.parent / "printables")
        fonts = [font for folder in folders for kind in ("*.ttf", "*.otf") for font in folder.rglob(kind)]
        if fonts:
            text = self._say("Letras de las hojas para imprimir", "Fonts of the printed sheets")
            return Finding("fonts", "good", f"{text}: {len(fonts)}.")
        text = self._say("Faltan las letras de las hojas.", "The fonts of the sheets are missing.")
        return Finding("fonts", "bad", text, self._say("Vuelve a instalar.", "Install again."))


def _loads(module: str) -> bool:
    try:
        __import__(module)
    except Exception:
        # A wheel for another system fails in any way it likes; all that matters is that it does.
        return False
    return True
