"""`companion doctor`: what works on this machine, and the fix for what does not."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

import click

from companion.cli import Refused, firewall, here, json_option, lang_option, licences, print_json, say
from companion.cli.data import data_option, folder_of
from companion.cli.network import on_networks
from companion.service import club
from companion.service.club import Standing
from companion.service.messages import why
from companion.store import hourly_copies
from companion.store.base import StoreFault
from companion.store.folder import Folder
from companion.store.salvage import faults, not_ours
from companion.web.server.reach import CHOICE, Reach, Way

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


@click.command("doctor", help=here("doctor.about"))
@data_option
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True)
@click.option("--licences", "--licenses", "only_licences", is_flag=True, help=here("doctor.option.licences"))
@json_option
@lang_option
def command(data: Path | None, port: int, only_licences: bool, as_json: bool, lang: str) -> None:
    """Look at disk, games, network, printing and camera; exit 1 where something does not work."""
    if only_licences:
        found = licences.licences()
        if not found:
            raise Refused(say(lang, "doctor.packages-untold"))
        if as_json:
            print_json({"licences": [one._asdict() for one in found]})
            return
        wide = max(len(f"{one.name} {one.version}") for one in found)
        for one in found:
            licence = one.licence or say(lang, "doctor.licence-untold")
            click.echo(f"{one.name + ' ' + one.version:{wide}}  {licence}")
        return
    findings = list(Doctor(folder_of(data), port, lang).findings())
    if as_json:
        print_json({"checks": [finding._asdict() for finding in findings]})
    for finding in () if as_json else findings:
        sign, colour = _SIGNS[finding.status]
        click.echo(f"{click.style(sign, fg=colour, bold=True)} {finding.text}")
        if finding.fix:
            click.echo(f"    → {finding.fix}")
    if any(finding.status == "bad" for finding in findings):
        raise SystemExit(1)


class Doctor:
    """Looks at one thing after the other; nothing is changed and nothing is sent."""

    def __init__(self, folder: Folder, port: int, lang: str) -> None:
        self._folder = folder
        self._port = port
        self._lang = lang

    def findings(self) -> Iterator[Finding]:
        """Yield everything that was looked at."""
        yield self._disk()
        yield self._games()
        yield self._copies()
        yield from self._club()
        yield self._sqlite()
        yield self._network()
        yield self._listening()
        yield self._told("firewall", firewall.told(self._port, self._lang, firewall.walls(self._port)))
        yield self._told("origin", firewall.origin(self._folder.running(), self._lang))
        yield self._told("name", firewall.name(self._lang))
        yield self._libraries("printing", ("typst", "pypdf", "segno"))
        yield self._libraries("scanning", ("cv2", "numpy", "zxingcpp"))
        yield self._libraries("refereeing", ("pysat",))
        yield self._camera()
        yield self._fonts()

    def _say(self, key: str, **blanks: object) -> str:
        return say(self._lang, key, **blanks)

    def _disk(self) -> Finding:
        path = self._folder.path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=path) as file:
                file.write(b"x" * 4096)
            free = shutil.disk_usage(path).free
        except OSError as error:
            text = self._say("doctor.folder-not-writable", path=path)
            return Finding("disk", "bad", f"{text} ({error.strerror}).", self._say("doctor.folder-advice"))
        room = f"({free // 2**20} MB)."
        if free < LEAST_ROOM:
            text = self._say("doctor.room-little", path=path, room=room)
            return Finding("disk", "warn", text, self._say("doctor.room-advice"))
        return Finding("disk", "good", self._say("doctor.room-enough", path=path, room=room))

    def _games(self) -> Finding:
        path = self._folder.database
        strange = not_ours(path) if path.exists() else None
        if strange is not None:
            return Finding("games", "bad", why(strange, self._lang), self._say("doctor.update"))
        found = faults(path) if path.exists() else []
        if found:
            text = self._say("doctor.games-damaged")
            return Finding("games", "bad", text + "; ".join(found[:3]), self._say("doctor.games-damaged-advice"))
        if not path.exists():
            return Finding("games", "good", self._say("doctor.games-none"))
        return Finding("games", "good", self._say("doctor.games-whole"))

    def _copies(self) -> Finding:
        path = self._folder.database
        there = hourly_copies.found(path)
        lost = hourly_copies.behind(path) if path.exists() else []
        if lost:
            games = ", ".join(f"{one.game} ({one.here} < {one.there})" for one in lost[:3])
            text = self._say("doctor.copy-newer")
            return Finding("copies", "warn", f"{text}{games}.", self._say("doctor.copy-newer-advice"))
        if not there:
            return Finding("copies", "good", self._say("doctor.copies-none") + self._say("doctor.copies-by-serve"))
        fault = hourly_copies.fault_of(there[0])
        where = f"{len(there)} · {hourly_copies.made_at(there[0])} · {hourly_copies.folder_of(path)}"
        if fault:
            text = self._say("doctor.copies-unreadable")
            fix = self._say("doctor.copies-unreadable-advice")
            return Finding("copies", "bad", f"{text} ({fault}): {there[0]}", fix)
        return Finding("copies", "good", self._say("doctor.copies") + where)

    def _club(self) -> Iterator[Finding]:
        """Yield the hosts of the club; nothing in a house that has no database."""
        try:
            hosts = club.hosts()
        except StoreFault as fault:
            fix = self._say("doctor.club-advice")
            yield Finding("club", "bad", why(fault, self._lang), fix)
            return
        if hosts is None:
            return
        told = "; ".join(map(self._host, hosts))
        if any(host.lives for host in hosts):
            yield Finding("club", "good", self._say("doctor.club") + told + ".")
            return
        text = self._say("doctor.club-none")
        fix = self._say("doctor.club-none-advice")
        yield Finding("club", "warn", f"{text}{': ' if told else ''}{told}.", fix)

    def _host(self, host: Standing) -> str:
        """One host: where it is, since when, and how long it has said nothing where it should have."""
        since = datetime.fromisoformat(host.since).astimezone().strftime("%Y-%m-%d %H:%M")
        told = self._say("doctor.club-host", url=host.url, since=since)
        if host.lives:
            return told
        silent = f"{host.silent // 60:.0f} min" if host.silent >= 60 else f"{host.silent:.0f} s"
        return told + self._say("doctor.club-silent", silent=silent)

    def _sqlite(self) -> Finding:
        version = f"SQLite {sqlite3.sqlite_version}"
        if sqlite3.sqlite_version_info >= SAFE_SQLITE:
            return Finding("sqlite", "good", f"{version}.")
        text = self._say("doctor.sqlite-old")
        return Finding("sqlite", "warn", f"{version}: {text}", self._say("doctor.sqlite-advice"))

    def _network(self) -> Finding:
        reach = Reach(self._port, on_networks, self._folder.path / CHOICE)
        if ways := reach.ways():
            first, *others = ways
            why = self._say("doctor.network-chosen" if reach.is_chosen(first) else "doctor.network-likeliest")
            text = f"{self._say('doctor.network')}{self._way(first)}. {why}"
            if others:
                text += f" {self._say('doctor.network-others')}{', '.join(map(self._way, others))}."
            return Finding("network", "good", text)
        return Finding("network", "warn", self._say("doctor.network-none"), self._say("doctor.connect"))

    def _way(self, way: Way) -> str:
        return f"{way.url} ({way.interface}, {self._say(f'doctor.network-kind.{way.kind}')})"

    def _listening(self) -> Finding:
        from companion.web.server.asgi import listen

        port, running = self._port, self._folder.running().get("url", "")
        try:
            listen("0.0.0.0", port).close()
        except OSError as error:
            if running.endswith(f":{port}"):
                return Finding("port", "good", self._say("doctor.table-open") + running)
            text = self._say("doctor.port-taken", port=port)
            return Finding("port", "warn", f"{text} ({error.strerror}).", self._say("doctor.port-taken-advice"))
        return Finding("port", "good", self._say("doctor.port-free", port=port))

    def _told(self, name: str, told: firewall.Told) -> Finding:
        return Finding(name, "good" if told.is_good else "warn", told.text, told.fix)

    def _libraries(self, name: str, modules: Sequence[str]) -> Finding:
        """Check that the libraries for a purpose are installed and can be loaded here."""
        lacking = [module for module in modules if find_spec(module) is None or not _loads(module)]
        if not lacking:
            return Finding(name, "good", self._say(f"doctor.{name}.installed"))
        text = self._say(f"doctor.{name}.missing") + ", ".join(lacking)
        is_checkout = (Path(__file__).resolve().parents[2] / "tasks.py").exists()
        again = (
            "python3 tasks.py play --reinstall" if is_checkout else "pip install --force-reinstall la-cosa-companion"
        )
        return Finding(name, "bad", text, self._say("doctor.install-again", again=again))

    def _camera(self) -> Finding:
        """Every camera of this machine, opened for one picture that is kept nowhere."""
        fix = self._say("doctor.no-camera-advice")
        if not _loads("cv2"):
            return Finding("camera", "warn", self._say("doctor.not-looked"), fix)
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
            text = self._say("doctor.fonts")
            return Finding("fonts", "good", f"{text}: {len(fonts)}.")
        return Finding("fonts", "bad", self._say("doctor.fonts-missing"), self._say("doctor.fonts-advice"))


def _loads(module: str) -> bool:
    try:
        __import__(module)
    except Exception:
        # A wheel for another system fails in any way it likes; all that matters is that it does.
        return False
    return True
