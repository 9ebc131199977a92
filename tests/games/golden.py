"""A whole game as text that a person can read: what was said, what the log says, what the table looks like.

python -m tests.games.golden FILE.jsonl     prints it (to be read before it is kept as FILE.txt)
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.catalog import title
from companion.referee.actions import read
from tests.games.play import Sitting, lines_of


def line(state: dict[str, Any]) -> str:
    """The table in one line: seats with hands, doors as ‖, quarantine rounds in brackets, piles, what is awaited."""
    doors = [frozenset(pair) for pair in state["doors"]]
    seats = state["seats"]
    ring = ""
    for k, player in enumerate(seats):
        rounds = state["quarantine"].get(player)
        ring += player + str(state["hands"][player]) + (f"[{rounds}]" if rounds else "")
        between = frozenset((player, seats[(k + 1) % len(seats)]))
        ring += "‖" * doors.count(between) if doors.count(between) else " "
    arrow = "→" if state["direction"] == "clockwise" else "←"
    wait = f"{state['waiting_for']}:{state['step']}" + (f"({state['against']})" if state["against"] else "")
    card = f" <{state['card']}>" if state["card"] else ""
    return f"{arrow} {ring.strip()} | mazo {state['draw_pile']} desc {state['discard_pile']}{card} | {wait}"


def golden(path: Path) -> str:
    """The text of a playthrough file."""
    here = title("la-cosa")
    setup, *actions = lines_of(path)
    sitting = Sitting(here.game, here.decklist, setup)
    out = [f"0  {line(sitting.state)}"]
    for number, thing in enumerate(actions, start=1):
        before = sitting.course.table
        answer = sitting.say(**thing)
        said = answer
        if answer == "ok":
            action = read(here.game.verbs, thing)
            said = here.game.tell(before, action, sitting.course.entries[-1].facts, here.words["es"])
        out.append(f"{number}  {said}\n   {line(sitting.state)}")
    winners = sitting.state["winners"]
    return "\n".join([*out, f"ganan: {winners}", ""])


if __name__ == "__main__":
    print(golden(Path(sys.argv[1])), end="")
