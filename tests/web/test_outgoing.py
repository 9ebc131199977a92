"""Answers made small, and those that must not be."""

from __future__ import annotations

import gzip
import re

import pytest

from companion.web.server.outgoing import SECRET
from tests.web.sitting import Sitting, seated
from tests.web.test_seats import handed

FIRST = ("app.css", "facing.css", "live.js", "seats.js", "motion.js", "senses.js")
"""Some of what a table is seen with."""
TAKES = {"Accept-Encoding": "gzip, deflate", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def sitting() -> Sitting:
    """Return a table of twelve people, and a log as long as the page shows."""
    sitting = seated(players=[f"Persona número {k} de la mesa" for k in range(12)])
    for _ in range(8):
        sitting.tables.say(sitting.game, {"action": "draw", "player": sitting.state()["turn"], "back": "away"})
        sitting.tables.say(sitting.game, {"action": "undo"})
    return sitting


def _bytes_of(sitting: Sitting, path: str) -> int:
    """Return the bytes of one answer on the wire, headers left out."""
    answer = sitting.client.get(path, headers={**sitting.headers, **TAKES})
    assert answer.status_code == 200, path
    return len(answer.data)


def _fetched(sitting: Sitting, html: str) -> set[str]:
    """Return every file a page names, the modules those import, and the letters."""
    waiting = {re.sub(r"/v-\w+", "", path) for path in re.findall(r'(?:href|src)="(/(?:static/|icons)[^"#]*)', html)}
    style = sitting.client.get("/static/app.css").get_data(as_text=True)
    faces = re.findall(r"@font-face \{[^}]*\}", style)
    always = "".join(face for face in faces if "unicode-range" not in face)  # others wait for a name that needs them
    found = {f"/static/{name}" for name in re.findall(r'url\("([^"]+woff2)"\)', always)}
    while waiting:
        path = waiting.pop()
        found.add(path)
        text = sitting.client.get(path).get_data(as_text=True) if path.endswith(".js") else ""
        waiting |= {f"/static/{name}" for name in re.findall(r'(?:import|from)\s+"\./([\w.-]+)"', text)} - found
    return found


def test_the_first_load_and_a_change_are_small_on_the_air(sitting: Sitting) -> None:
    page = sitting.client.get(f"/games/{sitting.game}", headers={**sitting.headers, **TAKES})
    assert page.headers["Content-Encoding"] == "gzip"
    files = _fetched(sitting, gzip.decompress(page.data).decode())
    assert {f"/static/{name}" for name in FIRST} <= files and any(path.startswith("/icons") for path in files)
    assert any(path.endswith("woff2") for path in files)
    assert len(page.data) <= 15_000, len(page.data)
    assert len(page.data) + sum(_bytes_of(sitting, path) for path in files) <= 150_000, files


def test_who_takes_no_compression_gets_none(sitting: Sitting) -> None:
    answer = sitting.client.get(f"/games/{sitting.game}", headers=sitting.headers)
    assert "Content-Encoding" not in answer.headers
    state = sitting.client.get(f"/api/games/{sitting.game}", headers={**sitting.headers, **TAKES})
    again = {**sitting.headers, **TAKES, "If-None-Match": state.headers["ETag"]}
    assert sitting.client.get(f"/api/games/{sitting.game}", headers=again).status_code == 304


def test_nothing_secret_is_compressed(sitting: Sitting) -> None:
    game = sitting.game
    secret = [f"/games/{game}/scan/judge", f"/games/{game}/seats", "/devices", "/screens", "/join"]
    for path in secret:
        headers = sitting.client.get(path, headers={**sitting.headers, **TAKES}).headers
        assert "Content-Encoding" not in headers, path
        assert "no-transform" in headers["Cache-Control"], path
    thing = {"action": "check", "what": "hand", "player": sitting.state()["turn"], "cards": ["sospecha"] * 4}
    found = sitting.client.post(f"/api/games/{game}/actions", json=thing, headers={**sitting.headers, **TAKES})
    assert found.status_code == 200 and "private" in found.get_json()
    assert "Content-Encoding" not in found.headers
    assert "no-transform" in found.headers["Cache-Control"], "nor does a proxy compress it"


def test_a_seats_phone_gets_nothing_compressed(sitting: Sitting) -> None:
    phone = handed(sitting, 0)
    for path in (f"/games/{sitting.game}", f"/games/{sitting.game}/seat"):
        assert "Content-Encoding" not in phone.client.get(path, headers={**phone.headers, **TAKES}).headers


@pytest.mark.parametrize("path", ["/games/a/scan/judge/x", "/games/a/seat", "/games/a/seats", "/host/x", "/api/scan"])
def test_paths_with_secrets(path: str) -> None:
    assert SECRET.fullmatch(path)
    assert not SECRET.fullmatch("/games/a") and not SECRET.fullmatch("/games/a/log")
