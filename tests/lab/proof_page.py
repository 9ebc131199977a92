"""From the checkpoint of the proof to what is kept of it and to its figures in docs/proof.md.

`python -m tests.lab.proof_page CHECKPOINT` writes both. The run may go on meanwhile: the file is whole at every moment.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.lab.harness.checkpoint import resumed
from tests.lab.harness.proof import Cells, document, series
from tests.lab.results.stored import PROOF

PAGE = Path(__file__).parents[2] / "docs" / "proof.md"
BEGINS, ENDS = "<!-- the proof so far -->\n", "<!-- /the proof so far -->\n"


def write(checkpoint: Path) -> None:
    """Keep how far the proof is, and say it on the page."""
    found = document(series(), resumed(checkpoint, series(), Cells))
    PROOF.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGINS)
    PAGE.write_text(before + BEGINS + told(found) + ENDS + rest.partition(ENDS)[2], encoding="utf-8")


def told(found: dict[str, Any]) -> str:
    """Return the figures as they stand on the page."""
    misses, cells = found["near_misses"], found["cells"]
    illegal = sum(n for name, n in found["verdicts"].items() if name.endswith("illegal"))
    fired = sorted(found["refusals"].items(), key=lambda item: item[1])
    lines = [
        f"**{found['games']:,} games, {found['actions']:,} actions, {found['wrong']} wrong.** Every one of the "
        f"{len(cells)} cells (4 to 12 players under {len(cells) // 9} option sets) has {found['fewest']:,} games or "
        f"one more, of {found['wanted']:,} that are wanted.",
        "",
        f"In the {found['closely']:,} games looked at closely: {misses['refused']:,} near misses refused by the rule "
        f"foretold, {misses['accepted']:,} accepted and tried out; {found['slips']:,} named slips and cheats; "
        f"{sum(found['verdicts'].values()):,} verdicts of the referee, {illegal:,} of them *illegal*, all true.",
        "",
        f"{len(fired)} rules refused something, most seldom "
        + ", ".join(f"`{rule}` ({n:,} times)" for rule, n in fired[:3])
        + ".",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
