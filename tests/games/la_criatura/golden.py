"""A whole game as text that a person can read: what was said, what the log says, what the table looks like.

python -m tests.games.la_criatura.golden FILE.jsonl     prints it (to be read before it is kept as FILE.txt)
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.referee.actions import read
from tests.games.la_criatura.walking import here
from tests.games.play import Sitting, lines_of


def line(state: dict[str, Any]) -> str:
    """The table in one line: hands, ★ chief, z sedated, t triumphs, w weapons, v votes; piles, clock, who is next."""
    seats = " ".join(_seat(state, player) for player in state["seats"])
    piles = f"eventos {state['draw_pile']} desc {state['discard_pile']} armas {state['weapon_pile']}"
    wait = f"{state['waiting_for']}:{state['step']}" + (f"({state['against']})" if state["against"] else "")
    return f"{seats} | {piles} | reloj {state['clock']} | {wait}"


def _seat(state: dict[str, Any], player: str) -> str:
    marks = "★" if state["chief"] == player else ""
    marks += "z" if player in state["sedated"] else ""
    for key, sign in (("triumph", "t"), ("weapons", "w"), ("votes", "v")):
        count = state[key].get(player, 0)
        marks += f"{sign}{count}" if count else ""
    shown = "".join(f" <{card}>" for card in state["shown_weapons"].get(player, ()))
    return f"{player}{state['hands'][player]}{f'[{marks}]' if marks else ''}{shown}"


def golden(path: Path) -> str:
    """The text of a playthrough file."""
    setup, *actions = lines_of(path)
    title = here()
    sitting = Sitting(title.game, title.decklist, setup)
    out = [f"0  {line(sitting.state)}"]
    for number, thing in enumerate(actions, start=1):
        before = sitting.course.table
        said = sitting.say(**thing)
        if said == "ok":
            facts = sitting.course.entries[-1].facts
            said = title.game.tell(before, read(title.game.verbs, thing), facts, title.words["es"])
        out.append(f"{number}  {said}\n   {line(sitting.state)}")
    return "\n".join([*out, f"ganan: {sitting.state['winners']}", ""])


if __name__ == "__main__":
    print(golden(Path(sys.argv[1])), end="")
