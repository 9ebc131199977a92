"""Whatever is sent, the answer is a sentence and never a fault of ours; and the described interface is the real one."""

from __future__ import annotations

import json
from functools import cache
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from companion.decks.catalog import game_slugs, title
from companion.service.live.games import GameService
from companion.service.referee import checks
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.length import examples, is_long
from tests.service.toy import SETUP
from tests.web.serving import HOST, KEY, toy_tables

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
    """One application for all the bodies, with one game in it."""
    return create_app(toy_tables(), Settings(KEY))


def game() -> str:
    """A game that is always there."""
    found: list[dict[str, Any]] = application().test_client().get("/api/games").get_json()
    if found:
        return str(found[-1]["id"])
    return str(application().test_client().post("/api/games", json=SETUP, headers=HOST).get_json()["id"])


@settings(max_examples=examples(250), deadline=None, suppress_health_check=list(HealthCheck))
@given(PATHS, OBJECTS | JSON)
def test_any_json(path: str, thing: object) -> None:
    check(path, json.dumps(thing).encode())


@settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
@given(PATHS, st.binary(max_size=200))
def test_any_bytes(path: str, body: bytes) -> None:
    check(path, body)


def check(path: str, body: bytes) -> None:
    """A good answer, or a sentence."""
    client = application().test_client()
    answer = client.post(path.replace("GAME", game()), data=body, headers=HOST)
    assert answer.status_code in (200, 201, 400, 409, 422), answer.text
    if answer.status_code >= 400:
        assert answer.get_json()["message"]
    ident = game()
    for part in ("", "/log", "/playthrough", "/record", "/markdown"):
        assert client.get(f"/api/games/{ident}{part}").status_code == 200
    assert client.get("/api/games").status_code == 200


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks are answered without waiting for a multiple of a quarter of a second."""
    monkeypatch.setattr(checks, "PACE", checks.Pace(wait=lambda seconds: None))


@cache
def house() -> Flask:
    """An application that plays every game, with one of each in it."""
    app = create_app(GameService(MemoryStore(), title), Settings(KEY))
    for slug in game_slugs():
        setup = {"game": slug, "players": ["Ana", "Beto", "Carla", "Dani"]}
        app.test_client().post("/api/games", json=setup, headers=HOST)
    return app


described = schemathesis.openapi.from_wsgi("/api/openapi.json?lang=en", house())
BODY = ParameterLocation.BODY
PLAIN = {**HOST, "Accept-Encoding": "identity"}
"""The host, uncompressed: without a socket between nobody unpacks what is answered."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@described.parametrize()
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_interface_is_as_described(case: Case) -> None:
    if not is_tried(case):
        return
    on_a_real_game(case)
    # With the host's key put in, a case that was wrong by its headers alone is right.
    is_wrong = case.meta is not None and BODY in case.meta.components and case.meta.components[BODY].mode.is_negative
    case.call_and_validate(headers=PLAIN, checks=[*CHECKS, negative_data_rejection] if is_wrong else CHECKS)


def is_tried(case: Case) -> bool:
    """Every case, but of the thousands that step through all that an action may be the short run tries one in eight:
    its verbs share the reading, and each of them is tried with its example too."""
    is_stepping = case.meta is not None and case.meta.phase.name.value == "coverage"
    is_action = (case.operation.method, case.operation.path) == ("post", "/api/games/{game}/actions")
    return is_long() or not (is_stepping and is_action) or crc32(str(case.body).encode()) % 8 == 0


def on_a_real_game(case: Case) -> None:
    """Most cases are about a game that is there."""
    if "game" in (case.path_parameters or {}):
        known = [one["id"] for one in house().test_client().get("/api/games").get_json()]
        which = len(str(case.body)) % (len(known) + 1)
        if which < len(known):
            case.path_parameters["game"] = known[which]


if is_long():  # Collecting it takes seconds of every process that tests.

    @pytest.mark.long
    @described.parametrize()
    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
    def test_the_interface_is_as_described_at_length(case: Case) -> None:
        on_a_real_game(case)
        case.call_and_validate(headers=PLAIN, checks=CHECKS)
