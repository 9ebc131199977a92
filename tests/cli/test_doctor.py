"""`companion doctor` looks at everything and says what to do."""

from __future__ import annotations

import re
import socket
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli import doctor
from companion.cli.firewall import Told, Wall
from companion.scan import webcam
from companion.scan.webcam import Checked
from companion.service.club import Standing
from companion.store import hourly_copies
from companion.store.folder import Folder
from companion.store.sqlite import SQLiteStore
from companion.web.server.network import Address
from tests.cli.running import lines, run
from tests.store.test_stores import HEADING, row

NAMES = [
    "disk", "games", "copies", "sqlite", "network", "port", "firewall", "origin", "name", "printing", "scanning",
    "refereeing", "camera", "fonts",
]  # fmt: skip


ADDRESSES = [Address("192.168.1.20", "wlan0"), Address("10.8.0.2", "tun0"), Address("172.17.0.1", "docker0")]


def checks(folder: Path, *words: str) -> dict[str, dict[str, str]]:
    """Return the checks of the doctor, by name."""
    result = run("doctor", "--json", "--data", folder, *words)
    (document,) = lines(result)
    statuses = [check["status"] for check in document["checks"]]  # type: ignore[attr-defined]
    assert result.exit_code == int("bad" in statuses)
    found: list[dict[str, str]] = document["checks"]  # type: ignore[assignment]
    return {check["name"]: check for check in found}


def test_everything_is_looked_at_and_what_is_wrong_has_a_fix(tmp_path: Path) -> None:
    found = checks(tmp_path)
    assert list(found) == NAMES
    for check in found.values():
        assert check["text"]
        assert check["status"] == "good" or check["fix"]
    assert (found["disk"]["status"], found["games"]["status"]) == ("good", "good")


def test_the_room_that_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, status in ((99 * 2**20, "warn"), (101 * 2**20, "good")):
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path, free=free: SimpleNamespace(free=free))
        found = checks(tmp_path)["disk"]
        assert found["status"] == status and f"({free // 2**20} MB)" in found["text"]


def test_the_hosts_of_a_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = [Standing(f"http://h{k}:8080", "2026-11-20T21:16:58Z", silent, False) for k, silent in ((1, 30), (2, 130))]
    monkeypatch.setattr(doctor.club, "hosts", lambda: hosts)
    found = checks(tmp_path, "--lang", "en")["club"]
    assert (
        found["status"] == "warn" and ", silent for 30 s; " in found["text"] and ", silent for 2 min." in found["text"]
    )
    since = datetime(2026, 11, 20, 21, 16, tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    hosts = [Standing("http://h1:8080", "2026-11-20T21:16:58Z", 1, True)]
    found = checks(tmp_path, "--lang", "en")["club"]
    assert (found["status"], found["text"]) == ("good", f"Club hosts: http://h1:8080 running since {since}.")


def test_a_disk_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = checks(tmp_path / "file" / "data")
    assert found["disk"]["status"] == "bad"
    assert "--data" in found["disk"]["fix"]


def test_damaged_games(tmp_path: Path) -> None:
    (tmp_path / "companion.db").write_bytes(b"no database" * 100)
    assert checks(tmp_path)["games"]["status"] == "bad"


def test_the_copies_are_told_and_a_file_that_knows_less_than_they(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    with closing(SQLiteStore(path)) as store:
        store.open(HEADING, [row(1)])
    early = path.read_bytes()
    with closing(SQLiteStore(path)) as store:
        store.append("game1", [row(2)], "{}")
    copy = hourly_copies.take(path)
    assert copy is not None
    found = checks(tmp_path)["copies"]
    assert (found["status"], hourly_copies.made_at(copy) in found["text"]) == ("good", True)
    path.write_bytes(early)
    found = checks(tmp_path, "--lang", "en")["copies"]
    assert (found["status"], "game1 (1 < 2)" in found["text"]) == ("warn", True)
    with closing(SQLiteStore(path)):
        pass
    assert checks(tmp_path)["copies"]["status"] == "good"
    copy.write_bytes(copy.read_bytes()[:5000])
    assert checks(tmp_path)["copies"]["status"] == "bad"


def test_games_of_a_newer_companion_and_of_another_program_are_not_whole(tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "companion.db").close()
    assert checks(tmp_path)["games"]["status"] == "good"
    with closing(sqlite3.connect(tmp_path / "companion.db")) as file:
        file.execute("pragma user_version = 999")
        file.commit()
    found = checks(tmp_path, "--lang", "en")["games"]
    assert (found["status"], "newer" in found["text"], "Update" in found["fix"]) == ("bad", True, True)

    (tmp_path / "other").mkdir()
    with closing(sqlite3.connect(tmp_path / "other" / "companion.db")) as file:
        file.execute("create table recipes (name)")
        file.commit()
    assert checks(tmp_path / "other")["games"]["status"] == "bad"


@pytest.mark.parametrize(("version", "status"), [((3, 51, 2), "warn"), ((3, 51, 3), "good")])
def test_an_old_sqlite(tmp_path: Path, version: tuple[int, ...], status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    assert checks(tmp_path)["sqlite"]["status"] == status


def test_the_ways_into_a_table_and_no_library_that_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "on_networks", lambda: ADDRESSES)
    monkeypatch.setattr(doctor, "_loads", lambda name: name != "cv2")
    found = checks(tmp_path, "--lang", "en", "--port", "8123")
    assert found["network"]["text"] == (
        "Address on the network: http://192.168.1.20:8123 (wlan0, Wi-Fi). Phones get this one: Wi-Fi and Ethernet come "
        "before VPNs and containers. Other addresses: http://10.8.0.2:8123 (tun0, VPN or mobile data), "
        "http://172.17.0.1:8123 (docker0, containers or virtual machines)."
    )
    camera = found["camera"]
    assert (found["network"]["status"], camera["status"], camera["text"]) == ("good", "warn", "Could not be checked.")


@pytest.mark.parametrize("is_well", [True, False])
def test_all_that_a_person_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_well: bool) -> None:
    """On a machine made up, where all is well or nothing: the lines stand in `doctor.txt`."""
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: SimpleNamespace(free=2**30 if is_well else 2**20))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.50.1")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51 + is_well, 1))
    monkeypatch.setattr(doctor, "on_networks", lambda: ADDRESSES[:1] if is_well else [])
    monkeypatch.setattr(doctor, "_loads", lambda name: is_well)
    monkeypatch.setattr(doctor.firewall, "walls", lambda port: [] if is_well else [Wall("ufw", "closed", "ufw allow")])
    monkeypatch.setattr(doctor.firewall, "name", lambda lang: Told(is_well, "NAME", "" if is_well else "FIX"))
    seen = [Checked(False, "NONE."), Checked(True, "ONE."), Checked(True, "TWO.")]
    monkeypatch.setattr(webcam, "examine", lambda lang: seen)
    (tmp_path / "network.json").write_text('{"interface": "wlan0"}', "utf-8")
    if is_well:
        SQLiteStore(tmp_path / "companion.db").close()
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        Folder(tmp_path).announce(url=f"http://127.0.0.1:{port if is_well else 1}")
        result = run("doctor", "--data", tmp_path, "--lang", "en", "--port", str(port))
    said = result.stdout.replace(str(tmp_path), "HOUSE").replace(str(port), "PORT")
    said = re.sub(r"(?<=sheets: )\d+", "MANY", said)
    well, ill = Path(__file__).with_name("doctor.txt").read_text("utf-8").split("===\n")
    assert said == (well if is_well else ill)
    assert result.exit_code == (not is_well)
