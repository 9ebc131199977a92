"""Many files in one piece: a line of JSON (`[[path, bytes], ...]`), then the files. `home.js` takes it apart again."""

from __future__ import annotations

import json
from collections.abc import Mapping


def packed(files: Mapping[str, bytes]) -> bytes:
    """Pack files into one piece, in the order of their paths."""
    sorted_files = sorted(files.items())
    index = json.dumps([[name, len(content)] for name, content in sorted_files], separators=(",", ":"))
    return b"".join((index.encode(), b"\n", *(content for _, content in sorted_files)))


def unpacked(piece: bytes) -> dict[str, bytes]:
    """Return the files of a piece."""
    index, _, rest = piece.partition(b"\n")
    files, at = {}, 0
    for name, size in json.loads(index):
        files[name] = rest[at : at + size]
        at += size
    return files
