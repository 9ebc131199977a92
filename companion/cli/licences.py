"""Under which licences everything stands that runs with the companion, as the installed packages say it themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from companion.service import club

OURSELVES = "la-cosa-companion"


class Licence(NamedTuple):
    """A package, its version, and its licence; `origin` is where that stands in its metadata."""

    name: str
    version: str
    licence: str
    origin: str


def licences() -> list[Licence]:
    """Of every package the companion runs with that is installed here, by name. Empty where nothing tells what it
    needs, as in a single-file program."""
    found: dict[str, Licence] = {}
    wanted = [*_needed(), *club.packages()]
    while wanted:
        name = re.sub(r"[-_.]+", "-", wanted.pop()).lower()
        if name in found or (there := _installed(name)) is None:
            continue
        found[name] = _licence(there)
        wanted += list(_names(there.requires or []))
    return sorted(found.values(), key=lambda one: one.name.lower())


def _needed() -> list[str]:
    """Return the companion's requirements: of a checkout from its own file, which is never out of date."""
    declared = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if declared.is_file():
        import tomllib

        return list(_names(tomllib.loads(declared.read_text("utf-8"))["project"]["dependencies"]))
    there = _installed(OURSELVES)
    return list(_names(there.requires or [])) if there else []


def _names(requirements: list[str]) -> Iterator[str]:
    """Yield the names of the packages, without those of an extra."""
    for one in requirements:
        plain, _, marker = one.partition(";")
        if "extra" not in marker:
            yield re.split(r"[\s\[(<>=!~]", plain.strip(), maxsplit=1)[0]


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _licence(package: Distribution) -> Licence:
    """Return a package's licence: the expression (SPDX), else the classifiers, else the first line of the old field."""
    classifiers = package.metadata.get_all("Classifier") or ()
    marks = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License :: ")]
    field = next(iter(_first(package, "License").strip().splitlines()), "")
    for licence, origin in (
        (_first(package, "License-Expression"), "expression"),
        (", ".join(marks), "classifier"),
        (field, "field"),
    ):
        if licence and licence != "UNKNOWN":
            return Licence(package.name, package.version, licence, origin)
    return Licence(package.name, package.version, "", "unknown")


def _first(package: Distribution, field: str) -> str:
    return str(next(iter(package.metadata.get_all(field) or ()), ""))
