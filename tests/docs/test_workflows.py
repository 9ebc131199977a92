"""The workflows for the forge: they have the shape it asks for, and what they run is there."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import tasks
from tests.parts import PARTS

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.skipif(find_spec("check_jsonschema") is None, reason="pip install --group workflows")
@pytest.mark.parametrize("is_right", [True, False])
def test_a_linter_finds_them_right_and_a_wrong_one_wrong(is_right: bool, tmp_path: Path) -> None:
    files = WORKFLOWS
    if not is_right:
        wrong = tmp_path / "wrong.yml"
        wrong.write_text(WORKFLOWS[0].read_text("utf-8").replace("runs-on:", "runs_on:"), "utf-8")
        files = [wrong]
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *map(str, files)]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode == 0) == is_right, done.stdout + done.stderr


def test_every_command_they_run_is_there() -> None:
    said = [path.read_text("utf-8") for path in WORKFLOWS]
    commands = {command for text in said for command in re.findall(r"python tasks\.py (\w+)", text)}
    assert {"test", "release", "audit"} <= commands
    assert all(re.search(rf"python3 tasks\.py {command}\b", str(tasks.__doc__)) for command in commands)


def test_they_try_every_python_that_the_package_allows() -> None:
    least = f"{tasks.LEAST[0]}.{tasks.LEAST[1]}"
    (tried,) = re.findall(r"python: \[(.*)\]", (ROOT / ".github/workflows/tests.yml").read_text("utf-8"))
    assert f'"{least}"' in tried


def test_every_part_of_the_tests_has_its_long_run() -> None:
    said = (ROOT / ".github/workflows/weekly.yml").read_text("utf-8").partition("part:")[2].partition("steps:")[0]
    assert re.findall(r"- (\w+)", said) == [*PARTS]
