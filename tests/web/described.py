"""The described interface is the real one: cases made from its description, of every operation.

Making them takes half a minute, when they are collected. So this file is no test that is found: test_bad_inputs.py runs
it, in one process instead of in each that tests.
"""

from __future__ import annotations

from functools import cache

import pytest
import schemathesis
from flask import Flask
from hypothesis import settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from companion.decks.catalog import game_slugs
from companion.service.referee import checks
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.length import is_long
from tests.web.sitting import HOST, KEY


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer checks without waiting for a multiple of a quarter of a second."""
    monkeypatch.setattr(checks, "PACE", checks.Pace(wait=lambda seconds: None))


@cache
def house() -> Flask:
    """Return an application that plays every game, with one of each in it."""
    app = create_app(new_house(), Settings(KEY))
    for slug in game_slugs():
        setup = {"game": slug, "players": ["Ana", "Beto", "Carla", "Dani"]}
        app.test_client().post("/api/games", json=setup, headers=HOST)
    return app


STEPPING = {"coverage": {"enabled": is_long()}}
CONFIG = {"operations": [{"include-method": "POST", "include-path": "/api/games/{game}/actions", "phases": STEPPING}]}
"""The thousands of cases that step through all that an action may be are the long run's; the short one says the example
of each verb, and some more."""
described = schemathesis.openapi.from_wsgi(
    "/api/openapi.json?lang=en", house(), config=schemathesis.Config.from_dict(CONFIG)
)
BODY = ParameterLocation.BODY
PLAIN = {**HOST, "Accept-Encoding": "identity"}
"""Headers of the host, without compression: no socket between unpacks the answer."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@described.parametrize()
@settings(max_examples=4)
def test_the_interface_is_as_described(case: Case) -> None:
    on_a_real_game(case)
    # With the host's key put in, a case that was wrong by its headers alone is right.
    is_wrong = case.meta is not None and BODY in case.meta.components and case.meta.components[BODY].mode.is_negative
    case.call_and_validate(headers=PLAIN, checks=[*CHECKS, negative_data_rejection] if is_wrong else CHECKS)


def on_a_real_game(case: Case) -> None:
    """Point most cases at a game that exists."""
    if "game" in (case.path_parameters or {}):
        known = [one["id"] for one in house().test_client().get("/api/games").get_json()]
        which = len(str(case.body)) % (len(known) + 1)
        if which < len(known):
            case.path_parameters["game"] = known[which]


if is_long():  # Collecting it takes seconds.

    @pytest.mark.long
    @described.parametrize()
    @settings(max_examples=300)
    def test_the_interface_is_as_described_at_length(case: Case) -> None:
        on_a_real_game(case)
        case.call_and_validate(headers=PLAIN, checks=CHECKS)
