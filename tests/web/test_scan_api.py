"""`POST /api/scan`: what `companion scan --json` says, for the host only; nothing is kept, nothing breaks it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.cli.scan import command
from companion.service.referee import scan_service
from companion.web.api.scan import EYES
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.scan.scenery import grey, packed, scene, symbol, table, tag_of
from tests.web.sitting import HOST, KEY


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(new_house(), Settings(KEY)).test_client()


@pytest.fixture(scope="module")
def fan() -> bytes:
    return packed(grey(scene("fan5", "720", "typical").picture), ".jpg")


def sent(client: FlaskClient, data: bytes, name: str = "foto.jpg", **more: Any) -> TestResponse:
    form = {"image": (BytesIO(data), name), **more}
    return client.post("/api/scan", data=form, content_type="multipart/form-data", headers=HOST)


def test_it_says_what_the_command_says(client: FlaskClient, fan: bytes, tmp_path: Any) -> None:
    answer = sent(client, fan)
    assert answer.status_code == 200
    (tmp_path / "foto.jpg").write_bytes(fan)
    told = CliRunner().invoke(command, [str(tmp_path / "foto.jpg"), "--json"])
    here, there = answer.get_json(), json.loads(told.stdout)
    assert here["image"] == "foto.jpg"
    assert {**here, "image": "", "ms": 0} == {**there, "image": "", "ms": 0}
    assert len(here["cards"]) == 5
    assert set(here["cards"][0]) == {"copy", "slug", "payload", "corners"}


def test_another_deck_is_told_apart(client: FlaskClient) -> None:
    picture = packed(table((symbol(tag_of("whisky.1", "AB"), 5), 200, 150)))
    assert [card["copy"] for card in sent(client, picture, deck="AB").get_json()["cards"]] == ["whisky.1"]
    seen = sent(client, picture).get_json()
    assert (seen["cards"], seen["unknown"]) == ([], [tag_of("whisky.1", "AB")])


def test_no_picture_no_such_game_and_odd_letters(client: FlaskClient, fan: bytes) -> None:
    assert client.post("/api/scan", headers=HOST).status_code == 400
    assert "«image»" in client.post("/api/scan", headers=HOST).get_json()["message"]
    assert sent(client, fan, game="ajedrez").status_code == 400
    odd = sent(client, fan, deck="ABC")
    assert odd.status_code == 400
    assert "ABC" in odd.get_json()["message"]


def test_a_picture_never_touches_the_disk(client: FlaskClient, fan: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def on_disk(*args: object, **more: object) -> None:
        raise AssertionError("a temporary file")

    for name in ("TemporaryFile", "SpooledTemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, on_disk)
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", on_disk)
    assert sent(client, fan + bytes(700_000)).status_code == 200


def test_a_large_photo_with_grain(client: FlaskClient) -> None:
    noisy = np.random.default_rng(3).integers(0, 255, (1500, 2000)).astype(np.uint8)
    photo = packed(noisy, ".jpg")
    assert len(photo) > 2**20
    assert sent(client, photo).status_code == 200


def test_one_picture_at_a_time(client: FlaskClient, fan: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_service, "PATIENCE", 0.05)
    busy = client.application.extensions[EYES]._one_at_a_time
    with busy:
        answer = sent(client, fan)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "otras imágenes" in answer.get_json()["message"]
    assert sent(client, fan).status_code == 200


def test_serving_without_scanning_loads_none_of_it() -> None:
    script = """
import sys
from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.service.referee import scan_service
from companion.store.memory import MemoryStore
from companion.web.server.asgi import AsgiApp
from companion.web.api.scan import EYES
from companion.web.server.settings import Settings
door = AsgiApp(GameService(MemoryStore(), title), Settings("key"))
client = door.app.test_client()
host = {"Authorization": "Bearer key"}
made = client.post("/api/games", json={"game": "la-cosa", "players": ["A", "B", "C", "D"]}, headers=host).get_json()
for page in ("", "/setup", "/log", "/scan", "/scan/deck", "/scan/play", "/scan/seen", "/scan/judge"):
    assert client.get("/games/" + made["id"] + page, headers=host).status_code == 200, page
print([name for name in ("cv2", "numpy", "zxingcpp") if name in sys.modules])
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (told.stdout.strip(), told.stderr) == ("[]", "")
