"""Addresses are written as Werkzeug writes them, and nothing is compiled for those nobody asks for."""

from __future__ import annotations

import pytest
from flask import url_for
from werkzeug.routing import Rule

from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.web.serving import KEY, toy_tables


def test_what_writes_an_address_is_compiled_when_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compiles = Rule._get_func_code

    def counted(code: object, name: str) -> object:
        compiled.append(name)
        return compiles(code, name)  # type: ignore[arg-type]

    monkeypatch.setattr(Rule, "_get_func_code", staticmethod(counted))
    app = create_app(toy_tables(), Settings(KEY))
    assert len([*app.url_map.iter_rules()]) > 100
    assert len(compiled) <= 2  # the files', which Flask lays down as it is made
    with app.test_request_context("/"):
        before = len(compiled)
        for way in ("un camino", "ótro"):
            assert url_for("pages.table", game=way, v=3, said='{"a":1}').startswith("/games/")
        assert len(compiled) == before + 1
        assert url_for("pages.table", game="b ç", v=3) == "/games/b%20%C3%A7?v=3"
