"""The home without a server: imported where there is none, it plays, keeps, and says what takes a computer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.site.home import Answer, Home

AT = "https://mesa.example"
SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}
PLAYING = """
import sys, threading
BLOCKED = {"uvicorn", "cryptography", "a2wsgi", "multiprocessing", "psycopg", "typst", "cv2", "zxingcpp", "numpy"}
class Nothing:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nothing())
def never(*given, **more): raise RuntimeError("not here")
threading.Thread.start = never
import socket
socket.socket.__init__ = never
from pathlib import Path
from companion.site.home import Home
import json
home = Home(Path(sys.argv[1]), "mesa.example")
said = {"content-type": "application/json", "sec-fetch-site": "same-origin"}
made = home.answer("POST", "https://mesa.example/api/games", said, sys.argv[2].encode())
game = json.loads(made.body)["id"]
page = home.answer("GET", f"https://mesa.example/games/{game}", {}, b"")
turn = home.answer("POST", f"https://mesa.example/api/games/{game}/actions", said,
                   json.dumps({"action": "draw", "player": "Ana", "back": "away"}).encode())
print(made.status, page.status, turn.status, turn.changed)
assert not BLOCKED & set(sys.modules), BLOCKED & set(sys.modules)
"""


def asked(home: Home, method: str, path: str, body: bytes = b"", kind: str = "application/json", **more: str) -> Answer:
    """What the home answers to a page of its own."""
    return home.answer(method, AT + path, {"content-type": kind, "sec-fetch-site": "same-origin", **more}, body)


def opened(home: Home) -> str:
    """The id of a new game."""
    made = asked(home, "POST", "/api/games", json.dumps(SETUP).encode())
    assert made.status == 201, made.body
    return str(json.loads(made.body)["id"])


def test_a_turn_is_played_where_there_is_no_server_and_nothing_of_one(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-c", PLAYING, str(tmp_path), json.dumps(SETUP)], capture_output=True, text=True, timeout=120
    )
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("201 200 200 {"), made.stdout


def test_what_was_acknowledged_is_there_in_the_next_home(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example")
    game = opened(home)
    said = asked(home, "POST", f"/api/games/{game}/actions", b'{"action": "draw", "player": "Ana", "back": "away"}')
    assert json.loads(said.changed) == {"game": game, "version": 2}
    record = asked(home, "GET", f"/api/games/{game}/record").body
    # The first is not closed: a tab that is gone closes nothing.
    later = Home(tmp_path, "mesa.example")
    assert asked(later, "GET", f"/api/games/{game}/record").body == record
    assert record


def test_what_somebody_chose_is_still_chosen_in_the_next_home(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example")
    form = urlencode({"lang": "en", "back": "/"}).encode()
    assert asked(home, "POST", "/language", form, "application/x-www-form-urlencoded").status == 303
    assert b'<html lang="en"' in asked(Home(tmp_path, "mesa.example"), "GET", "/").body


@pytest.mark.parametrize("path", ["/devices", "/print", "/games/abc/seats", "/games/abc/scan/judge", "/take-in"])
def test_what_takes_a_computer_is_said_plainly(tmp_path: Path, path: str) -> None:
    home = Home(tmp_path, "mesa.example")
    answer = asked(home, "GET", path)
    assert answer.status == 501
    assert "companion serve" in answer.body.decode()


def test_another_site_changes_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path, "mesa.example")
    more = {"sec-fetch-site": "cross-site"}
    answer = home.answer(
        "POST", f"{AT}/api/games", {"content-type": "application/json", **more}, json.dumps(SETUP).encode()
    )
    assert answer.status == 403
    assert home.tables.count() == 0


def test_a_page_may_lie_in_the_frame_of_our_own_start_page_only(tmp_path: Path) -> None:
    headers = dict(asked(Home(tmp_path, "mesa.example"), "GET", "/").headers)
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
