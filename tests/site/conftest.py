"""A tablet alone, here without the browser's Python, and a game on it."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.site import bundle
from companion.site import home as homes
from companion.site.home import Answer, Home
from companion.web.auth.access import Access
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.web.sitting import moved

AT = "https://mesa.example"
DRAW = b'{"action": "draw", "player": "Ana", "back": "away"}'
SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": {}}


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """Lay down the routes of the homes once a process, and compile and pack what is in every site."""
    with pytest.MonkeyPatch.context() as patch:
        with_routes = cache(lambda make=homes._made: make(new_house(), Settings(""), Access(Settings(""))))

        def made(*inhabitants: Any) -> Flask:
            app = moved(with_routes(), *inhabitants)
            app.jinja_env = app.jinja_env.overlay()  # the pages ask the settings of their own home
            app.jinja_env.globals = {**app.jinja_env.globals, "config": app.config}
            return app

        patch.setattr(homes, "_made", made)
        product, whole = bundle.product, cache(bundle.product)
        patch.setattr(
            bundle, "product", lambda more=None: product(more) if more or hasattr(sys, "frozen") else dict(whole())
        )
        patch.setattr(bundle, "compiled", cache(bundle.compiled))
        patch.setattr(bundle, "gzip", SimpleNamespace(compress=cache(gzip.compress)))
        yield


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
