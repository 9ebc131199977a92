"""Results that are kept: those shipped with the program, and those of this house in the data folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parent / "shipped" / "proof" / "cells.json"
"""How far the proof had come when this version was put together: a document of it."""

FOLDER = "laboratory"
"""Where results lie in the data folder."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What a result may be called: it is part of a file name and of an address."""

MOST = 2_000_000
"""Bytes of a result file; a larger one is none of ours."""

_WANTED = ("games", "seed", "players", "outcomes", "by_options", "base", "command", "differences", "option_sets")


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """One kept report, with the command that made it. The same file, read again unchanged, is the same one."""

    name: str
    found: Mapping[str, Any]
    is_shipped: bool

    @property
    def command(self) -> str:
        """What to type to get the same numbers."""
        return str(self.found["command"])


@cache
def shipped() -> dict[str, Any]:
    """How far the proof had come when this version was put together."""
    found: dict[str, Any] = json.loads(SHIPPED.read_text("utf-8"))
    return found


def kept(data: Path | None) -> list[Result]:
    """Everything that is kept: what was shipped first, then what this house has; of one name, this house's."""
    found = [*_of(_shipped(), is_shipped=True), *(_of(data / FOLDER, is_shipped=False) if data else ())]
    return list({result.name: result for result in found}.values())


def keep(data: Path, name: str, found: Mapping[str, Any]) -> Path:
    """Put a report into the data folder, in place of one of that name; the file it lies in."""
    folder = data / FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.json"
    draft = path.with_name(f"{name}.new")
    draft.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
    return path


def _shipped() -> Path:
    return Path(str(files("companion.results"))) / "shipped"


def _of(folder: Path, *, is_shipped: bool) -> list[Result]:
    """What can be read in a folder; a damaged file is passed over."""
    if not folder.is_dir():
        return []
    results = (_read(path, is_shipped=is_shipped) for path in sorted(folder.glob("*.json")))
    return [result for result in results if result is not None]


def _read(path: Path, *, is_shipped: bool) -> Result | None:
    if not NAME.fullmatch(path.stem):
        return None
    try:
        now = path.stat()
        return (
            None if now.st_size > MOST else _read_as_it_is(path, (now.st_mtime_ns, now.st_size, now.st_ino), is_shipped)
        )
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=8)
def _read_as_it_is(path: Path, _: tuple[int, ...], is_shipped: bool) -> Result | None:
    """What is in a file, read once while it does not change."""
    found = json.loads(path.read_text("utf-8"))
    whole = isinstance(found, dict) and all(key in found for key in _WANTED) and found.get("game") == "la-cosa"
    return Result(path.stem, found, is_shipped) if whole and _is_sound(found) else None


def _is_sound(found: Mapping[str, Any]) -> bool:
    """Whether every row can be shown."""
    try:
        for row in [*found["outcomes"], *found["by_options"]]:
            counts = [int(row["winning_side"][side]["hits"]) for side in ("humans", "la-cosa", "la-cosa alone")]
            if not (int(row["games"]) >= sum(counts) >= 0 and 4 <= int(row["players"]) <= 12):
                return False
            float(dict(row["turns"]).get("mean", 0)), str(row["people"]), dict(row.get("options", {}))
        for slip in found.get("slips", ()):
            int(slip["noticed"]["hits"]), int(slip["noticed"]["n"]), str(slip["slip"]), str(slip["declared"])
            tuple(slip["rules"])
        return bool(found["outcomes"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return False
