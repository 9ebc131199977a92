"""Two hosts of a club behind nginx, set up as docs/club.md says: a table stays at one, and goes on when that dies."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cli.running import ROOT
from tests.cli.serving import SETUP, Running, start
from tests.lab.served import free_port
from tests.waiting import soon
from tests.web.serving import Stream, ask

pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")

pytestmark = pytest.mark.club

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed: sudo apt install nginx")
KEY = "the-key-of-the-club"


def documented() -> str:
    """Return the settings of nginx from the documentation."""
    found = re.search(r"```nginx\n(.*?)```", (ROOT / "docs" / "club.md").read_text("utf-8"), re.S)
    assert found is not None
    return found[1]


@contextmanager
def proxy(folder: Path, port: int, hosts: list[int]) -> Iterator[None]:
    """Run nginx as documented, on ports of this test."""
    assert NGINX is not None
    text = documented().replace("listen 80;", f"listen 127.0.0.1:{port};")
    for written, real in zip((8080, 8081), hosts, strict=True):
        text = text.replace(f":{written} ", f":{real} ")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    own = f"access_log off; {places}"
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;"
        f"events {{}} http {{ {own} {text} }}",
        "utf-8",
    )
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def host_of(port: int, path: str) -> int:
    """Return the port of the host that answers a path behind the proxy."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return int((answer.getheader("X-Companion-Host") or "0").rpartition(":")[2]) if answer.status == 200 else 0


@needs_nginx
def test_a_table_stays_at_one_host_and_goes_on_when_it_dies(club: str, tmp_path: Path) -> None:
    port = free_port()
    environment = {"COMPANION_DATABASE_URL": club, "COMPANION_HOST_KEY": KEY,
                   "COMPANION_ORIGIN": f"http://127.0.0.1:{port}"}  # fmt: skip
    houses: dict[int, Running] = {}
    for name in ("one", "two"):
        house = start(tmp_path / name, "--host", "127.0.0.1", **environment)
        houses[house.port] = house
    try:
        (tmp_path / "nginx").mkdir()
        with proxy(tmp_path / "nginx", port, [*houses]):
            soon(lambda: _answers(port))
            key = {"Authorization": f"Bearer {KEY}"}
            games = [ask(port, "POST", "/api/games", SETUP, **key)[1]["id"] for _ in range(12)]
            at = {game: host_of(port, f"/api/games/{game}") for game in games}
            assert set(at.values()) == {*houses}, "the tables are spread over both"
            for game in games:
                paths = (f"/api/games/{game}", f"/games/{game}", f"/api/games/{game}/log")
                assert {host_of(port, path) for path in paths} == {at[game]}
            link = ask(port, "POST", "/api/host-links", **key)[1]["url"]
            assert link.startswith(f"http://127.0.0.1:{port}/host/")
            cookie = _cookie(port, link)
            game = games[0]
            stream = Stream(port, game)
            assert stream.version() == 1
            own = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{port}"}
            draw = {"action": "draw", "player": "Ana", "back": "away", "action_id": "d1"}
            assert ask(port, "POST", f"/api/games/{game}/actions", draw, **own)[0] == 200
            assert stream.version() == 2
            houses[at[game]].process.kill()
            soon(lambda: ask(port, "POST", f"/api/games/{game}/actions", draw, **own)[0] == 200)
            assert ask(port, "GET", f"/api/games/{game}")[1]["version"] == 2, "written once"
            again = Stream(port, game, Last_Event_ID="1")
            assert again.version() == 2
            again.close()
            stream.close()
            assert {host_of(port, f"/api/games/{game}") for game in games} == {*houses} - {at[game]}
    finally:
        for house in houses.values():
            if house.process.poll() is None:
                house.process.terminate()
            house.process.wait(30)
            assert house.process.stdout is not None
            house.process.stdout.close()


def _answers(port: int) -> bool:
    try:
        return bool(ask(port, "GET", "/api/ready")[0] == 200)
    except OSError:
        return False


def _cookie(port: int, link: str) -> str:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", link.partition(f":{port}")[2])
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return (answer.getheader("Set-Cookie") or "").partition(";")[0]
