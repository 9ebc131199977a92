"""Results that are kept: those measured for docs/laboratory.md and docs/proof.md, and what `--store` names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parent / "kept"
PROOF = KEPT / "proof" / "cells.json"
"""Progress of the proof: a document of it."""

FOLDER = "laboratory"
"""Folder of results in the data folder."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""Pattern of a result's name: it is part of a file name."""


def measured(name: str, folder: Path = KEPT) -> dict[str, Any]:
    """Read a result: `options` or `checks`, or one of another folder."""
    found: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return found


def keep(data: Path, name: str, found: Mapping[str, Any]) -> Path:
    """Put a report into the data folder, in place of one of that name; return the file it lies in."""
    folder = data / FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.json"
    draft = path.with_name(f"{name}.new")
    draft.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
    return path
