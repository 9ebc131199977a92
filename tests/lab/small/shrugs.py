"""Shrugs of the referee where the truth is decidable: counted on small decks, kept for `simulate` to print.

`python -m tests.lab.small.shrugs 400 12` writes the file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from tests.lab.results.exact import KEPT
from tests.lab.small.course import Judged
from tests.lab.small.proof import Shrugs, checks, faults

SEED = "long"


def counted(some: Iterable[Judged]) -> dict[str, object]:
    """Give the figures of these checks as they are kept."""
    all_of_them = list(some)
    shrugs = Shrugs(all_of_them)
    rows = [
        {"what": what, "truth": truth, "undetermined": shrugs.shrugged[what, truth], "n": many}
        for (what, truth), many in sorted(shrugs.decidable.items())
    ]
    return {"checks": len(all_of_them), "wrong": len(faults(all_of_them)), "decidable": rows}


def write(games: int, turns: int) -> None:
    """Count and keep."""
    figures = {"games": games, "turns": turns, "seed": SEED, **counted(checks(SEED, games, turns))}
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(*map(int, sys.argv[1:3]))
