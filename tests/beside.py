"""What a test is to find, or to be given, as data in a file that stands beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def beside(test: str, name: str) -> dict[str, Any]:
    """Return what a TOML file in the folder of a test (its `__file__`) holds."""
    return tomllib.loads(Path(test).with_name(name).read_text(encoding="utf-8"))
