"""Python for a browser: which one, where it comes from, and that it is the one that was tried."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from companion.site import npm

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""Of the whole package, as the registry gives it."""
FILE = f"pyodide-{VERSION}.tgz"
URL = f"https://registry.npmjs.org/pyodide/-/{FILE}"
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PATIENCE = npm.PATIENCE


class NotThere(Exception):
    """The site cannot be made: the package cannot be had or is not the one tried, or the product's own text is missing.

    `key` and `blanks` of a sentence of `site.cannot`.
    """

    def __init__(self, key: str, **blanks: object) -> None:
        super().__init__(key, blanks)
        self.key, self.blanks = key, blanks


def package(kept: Path, given: Path | None = None) -> Path:
    """The package: the one that is given, else the one kept in a folder, else fetched into it once."""
    if given is not None:
        return _tried(given)
    file = kept / FILE
    if not file.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        _fetched(file)
    return _tried(file)


def runtime(package: Path) -> Mapping[str, bytes]:
    """The files of the package that a browser loads."""
    with tarfile.open(package) as archive:
        return {name: npm.content(archive, name) for name in NEEDED}


def _tried(file: Path) -> Path:
    try:
        found = sha256(file.read_bytes()).hexdigest()
    except OSError as fault:
        raise NotThere("no-file", file=file, fault=fault.strerror or fault) from None
    if found != SHA256:
        raise NotThere("other-file", file=file, version=VERSION)
    return file


def _fetched(file: Path) -> None:
    """By npm where it is installed, as its settings know the way out of this network; else from the registry itself."""
    with TemporaryDirectory(dir=file.parent) as draft:
        at = Path(draft) / FILE
        try:
            if not npm.packed("pyodide", VERSION, Path(draft)):
                with urlopen(URL, timeout=30) as answer, at.open("wb") as out:
                    shutil.copyfileobj(answer, out)
        except (OSError, subprocess.SubprocessError) as fault:
            raise NotThere("no-network", version=VERSION, url=URL) from fault
        if not at.is_file():
            raise NotThere("no-network", version=VERSION, url=URL)
        _tried(at)
        at.replace(file)
