"""A whole game as text that a person can read: what was said, what the log says, what the table looks like.

python -m tests.games.golden GAME FILE.jsonl [LANG]     prints it, to be read before it is kept as a `.txt`
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.decks.catalog import title
from companion.engine.actions import read
from tests.games.every import peculiar
from tests.games.play import Sitting, lines_of

FIRST = "es"
"""The language whose text shows the table too; the others show the log alone."""


def golden(slug: str, path: Path, lang: str = FIRST) -> str:
    """Return the text of a playthrough file."""
    here, line = title(slug), peculiar(slug).line
    setup, *actions = lines_of(path)
    sitting = Sitting(here.game, here.decklist, setup)
    out = [f"0  {line(sitting.state)}"] if lang == FIRST else []
    for number, thing in enumerate(actions, start=1):
        before = sitting.course.table
        said = sitting.say(**thing)
        if said == "ok":
            facts = sitting.course.entries[-1].facts
            said = here.game.tell(here.decklist, before, read(here.game.verbs, thing), facts, here.words[lang])
        out.append(f"{number}  {said}")
        out += [f"   {line(sitting.state)}"] if lang == FIRST else []
    out += [f"ganan: {sitting.state['winners']}"] if lang == FIRST else []
    return "\n".join([*out, ""])


if __name__ == "__main__":
    print(golden(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:]), end="")
