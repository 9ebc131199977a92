"""What reads the codes in a picture inside a browser: which decoder, where it comes from, that it is the one tried.

It is zxing-cpp, which the computer uses too (decision 0018), built as wasm. Without it a site has all but the camera.
"""

from __future__ import annotations

import tarfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from companion.site.packages import Package, content, packed

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
    """Return the package: given, kept, or fetched once (`Package.had`). Raise `NotThere`."""
    return Package(NAME, VERSION, FILE, SHA256, packed, "no-decoder", "other-decoder").had(kept, given)


def parts(package: Path) -> Mapping[str, bytes]:
    """Return its files that a browser loads, with their licence."""
    with tarfile.open(package) as archive:
        found = {there: content(archive, name) for name, there in NEEDED.items()}
    return {**found, INNER_LICENCE: (files("companion.site") / "static" / INNER_LICENCE).read_bytes()}
