"""Something in the place of Pyodide, whose files a site takes without running them."""

from __future__ import annotations

import hashlib
import io
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.site import pyodide
from companion.site.bytecode import LIBRARY


def library() -> bytes:
    """Return Python's library: two modules that are taken, and two that are not."""
    made = io.BytesIO()
    with ZipFile(made, "w") as zipped:
        for name in ("json/", "os.py", "json/__init__.py", "pdb.py", "unittest/mock.py"):
            zipped.writestr(name, f"# {name}")
    return made.getvalue()


FILES = {**dict.fromkeys(pyodide.NEEDED, b""), LIBRARY: library()}


def put_into(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a package with its own checksum into the folder where packages are kept."""
    with tarfile.open(kept / pyodide.FILE, "w:gz") as archive:
        for name, content in FILES.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    monkeypatch.setattr(pyodide, "SHA256", hashlib.sha256((kept / pyodide.FILE).read_bytes()).hexdigest())
