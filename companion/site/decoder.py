"""What reads the codes in a picture inside a browser: which decoder, where it comes from, that it is the one tried.

It is zxing-cpp, which the computer uses too (decision 0018), built as wasm. Without it a site has all but the camera.
"""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.site import npm
from companion.site.pyodide import NotThere

NAME, VERSION = "zxing-wasm", "3.1.4"
SHA256 = "2416232a155533bdcfa098a22ec9087734b34640ffa2a7add90bc36e145f6da0"
"""Of the whole package, as npm packs it."""
FILE = f"{NAME}-{VERSION}.tgz"
NEEDED = {
    "dist/es/share.js": "share.js",
    "dist/es/reader/index.js": "reader/index.js",
    "dist/reader/zxing_reader.wasm": "reader/zxing_reader.wasm",
    "LICENSE": "LICENSE.txt",
}
"""Of the package, and where it lies beside the site's own files."""
INNER_LICENCE = "LICENSE-zxing-cpp.txt"
"""Of the library inside the wasm, whose package carries only that of what is around it."""


def package(kept: Path, given: Path | None = None) -> Path:
    """The package: the one that is given, else the one kept in a folder, else fetched into it once; else `NotThere`."""
    if given is not None:
        return _tried(given)
    file = kept / FILE
    if not file.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        _fetched(file)
    return _tried(file)


def parts(package: Path) -> Mapping[str, bytes]:
    """The files of it that a browser loads, with whose they are."""
    with tarfile.open(package) as archive:
        found = {there: npm.content(archive, name) for name, there in NEEDED.items()}
    return {**found, INNER_LICENCE: (files("companion.site") / "static" / INNER_LICENCE).read_bytes()}


def _tried(file: Path) -> Path:
    try:
        found = sha256(file.read_bytes()).hexdigest()
    except OSError as fault:
        raise NotThere("no-file", file=file, fault=fault.strerror or fault) from None
    if found != SHA256:
        raise NotThere("other-decoder", file=file, name=NAME, version=VERSION)
    return file


def _fetched(file: Path) -> None:
    with TemporaryDirectory(dir=file.parent) as draft:
        try:
            is_there = npm.packed(NAME, VERSION, Path(draft))
        except (OSError, subprocess.SubprocessError) as fault:
            raise NotThere("no-decoder", name=NAME, version=VERSION) from fault
        if not is_there:
            raise NotThere("no-npm", name=NAME, version=VERSION)
        at = Path(draft) / FILE
        if not at.is_file():
            raise NotThere("no-decoder", name=NAME, version=VERSION)
        _tried(at).replace(file)
