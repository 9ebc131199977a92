"""What a test is to find, or to be given, as data in a file that stands beside it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any


def beside(test: str, name: str) -> dict[str, Any]:
    """Return what a TOML file in the folder of a test (its `__file__`) holds."""
    return tomllib.loads(Path(test).with_name(name).read_text(encoding="utf-8"))


def beside_lines(test: str, name: str) -> list[Any]:
    """Return what the lines of a file in that folder hold, each JSON."""
    return [json.loads(line) for line in Path(test).with_name(name).read_text(encoding="utf-8").splitlines()]
