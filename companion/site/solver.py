"""What the referee reasons with, for the Python of a browser: which build of python-sat, where it comes from, and what
of it a browser loads.

Pip fetches it, as its settings know the way out of this network. It is the solver of decision 0033, built for the very
Python that `pyodide` names: the two are changed together.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

from companion.site.bound import bound
from companion.site.packages import Package, downloaded
from companion.site.pyodide import PYTHON

VERSION = "1.9.dev24"
PLATFORM = "pyemscripten_2026_0_wasm32"
FILE = f"python_sat-{VERSION}-cp314-cp314-{PLATFORM}.whl"
SHA256 = "621b06b68cbd46c4862f6fa1872f506c982cb7e4635235f9ae0749de0564a03d"
NEEDED = ("__init__.py", "_fileio.py", "_utils.py", "engines.py", "formula.py", "solvers.py")
"""Of `pysat`: what its solvers import. The rest are other encodings, other solvers' front doors, and examples."""
COMPILED = ("pysolvers.",)
ORDER = (f"python-sat=={VERSION}", "--platform", PLATFORM, "--python-version", PYTHON)


def package(kept: Path, given: Path | None = None) -> Path:
    """Return the wheel: given, kept, or fetched once (`Package.had`). Raise `NotThere`."""
    return Package("python-sat", VERSION, FILE, SHA256, _fetched, "no-solver", "other-solver").had(kept, given)


def _fetched(package: Package, folder: Path) -> None:
    try:
        downloaded(folder, *ORDER)
    except FileNotFoundError as fault:
        raise package.absent("no-pip") from fault


def parts(wheel: Path) -> Mapping[str, bytes]:
    """Return the files of the wheel that a browser loads, with their licence, by their path beside the product."""
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
