"""The container file and the descriptions for stores: a linter finds no fault, and they are of this program."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import __version__

ROOT = Path(__file__).parents[2]
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
