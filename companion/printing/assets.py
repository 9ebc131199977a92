"""The folder of templates, fonts, icons and label sheets, wherever this installation keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.i18n.toml_tables import tables_of
from companion.printing.faults import Unprintable

PACKAGE = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def folder() -> Path:
    """`printables/`: inside the installed package, else beside it in a checkout."""
    for place in (PACKAGE / "_printables", PACKAGE.parent / "printables"):
        if (place / "templates").is_dir():
            return place
    raise Unprintable("printables", place=PACKAGE.parent / "printables")


@lru_cache(maxsize=1)
def icons() -> frozenset[str]:
    """Return the names of all drawings."""
    return frozenset(path.stem for path in (folder() / "icons").glob("*.svg"))


def icon(*names: str) -> str:
    """Return the first of these drawings that exists; the last name is one that always does."""
    return next((name for name in names if name in icons()), names[-1])


def read_toml(path: Path) -> Mapping[str, Any]:
    """Parse a data file of ours."""
    return tables_of(path.read_text("utf-8"))
