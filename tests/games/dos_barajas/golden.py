"""A whole evening as text that a person can read: what was said, what the log says, what the table looks like.

python -m tests.games.dos_barajas.golden FILE.jsonl     prints it (to be read before it is kept as FILE.txt)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.catalog import title
from companion.referee.actions import read
from tests.games.play import Sitting

FOLDER = Path(__file__).parents[2] / "playthroughs" / "dos-barajas"
WANTED = "// = "


def rows(path: Path) -> Iterator[tuple[str, Any]]:
    """The lines of a file: `=` and a part of the state, or `` and what is said."""
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith(WANTED):
            yield "=", json.loads(row.removeprefix(WANTED))
        elif row.strip() and not row.startswith("//"):
            yield "", json.loads(row)


def line(state: dict[str, Any]) -> str:
    """The table in one line: seats with hands, revealed Things with !, piles, phase and turn."""
    ring = " ".join(f"{p}{state['hands'][p]}{'!' if p in state['revealed'] else ''}" for p in state["seats"])
    piles = f"mazo {state['draw_pile']} desc {state['discard_pile']} centro {state['middle']}"
    return f"{ring} | {piles} | ronda {state['round']} {state['phase']} {state['waiting_for'] or '—'}"


def golden(path: Path) -> str:
    """The text of a playthrough file."""
    here = title("dos-barajas")
    said = [thing for mark, thing in rows(path) if not mark]
    sitting = Sitting(here.game, here.decklist, said[0])
    out = [f"0  {line(sitting.state)}"]
    for number, thing in enumerate(said[1:], start=1):
        before = sitting.course.table
        told = sitting.say(**thing)
        if told == "ok":
            facts = sitting.course.entries[-1].facts
            told = here.game.tell(before, read(here.game.verbs, thing), facts, here.words["es"])
        out.append(f"{number}  {told}\n   {line(sitting.state)}")
    return "\n".join([*out, f"ganan: {sitting.state['winners']}", ""])


if __name__ == "__main__":
    print(golden(Path(sys.argv[1])), end="")
