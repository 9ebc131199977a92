"""What `companion serve` puts together before it answers, and what it says: in this process, with a server that does
not run."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from companion.cli import Refused, import_, serve, terminal
from companion.i18n import catalog, toml_tables
from companion.store.base import Unwritable
from companion.store.folder import Folder, Occupied
from companion.web.server import asgi, logs
from companion.web.server.context import FIGURES, WIFI
from companion.web.server.network import Address
from companion.web.server.reach import Reach
from tests.cli.running import run
from tests.cli.serving import SETUP

HOME, VPN = Address("192.168.1.20", "wlan0"), Address("10.8.0.2", "tun0")


class Made:
    """A table that was put together, as it was when it would have begun to answer."""

    browsed: list[str]
    log: list[bool]
    look: Callable[[], None]

    def take(self, door: asgi.AsgiApp, tables: Any, ready: Callable[[], None], secure: object) -> SimpleNamespace:
        """Stand for the server: call `ready`, and look at everything."""
        self.door, self.tables, self.secure = door, tables, secure

        def run(sockets: list[socket.socket]) -> None:
            self.port: int = sockets[0].getsockname()[1]
            ready()
            self.look()

        return SimpleNamespace(run=run)


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    found = Made()
    found.browsed, found.log, found.look = [], [], lambda: None
    monkeypatch.setattr(asgi, "Server", found.take)
    monkeypatch.setattr(logs, "begin", found.log.append)
    monkeypatch.setattr(terminal, "open_browser", found.browsed.append)
    monkeypatch.setattr(serve, "on_networks", lambda: [HOME, VPN])
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: None)
    monkeypatch.setenv(catalog.OWN, str(tmp_path / "languages"))
    yield found
    toml_tables.bring(None)


def test_everything_lies_in_the_folder_and_programs_are_told(made: Made, tmp_path: Path) -> None:
    data, decks = tmp_path / "data", tmp_path / "mine"
    decks.mkdir()
    (data / "decks").mkdir(parents=True)
    running: list[dict[str, str]] = []
    made.look = lambda: running.append(Folder(data).running())
    words = ("--port", "0", "--json", "--log", "json", "--decks", decks, "--data", data)
    done = run("serve", *words, COMPANION_ORIGIN=" https://mesa.example/ ")
    assert done.exit_code == 0, done.stderr
    assert str(data / "decks") in done.stderr, "a folder without a deck is said"
    (told,) = [json.loads(line) for line in done.stdout.splitlines()]
    key = (data / "host-key").read_text("utf-8")
    url = f"http://127.0.0.1:{made.port}"
    assert told == {"url": url, "join": "https://mesa.example", "host_key": key} == running[0]
    assert made.browsed[0].startswith(f"{url}/host/") and made.log == [True] and made.secure is None
    app, tables = made.door.app, made.tables
    assert app.config["DECK_FOLDERS"] == (decks, data / "decks") and app.config["DATA_FOLDER"] == data
    assert tables.sealed.folder == data / "referee" and tables.boards._folder == data / "boards"
    assert app.extensions[FIGURES]._file == data / "figures.json" and app.extensions[WIFI]._file == data / "wifi.json"
    assert made.door.access.sessions._file == data / "devices.json"
    assert tables.store._path == data / "companion.db" and tables.workers is not None
    assert (tables.workers._workers, tables.workers._places._value) == (1, 9), "one check is made, eight may wait"
    assert not (data / "running.json").exists(), "and nobody is told of it any more"


def test_people_are_told_the_code_and_every_address(made: Made, tmp_path: Path) -> None:
    done = run("serve", "--port", "0", "--no-browser", "--data", tmp_path, "--lang", "en", COMPANION_HOST_KEY=" k ")
    assert done.exit_code == 0 and made.browsed == [] and not (tmp_path / "host-key").exists()
    join = f"http://192.168.1.20:{made.port}"
    once, typed, watch, others, vpn, keys = done.stdout.splitlines()
    assert once.startswith(f"To run the table (one use, ten minutes): {join}/#pair=")
    assert typed.startswith(f"Or open {join}/join and type: ")
    assert (watch, others) == (
        f"To watch, from any device at home: {join}",
        "Other addresses of this computer, in case phones cannot reach that one:",
    )
    assert vpn.strip() == f"2  http://10.8.0.2:{made.port}  (tun0)"
    assert keys == "Enter: new link.  A number and Enter: the code for that address.  Ctrl-C: quit."
    assert made.door.access.settings.host_key == "k"


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
@pytest.mark.parametrize(
    ("soft", "hard", "wanted"),
    [
        (256, 4096, 4096),
        (1024, 90_000, 8192),
        (1024, -1, 8192),
        (1024, 1024, None),
        (8192, -1, None),
        (9000, 9000, None),
    ],
)
def test_a_full_house_may_connect(monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, wanted: int | None) -> None:
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda of: (soft, hard))
    monkeypatch.setattr("resource.setrlimit", lambda of, limits: raised.append(limits))
    serve._raise_limit()
    assert raised == ([] if wanted is None else [(wanted, hard)])


def test_a_host_named_on_the_command_line_is_the_address(made: Made, tmp_path: Path) -> None:
    done = run("serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--json", "--data", tmp_path)
    told = json.loads(done.stdout)
    assert told["url"] == told["join"] == f"http://127.0.0.1:{made.port}"


def test_the_first_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def taken(host: str, port: int) -> socket.socket:
        tried.append(port)
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(asgi, "listen", taken)
    for port, said in ((None, 8080), (7, 7)):
        with pytest.raises(Refused) as refused:
            serve._listen(serve.Order("127.0.0.1", port, (), False, False, "en"))
        assert f"{said}" in refused.value.message and "Address already in use" in refused.value.message
    assert tried == [*range(8080, 8100), 0, 7]


def test_an_https_address_and_its_fingerprint_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.show_https("https://192.168.1.20:8443", "http://192.168.1.20:8080", "AB:CD", "en")
    https, fingerprint = capsys.readouterr().out.splitlines()
    assert "https://192.168.1.20:8443" in https and "http://192.168.1.20:8080/ca)" in https
    assert fingerprint.endswith("AB:CD")


def test_a_table_that_has_not_said_where_it_is_is_named_by_its_folder() -> None:
    with pytest.raises(Refused) as refused:
        terminal.show_running(Occupied(Path("somewhere"), {}), False, False, "en")
    assert "somewhere" in refused.value.message


def test_a_copy_that_cannot_be_made_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    serve._tell_copy("en", Unwritable("store.full", path="disk"))
    assert "disk" in capsys.readouterr().err


class Answer:
    """What an open table answers."""

    def __init__(self, said: dict[str, object]) -> None:
        self._said = json.dumps(said).encode()

    def read(self, *_: object) -> bytes:
        return self._said

    def close(self) -> None:
        """Nothing is open."""


def test_what_an_open_table_says_of_a_file_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file, asked = tmp_path / "a.jsonl", list[Request]()
    file.write_text(json.dumps(SETUP), "utf-8")
    folder = Folder(tmp_path)
    folder.take()
    folder.announce(url="http://127.0.0.1:9", host_key="k")
    answers: list[Exception] = [
        HTTPError("x", 422, "no", {}, Answer({"message": "It is none."})),  # type: ignore[arg-type]
        OSError("gone"),
    ]

    def send(request: Request, timeout: float) -> object:
        asked.append(request)
        raise answers.pop(0)

    monkeypatch.setattr(import_, "urlopen", send)
    try:
        told = [run("import", file, "--data", tmp_path, "--lang", "en") for _ in range(2)]
    finally:
        folder.release()
    assert [one.exit_code for one in told] == [1, 1] and told[0].stderr == "It is none.\n" and "gone" in told[1].stderr
    sent = asked[0]
    assert (sent.full_url, sent.data) == ("http://127.0.0.1:9/api/import", file.read_bytes())
    assert (sent.get_header("Authorization"), sent.get_header("Accept-language")) == ("Bearer k", "en")


def test_the_numbers_of_the_ways_are_those_of_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    offer: Any = SimpleNamespace(token="t", text="AB-12")
    terminal.welcome("http://192.168.1.20:8080", Reach(8080, lambda: [HOME]), lambda: offer, "en")
    assert capsys.readouterr().out.splitlines()[2:] == [
        "To watch, from any device at home: http://192.168.1.20:8080",
        "Enter: new link.  Ctrl-C: quit.",
    ]
