"""Rate of *undetermined* answers of the referee where the truth could be worked out: known on small decks only.

There every hidden world that fits what was seen is listed, so that it is known what could have been decided. On a full
deck there are far too many worlds; what was counted on small ones is kept here.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.lab.results.intervals import rate

KEPT = Path(__file__).parent / "kept" / "exact" / "shrugs.json"


@cache
def where_decidable() -> dict[str, Any]:
    """Return the rates of *undetermined* by check and by the verdict of every world, and how many games showed it.

    `truth`: `legal` or `illegal` in every world. A hand that no player can have come by lawfully is told apart
    (`unlawful`): no law says anything of it, and an accusation has to be true all the same.
    """
    found = json.loads(KEPT.read_text("utf-8"))
    rows = [
        {"what": row["what"], "truth": row["truth"], "undetermined": rate(row["undetermined"], row["n"])}
        for row in found["decidable"]
    ]
    sums = {truth: _summed(found["decidable"], truth) for truth in ("legal", "illegal")}
    return {**{key: found[key] for key in ("games", "checks", "wrong")}, "all": sums, "by_check": rows}


def _summed(rows: list[dict[str, Any]], truth: str) -> dict[str, object]:
    here = [row for row in rows if row["truth"] == truth and row["what"] != "unlawful"]
    return rate(sum(row["undetermined"] for row in here), sum(row["n"] for row in here))
