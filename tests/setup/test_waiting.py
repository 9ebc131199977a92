"""Screen of a host who waits: help that installs nothing, a bar while packages are fetched, and pip in its log."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tests.setup.checkout import Checkout
from tests.setup.registry import registry
from tools import machine, pip


@pytest.mark.parametrize("command", ["play", "install", "test", "lock", "audit", "mutate", "release"])
@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_who_asks_what_a_command_does_gets_nothing_installed(tmp_path: Path, command: str, asked: str) -> None:
    checkout = Checkout(tmp_path / "checkout", "http://127.0.0.1:9/simple")
    before = {path for path in checkout.folder.rglob("*") if "__pycache__" not in path.parts}
    done = checkout.tasks(command, asked)
    assert done.returncode == 0 and "python3 tasks.py play" in done.stdout
    assert {path for path in checkout.folder.rglob("*") if "__pycache__" not in path.parts} == before
    if command == "play":
        assert "once the table is installed" in done.stderr


class Terminal(io.StringIO):
    """Stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_bar_grows_as_files_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip names a file, and how large it is, when it begins to fetch it."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    bar = pip.Bar(20)
    for line in (
        "Collecting flask\n",
        "  Downloading flask-3.1.0-py3-none-any.whl.metadata (2.7 kB)\n",
        "Downloading flask-3.1.0-py3-none-any.whl (5.0 MB)\n",
        "Using cached click-8.1.8-py3-none-any.whl (5000 kB)\n",
        "Downloading werkzeug-3.1.3-py3-none-any.whl (224 kB)\n",
    ):
        bar.hear(line)
    bar.end()
    shown = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "\n" not in shown
    assert [one.rstrip() for one in shown.split("\r") if one] == [
        f"  [{'-' * 30}] 0/20 MB",
        f"  [{'#' * 7}{'-' * 23}] 5/20 MB",
        f"  [{'#' * 15}{'-' * 15}] 10/20 MB",
        f"  [{'#' * 30}] 20/20 MB",
    ]


def test_what_is_told_stands_in_a_line_of_its_own_and_the_bar_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    machine.show("  Installing the table…")
    machine.tell("Ya está.", "Ready.")
    *_, cleared, told = sys.stderr.getvalue().split("\r")  # type: ignore[attr-defined]
    assert cleared.strip() == "" and len(cleared) >= len("  Installing the table…")
    assert told in ("Ya está.\n", "Ready.\n")


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="the folders of an environment are others there")
def test_what_pip_says_stands_in_its_log_and_what_the_host_needs_on_the_screen(tmp_path: Path) -> None:
    with registry() as packages:
        for name in ("plain-part", "numpy"):
            packages.add(name)
        packages.add("zxing-cpp", "zxingcpp")
        checkout = Checkout(tmp_path / "checkout", packages.url)
        subprocess.run([sys.executable, "-m", "venv", str(checkout.venv)], check=True)
        done = checkout.tasks("install")
    assert done.returncode == 0
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == [
        "Fetching what is missing for the table",
        "Fetching what is missing for the camera and printing",
    ]
    said = pip.log_of(checkout.venv).read_text("utf-8")
    assert "plain_part-2.0" in said and "zxing_cpp-2.0" in said
