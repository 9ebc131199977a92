"""Solver of the referee in a browser: fetched once by pip, the one that was tried, else said plainly."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from companion.cli import site as cli_site
from companion.site import packages, pyodide, solver
from companion.site.bound import MAGIC
from companion.site.packages import NotThere
from tests.site import stand_in

HEAD = f"python_sat-{solver.VERSION}"
FILES = {
    "pysat/__init__.py": b"",
    "pysat/solvers.py": b"class Solver: ...",
    "pysat/examples/rc2.py": b"of no use here",
    "pysat/card.py": b"of no use here",
    f"{HEAD}.data/scripts/rc2.py": b"of no use here",
    f"{HEAD}.dist-info/METADATA": b"License: MIT",
    f"{HEAD}.dist-info/licenses/LICENSE.txt": b"MIT",
    f"{HEAD}.dist-info/RECORD": b"",
    "pysolvers.cpython-314-wasm32-emscripten.so": MAGIC,
    "pycard.cpython-314-wasm32-emscripten.so": MAGIC,
}


def wheel(at: Path) -> Path:
    """Write a stand-in for the wheel."""
    with ZipFile(at, "w") as archive:
        for name, content in FILES.items():
            archive.writestr(name, content)
    return at


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a wheel that counts as the one that was tried."""
    found = wheel(tmp_path / "given.whl")
    monkeypatch.setattr(solver, "SHA256", sha256(found.read_bytes()).hexdigest())
    return found


def pip(monkeypatch: pytest.MonkeyPatch, brings: Path | None) -> list[list[str]]:
    """Plant a pip that brings this wheel, or finds no network; return a list of its orders. There is no Node.js."""
    told = list[list[str]]()

    def run(order: list[str], **how: object) -> None:
        if "--dest" not in order:
            raise FileNotFoundError(order[0])
        told.append(order)
        if brings is None:
            raise subprocess.CalledProcessError(1, order)
        (Path(order[order.index("--dest") + 1]) / solver.FILE).write_bytes(brings.read_bytes())

    monkeypatch.setattr(packages.subprocess, "run", run)
    return told


def test_it_is_fetched_once_and_kept(tmp_path: Path, tried: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = pip(monkeypatch, tried)
    kept = tmp_path / "kept"
    for _ in range(2):
        assert solver.package(kept).read_bytes() == tried.read_bytes()
    assert len(told) == 1
    assert "python-sat==1.9.dev24" in told[0] and "pyemscripten_2026_0_wasm32" in told[0]
    assert [one.name for one in kept.iterdir()] == [solver.FILE]


def test_another_file_than_the_one_tried_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = wheel(tmp_path / "other.whl")
    with pytest.raises(NotThere) as fault:
        solver.package(tmp_path, other)
    assert fault.value.key == "other-solver"
    pip(monkeypatch, other)
    with pytest.raises(NotThere):
        solver.package(tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == []


def test_only_what_a_browser_loads_is_taken_and_whose_it_is(tried: Path) -> None:
    assert sorted(solver.parts(tried)) == [
        "pysat/__init__.py",
        "pysat/solvers.py",
        "pysolvers.cpython-314-wasm32-emscripten.so",
        f"{HEAD}.dist-info/METADATA",
        f"{HEAD}.dist-info/licenses/LICENSE.txt",
    ]


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder in which everything of Pyodide is, and nothing in it."""
    monkeypatch.setattr(pyodide, "package", lambda kept, given=None: kept)
    monkeypatch.setattr(pyodide, "runtime", lambda package: stand_in.FILES)
    return tmp_path


def made(data: Path, *more: str) -> tuple[int, str]:
    """Return the exit code of the command, and its output."""
    words = ["--output", str(data / "web"), "--data", str(data), "--lang", "en", "--no-camera", *more]
    done = CliRunner().invoke(cli_site.command, words)
    return done.exit_code, done.output + str(done.exception or "")


def test_without_network_it_says_what_to_do(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip(monkeypatch, None)
    code, said = made(prepared)
    assert code != 0
    assert "--solver FILE" in said and "--no-referee" in said and solver.FILE in said


def test_without_pip_it_says_so(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "find_spec", lambda name: None)
    monkeypatch.setattr(packages.shutil, "which", lambda name: None)
    code, said = made(prepared)
    assert code != 0
    assert "pip, which is not installed here" in said and "--no-referee" in said


@pytest.mark.long
def test_the_file_can_be_given(prepared: Path, tried: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = pip(monkeypatch, None)
    code, said = made(prepared, "--solver", str(tried), "--json")
    assert (code, told) == (0, [])
    assert json.loads(said)["referee"] is True
    assert json.loads(said)["compiled"] is False, "there is no Node.js"


@pytest.mark.long
def test_a_site_without_the_referee_says_so(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = pip(monkeypatch, None)
    code, said = made(prepared, "--no-referee")
    assert (code, told) == (0, [])
    assert "Without the referee: hidden cards" in said
