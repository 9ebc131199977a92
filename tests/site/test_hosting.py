"""The site under `/app` of a table: whole, with addresses of its own, and a clear sentence where it is not prepared."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.site import pyodide, solver
from companion.site.hosting import app_site
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.site import stand_in

NAMES = {"name": "Mesa", "short": "Mesa", "about": "", "new": "Nueva", "lang": "es"}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """Return a device on the network."""
    app = create_app(new_house(), Settings("key"))
    app.register_blueprint(app_site(tmp_path, lambda: NAMES))
    return app.test_client()


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a stand-in for the package, with its own checksum."""
    stand_in.put_into(tmp_path, monkeypatch)


def test_what_is_not_prepared_says_how(client: FlaskClient) -> None:
    answer = client.get("/app/")
    assert answer.status_code == 503
    assert "companion site --output" in answer.text


@pytest.mark.usefixtures("prepared")
def test_every_file_of_the_site_is_there(client: FlaskClient) -> None:
    answer = client.get("/app/")
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    assert "'wasm-unsafe-eval'" in answer.headers["Content-Security-Policy"]
    worker = client.get("/app/sw.js")
    assert worker.content_type == "text/javascript; charset=utf-8"
    assert worker.headers["Cache-Control"] == "no-cache"
    assert client.get("/app/_site/app.pack.z").content_type == "application/octet-stream"


@pytest.mark.long
@pytest.mark.usefixtures("prepared")
@pytest.mark.parametrize("is_kept", [True, False])
def test_the_referee_is_in_it_where_its_solver_was_fetched(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    monkeypatch.setattr(solver, "package", lambda kept: kept / solver.FILE)
    monkeypatch.setattr(solver, "parts", lambda wheel: {"pysat/solvers.py": wheel.read_bytes()})
    if is_kept:
        (tmp_path / solver.FILE).write_bytes(b"reasons")
    packed = gzip.decompress(client.get("/app/_site/app.pack.z").data)
    assert (b'["pysat/solvers.py",7]' in packed.partition(b"\n")[0]) is is_kept


@pytest.mark.usefixtures("prepared")
def test_its_addresses_are_under_it(client: FlaskClient) -> None:
    assert client.get("/app").headers["Location"] == "/app/"
    deep = client.get("/app/games/abc")
    assert deep.status_code == 404
    assert "_site/lost.js" in deep.text
    there = client.get("/devices", headers={"Authorization": "Bearer key"})
    assert 'id="alone"' in there.text and 'href="/app/"' in there.text
    assert client.get("/").status_code == 200  # the table itself is where it was


def test_a_package_of_another_version_is_not_handed_out(client: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / pyodide.FILE).write_bytes(b"something else")
    assert client.get("/app/").status_code == 503


@pytest.mark.usefixtures("prepared")
def test_a_program_of_one_file_says_that_it_cannot(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    answer = client.get("/app/", headers={"Accept-Language": "en"})
    assert answer.status_code == 503
    assert "single-file" in answer.text
