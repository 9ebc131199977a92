"""Python for a browser: which one, where it comes from, and that it is the one that was tried."""

from __future__ import annotations

import tarfile
from collections.abc import Mapping
from pathlib import Path

from companion.site.packages import Package, content, packed

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""Of the whole package, as npm packs it."""
FILE = f"pyodide-{VERSION}.tgz"
PYTHON = "3.14"
"""The Python that it is."""
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def package(kept: Path, given: Path | None = None) -> Path:
    """Return the package: given, kept, or fetched once (`Package.had`). Raise `NotThere`."""
    return Package("pyodide", VERSION, FILE, SHA256, packed, "no-network", "other-file").had(kept, given)


def runtime(package: Path) -> Mapping[str, bytes]:
    """Return the files of the package that a browser loads."""
    with tarfile.open(package) as archive:
        return {name: content(archive, name) for name in NEEDED}
