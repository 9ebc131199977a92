"""Without OpenCV reading cards is refused with a sentence; everything else goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.i18n.scan_sentences import Refused
from companion.scan.camera import Setting
from companion.scan.picture import decode
from companion.scan.tag_reader import TagReader
from companion.scan.webcam import Webcam
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.cli.running import run
from tests.scan.scenery import packed, symbol, table, tag_of
from tests.web.sitting import HOST, KEY


@cache
def picture() -> bytes:
    return packed(table((symbol(tag_of("whisky.1", "00"), 5), 200, 150)))


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove OpenCV from the machine."""
    monkeypatch.setitem(sys.modules, "cv2", None)


@pytest.mark.parametrize("attempt", [lambda: decode(picture()), lambda: TagReader({}), lambda: Webcam(Setting())])
@pytest.mark.usefixtures("bare")
def test_whoever_opens_the_eyes_is_told(attempt: Callable[[], object]) -> None:
    with pytest.raises(Refused) as caught:
        attempt()
    assert "OpenCV" in caught.value.say("es") and "--reinstall" in caught.value.say("en")


@pytest.mark.usefixtures("bare")
def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(picture())
    result = run("scan", tmp_path / "a.png")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1 and "OpenCV" in result.stderr


@pytest.mark.usefixtures("bare")
def test_a_picture_sent_to_the_table_is_refused_with_the_sentence() -> None:
    client = create_app(GameService(MemoryStore(), title), Settings(KEY)).test_client()
    answer = client.post("/api/scan", data={"image": (BytesIO(picture()), "a.png")}, headers=HOST)
    assert answer.status_code == 400
    assert "OpenCV" in answer.get_json()["message"]
