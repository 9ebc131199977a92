"""A Python that is too old hands on to a newer one, else names what to type on that system."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tasks
from tools.old_python import newer, remedy

ROOT = Path(tasks.__file__).parent
UV = "uv run --no-project --python 3.13"


@pytest.mark.parametrize(
    ("platform", "release", "wanted"),
    [
        ("win32", "", ("winget install Python.Python.3.13", "py -3.13")),
        ("darwin", "", ("brew install python", "python3")),
        (
            "linux",
            'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"\n',
            ("apt install python3.11 python3.11-venv", "python3.11"),
        ),
        ("linux", 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="20.04"\n', ("astral.sh/uv", UV)),
        ("linux", 'ID=debian\nVERSION_ID="11"\n', ("astral.sh/uv", UV)),
        ("linux", 'ID=debian\nVERSION_ID="12"\n', ("apt install python3 python3-venv", "python3")),
        ("linux", 'ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="21"\n', ("apt install python3.11", "python3.11")),
        (
            "linux",
            'ID="rocky"\nID_LIKE="rhel centos fedora"\nVERSION_ID="9.4"\n',
            ("dnf install python3.11", "python3.11"),
        ),
        ("linux", "ID=manjaro\nID_LIKE=arch\n", ("pacman -Syu python", "python3")),
        ("linux", "", ("astral.sh/uv", UV)),
        ("freebsd14", "", ("astral.sh/uv", UV)),
    ],
)
def test_each_system_is_told_its_own_command(platform: str, release: str, wanted: tuple[str, str]) -> None:
    install, then = remedy(platform, release)
    assert wanted[0] in install
    assert then == wanted[1]


def test_a_newer_python_of_this_machine_is_found_and_one_that_does_not_run_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert newer((3, 11)) == ""
    broken, good = tmp_path / "python3.13", tmp_path / "python3.12"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    good.symlink_to(sys.executable)
    assert newer((3, 11)) == str(good)
    assert newer((3, 13)) == ""


def heard(words: list[str]) -> subprocess.CompletedProcess[str]:
    plain = {"PATH": "/nowhere", "LANG": "en_GB.UTF-8"}
    return subprocess.run(words, env=plain, capture_output=True, text=True, check=False)


def old_pythons() -> list[str]:
    found = (shutil.which(f"python3.{minor}") for minor in range(6, tasks.LEAST[1]))
    kept = sorted(Path.home().glob(".pyenv/versions/3.*/bin/python3"))
    said = {one: heard([one, "-V"]).stdout for one in filter(None, [*found, *map(str, kept)])}
    return [one for one, text in said.items() if (it := re.match(r"Python 3\.(\d+)", text)) and 6 <= int(it[1]) < 11]


def test_an_old_python_understands_what_it_has_to_say() -> None:
    old = old_pythons()
    if not old:
        pytest.skip("no old Python here")
    for done in (heard([one, str(ROOT / "tasks.py"), "play"]) for one in old):
        assert done.returncode == 1
        assert re.match(
            r"Python 3\.11 or newer is needed; this is 3\.\d+\.\d+\.\nInstall it with:  .*\nand then:  ", done.stderr
        )


@pytest.mark.short
def test_every_tool_can_be_imported() -> None:
    """A name that has left one of them is missed by no other."""
    tools = ", ".join(f"tools.{path.stem}" for path in sorted((ROOT / "tools").glob("[!_]*.py")))
    subprocess.run([sys.executable, "-c", f"import {tools}"], cwd=ROOT, check=True)
