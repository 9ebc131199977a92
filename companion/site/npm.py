"""Packages of npm that a site holds: fetched by npm itself, as its settings know the way out of this network."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path

PATIENCE = 300
"""Seconds for a download, on a slow line."""


def packed(name: str, version: str, folder: Path) -> bool:
    """Puts the package, as npm packs it, into a folder; whether there is an npm. Raises what the process raises."""
    npm = shutil.which("npm")
    if npm is None:
        return False
    order = [npm, "pack", f"{name}@{version}", "--pack-destination", str(folder), "--silent"]
    subprocess.run(order, check=True, capture_output=True, timeout=PATIENCE, cwd=folder)
    return True


def content(archive: tarfile.TarFile, name: str) -> bytes:
    """A file of the package."""
    found = archive.extractfile(f"package/{name}")
    assert found is not None
    return found.read()
