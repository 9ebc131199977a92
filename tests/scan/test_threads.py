"""The eyes use one thread whatever was imported before them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT
from tests.length import later

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
