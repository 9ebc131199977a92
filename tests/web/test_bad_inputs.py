"""Bad inputs: a table of them over a real socket, any JSON, any bytes, cases made from the described interface. Each is
answered with a sentence, none with a fault of ours."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.web.server.settings import Settings
from tests.beside import beside
from tests.houses import new_house, toy_house
from tests.length import examples, is_long
from tests.service.toy import SETUP
from tests.web.serving import served
from tests.web.sitting import HOST, KEY, quick_app

DEEP = b"[" * 100_000
BAD = beside(__file__, "bad_inputs.toml")


def repeated(text: str) -> str:
    """Write out what is said as many times: `<<x*4000>>`."""
    return re.sub(r"<<(.+?)\*(\d+)>>", lambda found: found[1] * int(found[2]), text)


BODIES: dict[str, bytes] = {
    "deep": DEEP,
    "deep objects": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "not UTF-8": b'{"action":"\xff\xfe"}',
    "UTF-16": '{"action":"draw"}'.encode("utf-16"),
    **{name: repeated(body).encode() for name, body in BAD["bodies"].items()},
}
CALLS = (
    ("POST", "/api/games"), ("POST", "/api/import"), ("POST", "/api/games/GAME/actions"),
    ("POST", "/api/games/GAME/return"), ("POST", "/api/games/GAME/seats/0/private"), ("PATCH", "/api/games/GAME"),
    ("POST", "/games/GAME/act"), ("POST", "/join"),
)  # fmt: skip
METHODS = ("TRACE", "CONNECT", "OPTIONS", "PUT", "DELETE", "PROPFIND", "get", "G\u00c9T", "X" * 300, "")
WAITS = 2.0
"""Seconds for an answer to what is only half a request: there is none."""
LEAKS = (b"Traceback", b'File "', b'.py", line', b"werkzeug", b"jinja", b"sqlite", KEY.encode())


@pytest.fixture(scope="module")
def served_game() -> Iterator[tuple[int, str]]:
    tables = new_house()
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}).id
    with served(tables) as port:
        yield port, game


def answer(port: int, request: bytes) -> bytes:
    """Return all bytes that answer these bytes."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), timeout=WAITS) as raw, suppress(ConnectionError, TimeoutError):
        raw.sendall(request)
        while part := raw.recv(65536):
            found += part
    return found


def requests(game: str) -> Iterator[tuple[str, bytes]]:
    """Yield every bad input with its name."""
    host = "Host: localhost\r\nConnection: close\r\n"
    key = f"Authorization: Bearer {KEY}\r\n"
    for method, path in CALLS:
        for name, body in BODIES.items():
            head = f"{method} {path.replace('GAME', game)} HTTP/1.1\r\n{host}{key}Content-Type: application/json\r\n"
            yield f"{method} {path}: {name}", head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
    for path in map(repeated, BAD["paths"]):
        yield path[:60], f"GET {path.replace('GAME', game)} HTTP/1.1\r\n{host}{key}\r\n".encode()
    for header in map(repeated, BAD["headers"]):
        own = "Connection: close\r\n" if header.startswith("Host:") else host
        yield header[:60], f"GET /api/games/{game} HTTP/1.1\r\n{own}{header}\r\n\r\n".encode("latin-1")
        yield f"page, {header[:60]}", f"POST /games/{game}/act HTTP/1.1\r\n{own}{header}\r\n\r\n".encode("latin-1")
    for method in METHODS:
        yield f"method {method[:20]}", f"{method} /api/games HTTP/1.1\r\n{host}\r\n".encode()


def test_no_bad_input_finds_a_fault_of_ours(served_game: tuple[int, str]) -> None:
    port, game = served_game
    wrong, silent, number = [], [], 0
    for name, request in requests(game):
        number += 1
        found = answer(port, request)
        status = int(found[9:12]) if found.startswith(b"HTTP/1.1 ") else 0
        silent += [name] if status == 0 else []
        if status >= 500 or status in (101,):
            wrong.append((name, found[:80]))
        wrong += [(name, leak) for leak in LEAKS if status >= 400 and leak in found]
        if status >= 400 and b"application/json" in found:
            body = found.partition(b"\r\n\r\n")[2]
            if not json.loads(body[body.index(b"{") : body.rindex(b"}") + 1])["message"]:
                wrong.append((name, body))
    assert wrong == []
    assert len(silent) <= 6, silent
    assert number >= 400
    assert answer(port, b"GET /api/health HTTP/1.0\r\nHost: localhost\r\n\r\n").startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("asked", ["GET /api/games", "POST /join", "GET /api/games/GAME/events", "GET /api/health"])
def test_a_body_with_two_lengths_is_refused_and_the_line_ends(served_game: tuple[int, str], asked: str) -> None:
    port, game = served_game
    both = "Host: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    behind = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    found = answer(port, f"{asked.replace('GAME', game)} HTTP/1.1\r\n{both}{behind}".encode())
    assert found.startswith(b"HTTP/1.1 400 ") and found.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in found.lower()


LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.sampled_from(["Ana", "Beto", "draw", "tell", "undo", "redo", "stop", "toy", "", "\ud800", "A" * 300]),
)  # fmt: skip
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
KEYS = st.sampled_from(["action", "player", "text", "skipped", "version", "action_id", "via", "to", "name", "archived",
                        "game", "players", "first", "options", "deck", "playthrough", "record", "entries"])  # fmt: skip
OBJECTS = st.dictionaries(KEYS, JSON | st.lists(st.text(max_size=5), max_size=4), max_size=6)
SENT_TO = st.sampled_from(["/api/games", "/api/import", "/api/games/GAME/actions", "/api/games/GAME/return"])


@cache
def application() -> Flask:
    """Return one application for all the bodies, with one game in it."""
    return quick_app(toy_house(), Settings(KEY))


def game() -> str:
    """Return the id of the newest game, opened if there is none."""
    found: list[dict[str, Any]] = application().test_client().get("/api/games").get_json()
    if found:
        return str(found[-1]["id"])
    return str(application().test_client().post("/api/games", json=SETUP, headers=HOST).get_json()["id"])


@settings(max_examples=examples(160))
@given(SENT_TO, OBJECTS | JSON)
def test_any_json(path: str, thing: object) -> None:
    check(path, json.dumps(thing).encode())


@settings(max_examples=examples(80))
@given(SENT_TO, st.binary(max_size=200))
def test_any_bytes(path: str, body: bytes) -> None:
    check(path, body)


def check(path: str, body: bytes) -> None:
    """Assert that the answer is good or a sentence."""
    client = application().test_client()
    answer = client.post(path.replace("GAME", game()), data=body, headers=HOST)
    assert answer.status_code in (200, 201, 400, 409, 422), answer.text
    if answer.status_code >= 400:
        assert answer.get_json()["message"]
    ident = game()
    for part in ("", "/log", "/playthrough", "/record", "/markdown"):
        assert client.get(f"/api/games/{ident}{part}").status_code == 200
    assert client.get("/api/games").status_code == 200


@pytest.mark.long
def test_the_interface_is_as_described() -> None:
    """Cases of every operation, in a process of their own (see there)."""
    marks = ["-m", "long or not long"] if is_long() else []
    plugins = ["-p", "no:xdist", "-p", "no:cacheprovider", "-p", "schemathesis.pytest.plugin"]
    words = ["-m", "pytest", "-q", *plugins, *marks, "tests/web/described.py"]
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, *words], cwd=root, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^(\d+) passed in", done.stdout, re.MULTILINE)
    operations = application().test_client().get("/api/openapi.json").get_json()["paths"]
    assert passed and int(passed[1]) >= len(operations)
