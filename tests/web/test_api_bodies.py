"""Whatever is sent, the answer is a sentence and never a fault of ours; and the described interface is the real one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.web.server.settings import Settings
from tests.houses import toy_house
from tests.length import examples, is_long
from tests.service.toy import SETUP
from tests.web.sitting import HOST, KEY, quick_app

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
PATHS = st.sampled_from(["/api/games", "/api/import", "/api/games/GAME/actions", "/api/games/GAME/return"])


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
@given(PATHS, OBJECTS | JSON)
def test_any_json(path: str, thing: object) -> None:
    check(path, json.dumps(thing).encode())


@settings(max_examples=examples(80))
@given(PATHS, st.binary(max_size=200))
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
