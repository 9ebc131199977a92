"""The eyes use one thread whatever was imported before them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.running import ROOT
from tests.length import later

LOOK = """
import time
{first}
from companion.decks.catalog import title
from companion.scan.look import Decks, PictureReader
from tests.length import later
from tests.scan.scenery import grey, scene
frame = grey(scene("grid9", "720", "typical").picture)
looking = PictureReader(Decks(title("la-cosa").decklist))
looking.at_frame(frame)
all_threads, this_thread = time.process_time(), time.thread_time()
for _ in range(4):
    looking.at_frame(frame)
print((time.process_time() - all_threads) / (time.thread_time() - this_thread))
"""


BEFORE = ["", "import numpy", "import cv2", "import numpy; numpy.ones((300, 300)) @ numpy.ones((300, 300))"]


@pytest.mark.parametrize("first", [BEFORE[-1], *later(*BEFORE[:-1])])
def test_reading_a_picture_is_the_work_of_one_thread(first: str) -> None:
    environment = {key: value for key, value in os.environ.items() if "THREADS" not in key}
    code = LOOK.replace("{first}", first)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1.1, "processor time of all threads, as a multiple of that of the one that reads"
