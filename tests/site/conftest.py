"""A tablet alone, here without the browser's Python, and a game on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.site.home import Answer, Home

AT = "https://mesa.example"
DRAW = b'{"action": "draw", "player": "Ana", "back": "away"}'
SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path, "mesa.example")


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Return another tablet."""
    return Home(tmp_path_factory.mktemp("other"), "mesa.example")


@pytest.fixture
def game(home: Home) -> str:
    return opened(home)


def asked(home: Home, method: str, path: str, body: bytes = b"", kind: str = "application/json", **more: str) -> Answer:
    """Return the home's answer to a page of its own."""
    return home.answer(method, AT + path, {"content-type": kind, "sec-fetch-site": "same-origin", **more}, body)


def opened(home: Home) -> str:
    """Open a game, and return its id."""
    made = asked(home, "POST", "/api/games", json.dumps(SETUP).encode())
    assert made.status == 201, made.body
    return str(json.loads(made.body)["id"])
