"""Compilation for a browser's Python: kept once it is made, done without where it cannot be."""

from __future__ import annotations

import ast
import io
import stat
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.site import bundle, bytecode, packages, pyodide
from companion.store import default_folder
from tests.site import stand_in

FILES = {"a.py": b"x = 1", "b.toml": b""}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder in which programs are looked for; it is empty, and pip can fetch nothing."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def refuse(folder: Path, *words: str) -> None:
        raise FileNotFoundError("pip")

    monkeypatch.setattr(packages, "downloaded", refuse)
    return folder


def node(folder: Path, *lines: str) -> None:
    """Write a Node.js that runs these lines with the script, Pyodide, the product, the folder, and the place of the
    modules."""
    at = folder / "node"
    at.write_text("\n".join(("#!/bin/sh", 'echo "$5" >> "${0%/*}/asked"', *lines, "")))
    at.chmod(at.stat().st_mode | stat.S_IXUSR)


COMPILES = """/bin/sed 's/a[.]py",5/a.pyc",5/' "$4/given" > "$4/made"
test -f "$1" -a -f "$2/pyodide.mjs" -a -d "$3/companion" """


def asked(path: Path) -> list[str]:
    """Return the folders in which Node.js was asked to compile."""
    return (path / "asked").read_text().split() if (path / "asked").exists() else []


def test_what_was_compiled_is_kept(path: Path, tmp_path: Path) -> None:
    node(path, COMPILES)
    compile = bytecode.Compiler(tmp_path / "kept", stand_in.FILES)
    assert compile(FILES, "/app") == {"a.pyc": b"x = 1", "b.toml": b""}
    for patient in (True, False):
        again = bytecode.Compiler(tmp_path / "kept", stand_in.FILES, is_patient=patient)
        assert again(FILES, "/app") == {"a.pyc": b"x = 1", "b.toml": b""}
        assert not again.has_failed
    assert asked(path) == ["/app"]


def test_of_each_place_the_newest_is_kept(path: Path, tmp_path: Path) -> None:
    node(path, COMPILES)
    compile = bytecode.Compiler(tmp_path / "kept", stand_in.FILES)
    for content in (b"x = 1", b"x = 2"):
        compile({"a.py": content}, "/lib/python.zip")
        assert compile({"a.py": content}, "/app") == {"a.pyc": content}
    assert sorted(one.name.partition("-")[0] for one in (tmp_path / "kept").iterdir()) == ["app", "python.zip"]
    assert len(asked(path)) == 4


def test_another_python_compiles_anew(path: Path, tmp_path: Path) -> None:
    node(path, COMPILES)
    for content in (b"one", b"other"):
        bytecode.Compiler(tmp_path / "kept", {**stand_in.FILES, "pyodide.asm.wasm": content})(FILES, "/app")
    assert len(asked(path)) == 2


@pytest.mark.parametrize("lines", [None, ("exit 1",), ("exit 0",)], ids=["absent", "too old", "makes nothing"])
def test_without_a_node_that_can_the_files_are_as_they_were(
    path: Path, tmp_path: Path, lines: tuple[str, ...] | None
) -> None:
    if lines is not None:
        node(path, *lines)
    compile = bytecode.Compiler(tmp_path / "kept", stand_in.FILES)
    assert compile(FILES, "/app") == FILES
    assert compile.has_failed
    assert not (tmp_path / "kept").exists()


def test_what_failed_once_is_not_waited_for_again(path: Path, tmp_path: Path) -> None:
    node(path, "exit 1")
    compile = bytecode.Compiler(tmp_path / "kept", stand_in.FILES)
    assert compile(FILES, "/lib/python.zip") == compile(FILES, "/app") == FILES
    assert asked(path) == ["/lib/python.zip"]


def test_whoever_does_not_wait_gets_what_is_kept_alone(path: Path, tmp_path: Path) -> None:
    node(path, COMPILES)
    compile = bytecode.Compiler(tmp_path / "kept", stand_in.FILES, is_patient=False)
    assert compile(FILES, "/app") == FILES
    assert compile.has_failed and asked(path) == []


def test_the_library_is_an_archive_again() -> None:
    def compile(files: object, root: str) -> dict[str, bytes]:
        assert files == {"os.py": b"# os.py", "json/__init__.py": b"# json/__init__.py"} and root.endswith(".zip")
        return {"os.pyc": b"os", "json/__init__.pyc": b"json"}

    made = bytecode.library(stand_in.library(), compile)
    assert made == bytecode.library(stand_in.library(), compile)
    with ZipFile(io.BytesIO(made)) as found:
        assert {name: found.read(name) for name in found.namelist()} == {"json/__init__.pyc": b"json", "os.pyc": b"os"}


NEVER_RUN = (
    "click/testing.py", "companion/__main__.py", "companion/service/workers.py", "werkzeug/debug/",
    "werkzeug/middleware/",
)  # fmt: skip
"""Of the product: what runs on computers alone."""


@pytest.mark.long
def test_nothing_that_is_left_out_of_the_library_is_needed() -> None:
    needed = set()
    for name, content in bundle.product().items():
        if name.endswith(".py") and not name.startswith(NEVER_RUN):
            for node in ast.walk(ast.parse(content)):
                if isinstance(node, ast.Import):
                    needed |= {one.name.partition(".")[0] for one in node.names}
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    needed.add(str(node.module).partition(".")[0])
    assert {"json", "sqlite3", "asyncio"} <= needed
    assert needed & bytecode.NOT_TAKEN == set()


@pytest.mark.alone
def test_the_browsers_python_compiles_it_twice_the_same(tmp_path: Path) -> None:
    try:
        runtime = pyodide.runtime(pyodide.package(default_folder() / "pyodide"))
        with packages.node():
            pass
    except (packages.NotThere, FileNotFoundError) as fault:
        pytest.skip(f"Pyodide or Node.js is not here and cannot be fetched ({fault})")
    made = [bytecode.Compiler(tmp_path / name, runtime)(bundle.product(), "/app") for name in ("one", "other")]
    assert made[0] == made[1]
    assert "companion/site/home.pyc" in made[0] and not [name for name in made[0] if name.endswith(".py")]
