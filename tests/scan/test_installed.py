"""What the eyes lean on: without OpenCV reading cards is refused with a sentence and everything else goes on; and they
use one thread whatever was imported before them."""

from __future__ import annotations

import os
import subprocess
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
from tests.cli.running import ROOT, run
from tests.length import later
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


LOOK = """
{first}
import os
from pathlib import Path
from companion.decks.catalog import title
from companion.scan.look import Decks, PictureReader
from tests.scan.scenery import symbol, table, tag_of
frame = table(*((symbol(tag_of(f"infectado.{k}"), 1.5), 100 * k, 100) for k in range(1, 6)), width=1280, height=720)
looking = PictureReader(Decks(title("la-cosa").decklist))
looking.at_frame(frame)

def runs():
    told = {thread.name: (thread / "status").read_text() for thread in Path("/proc/self/task").iterdir()}
    lines = ((name, line) for name, text in told.items() for line in text.splitlines() if "ctxt_switches" in line)
    return sum(int(line.split()[1]) for name, line in lines if name != str(os.getpid()))

before = runs()
for _ in range(4):
    looking.at_frame(frame)
print(runs() - before)
"""
"""Number of switches to another thread than the reading one, while four pictures were read."""
FEW = 20
"""One may still have been coming to rest before; where two threads read them it is several hundred times."""

BEFORE = ["", "import numpy", "import cv2", "import numpy; numpy.ones((300, 300)) @ numpy.ones((300, 300))"]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux tells how often each thread ran")
@pytest.mark.parametrize("first", [BEFORE[-1], *later(*BEFORE[:-1])])
def test_reading_a_picture_is_the_work_of_one_thread(first: str) -> None:
    environment = {key: value for key, value in os.environ.items() if "THREADS" not in key}
    code = LOOK.replace("{first}", first)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < FEW
