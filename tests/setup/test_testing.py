"""Arguments of `tasks.py test`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import testing
from tools.testing import Asked, asked_for

pytestmark = pytest.mark.short


@pytest.mark.parametrize(
    ("words", "marks", "is_whole", "needs_database", "times"),
    [
        ("", "short and not long", True, False, 0),
        ("--long", "long or not long", True, True, 0),
        ("browser", "(browser) and not long", False, False, 0),
        ("--long browser sight", "browser or sight", False, False, 0),
        ("club", "(club) and not long", False, True, 0),
        ("--again 20 browser", "(browser) and not long", False, False, 20),
        ("--again 3", "short and not long", True, False, 3),
    ],
)
def test_a_part_is_run_side_by_side(words: str, marks: str, is_whole: bool, needs_database: bool, times: int) -> None:
    asked = asked_for(words.split())
    side_by_side = ["-n", str(testing.processes()), "--dist", "worksteal"]
    assert asked == Asked([*side_by_side, "-m", marks], is_whole, needs_database, times)


@pytest.mark.parametrize(
    ("words", "pytests"),
    [
        ("tests/web -k seat", "tests/web -k seat"),
        ("--long tests/web/test_roles.py", "-m|long or not long|tests/web/test_roles.py"),
    ],
)
def test_pytests_own_words_are_handed_on(words: str, pytests: str) -> None:
    assert asked_for(words.split()) == Asked(pytests.split("|") if "|" in pytests else pytests.split(), False, False, 0)


def test_what_is_red_now_and_then_is_listed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing, "LOAD", 0)  # no load: it would be the dearest test of the run
    (tmp_path / "test_it.py").write_text(FLAKY, "utf-8")
    alone = {"PATH": "", "TIMES": str(tmp_path / "times"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    assert testing.again(words, 2, alone) == 1
    told = capfd.readouterr().out
    assert "2 of 2: " in told
    assert told.rstrip().splitlines()[-1].startswith("1 of 2 times red: ")
    assert told.rstrip().endswith("test_it.py::test_flaky")


FLAKY = """
import os
from pathlib import Path

def test_flaky():
    kept = Path(os.environ["TIMES"])
    times = len(kept.read_text()) if kept.exists() else 0
    kept.write_text("x" * (times + 1))
    assert times % 2

def test_right():
    pass
"""
