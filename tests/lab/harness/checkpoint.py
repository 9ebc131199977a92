"""Many games stopped and resumed: how far they are lies in a file, whole after every batch, whatever happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from tests.lab.harness.many_games import Series, Tally

T = TypeVar("T", bound=Tally)

FORM = 2
"""The form of the file; another one is not read."""


class Unresumable(Exception):
    """The file is no checkpoint (`other` False), or that of other games."""

    def __init__(self, *, other: bool) -> None:
        super().__init__("other games" if other else "no checkpoint")
        self.other = other


def resumed(path: Path, series: Series, kind: type[T]) -> T:
    """Return the tally of the games already played; an empty one where no file exists. Raise `Unresumable` or
    OSError."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return kind()
    try:
        plain = json.loads(text)
        form, played_of, tally = plain["checkpoint"], plain["series"], kind.from_json(plain["tally"])
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise Unresumable(other=False) from fault
    if form != FORM or played_of != series.json():
        raise Unresumable(other=True)
    return tally


def keep(path: Path, series: Series, tally: Tally) -> None:
    """Write down how far the games are. The file is replaced in one step: a kill leaves the old one or the new."""
    draft = path.with_name(f"{path.name}.new")
    plain = {"checkpoint": FORM, "series": series.json(), "tally": tally.json()}
    draft.write_text(json.dumps(plain, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
