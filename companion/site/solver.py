"""What the referee reasons with, for the Python of a browser: which build of python-sat, where it comes from, and what
of it a browser loads.

Pip fetches it, as its settings know the way out of this network. It is the solver of decision 0033, built for the very
Python that `pyodide` names: the two are changed together.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from companion.site.bound import bound
from companion.site.pyodide import PATIENCE, NotThere

VERSION = "1.9.dev24"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
FILE = f"python_sat-{VERSION}-cp314-cp314-{PLATFORM}.whl"
SHA256 = "621b06b68cbd46c4862f6fa1872f506c982cb7e4635235f9ae0749de0564a03d"
NEEDED = ("__init__.py", "_fileio.py", "_utils.py", "engines.py", "formula.py", "solvers.py")
"""Of `pysat`: what its solvers import. The rest are other encodings, other solvers' front doors, and examples."""
COMPILED = ("pysolvers.",)
ORDER = ["download", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--quiet"]
ORDER += [f"python-sat=={VERSION}", "--platform", PLATFORM, "--python-version", PYTHON]


def package(kept: Path, given: Path | None = None) -> Path:
    """The wheel: the one that is given, else the one kept in a folder, else fetched into it once; raises `NotThere`."""
    if given is not None:
        return _tried(given)
    file = kept / FILE
    if not file.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        _fetched(file)
    return _tried(file)


def parts(wheel: Path) -> Mapping[str, bytes]:
    """The files of the wheel that a browser loads, with what says whose they are, by their path beside the product."""
    with ZipFile(wheel) as archive:
        found = {name: archive.read(name) for name in sorted(archive.namelist()) if _is_needed(name)}
    return {name: bound(content) if name.startswith(COMPILED) else content for name, content in found.items()}


def _is_needed(name: str) -> bool:
    folder, _, file = name.partition("/")
    if not file:
        return folder.startswith(COMPILED)
    if folder == "pysat":
        return file in NEEDED
    return folder.endswith(".dist-info") and (file == "METADATA" or file.startswith("licenses/"))


def _tried(file: Path) -> Path:
    try:
        found = sha256(file.read_bytes()).hexdigest()
    except OSError as fault:
        raise NotThere("no-file", file=file, fault=fault.strerror or fault) from None
    if found != SHA256:
        raise NotThere("other-solver", file=file, name=FILE)
    return file


def _pip() -> list[str]:
    """How pip is called here; any Python's will do, for nothing is installed."""
    if find_spec("pip") is not None and not getattr(sys, "frozen", False):
        return [sys.executable, "-m", "pip"]
    found = shutil.which("pip3") or shutil.which("pip")
    if found is None:
        raise NotThere("no-pip", name=FILE)
    return [found]


def _fetched(file: Path) -> None:
    with TemporaryDirectory(dir=file.parent) as draft:
        try:
            order = [*_pip(), *ORDER, "--dest", draft]
            subprocess.run(order, check=True, capture_output=True, timeout=PATIENCE, cwd=draft)
        except (OSError, subprocess.SubprocessError) as fault:
            raise NotThere("no-solver", name=FILE) from fault
        at = Path(draft) / FILE
        if not at.is_file():
            raise NotThere("no-solver", name=FILE)
        _tried(at).replace(file)
