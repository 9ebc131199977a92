"""Mutants are tried for a number of minutes and no longer."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.mutating import Part, Workshop

pytestmark = [pytest.mark.short, pytest.mark.skipif(sys.platform == "win32", reason="mutmut does not run there")]

MUTMUT = f"""#!{sys.executable}
import sys, time
from pathlib import Path
if "run" in sys.argv:
    time.sleep(20)
    Path("through").touch()
else:
    print("one: survived")
"""


@pytest.fixture
def deaf() -> Iterator[None]:
    """Ignore Ctrl-C, as processes in the background of a shell do."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("deaf")
def test_mutmut_is_stopped_when_its_time_is_up_also_in_the_background(tmp_path: Path) -> None:
    stand_in = tmp_path / "python"
    stand_in.write_text(MUTMUT, "utf-8")
    stand_in.chmod(0o755)
    workshop = Workshop(tmp_path, Part((), ()), str(stand_in))
    assert workshop.tried(["one"], minutes=0.05) == {"one": "survived"}
    assert not (tmp_path / "through").exists()
