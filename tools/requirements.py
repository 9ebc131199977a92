"""Requirements in the order in which an evening needs them, read from `pyproject.toml`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

COMPILED = ("numpy", "opencv-python-headless", "python-sat", "typst", "zxing-cpp")
"""Packages that read cards, print sheets and reason about hidden ones: nine tenths of the download, and there are
machines without a build of them."""
CONSTRAINTS_FILE = "constraints.txt"


class Stage(NamedTuple):
    """Some packages that are installed together: what they are for, and how much has to be fetched."""

    name: str
    es: str
    en: str
    megabytes: int
    """As measured with the versions of `constraints.txt` on Linux, x86-64."""


TABLE = Stage("table", "la mesa", "the table", 18)
PARTS = Stage("parts", "la cámara y la impresión", "the camera and printing", 116)
TEST = Stage("test", "las pruebas", "the tests", 150)
RELEASE = Stage("release", "la publicación", "the release", 10)


def project(root: Path) -> dict[str, Any]:
    """Read `pyproject.toml`."""
    import tomllib  # not at the top: an older Python gets as far as a clear sentence

    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def wanted(root: Path, stage: Stage) -> list[str]:
    """Return the requirements of a stage, as pip takes them."""
    settings = project(root)
    if stage in (TABLE, PARTS):
        every: list[str] = settings["project"]["dependencies"]
        return [one for one in every if (name_of(one) in COMPILED) == (stage is PARTS)]
    return _group(settings["dependency-groups"], stage.name)


def name_of(requirement: str) -> str:
    """Return the package that a requirement names."""
    return re.split(r"[\s\[<>=!~;]", requirement.strip(), maxsplit=1)[0].lower()


def lowest(requirement: str) -> str:
    """Return the requirement pinned to the oldest version that it allows."""
    plain, _, marker = requirement.partition(";")
    least = re.search(r">=\s*([\w.]+)", plain)
    if least is None:
        return requirement
    name = re.split(r"[<>=!~]", plain, maxsplit=1)[0].strip()
    return f"{name}=={least[1]}" + (f" ;{marker}" if marker else "")


def _group(groups: dict[str, list[Any]], name: str) -> list[str]:
    found: list[str] = []
    for one in groups[name]:
        found += _group(groups, one["include-group"]) if isinstance(one, dict) else [one]
    return found
