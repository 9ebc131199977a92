"""The public state, all but its version (docs/playthrough.md)."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.dos_barajas import looks
from companion.table.state import Table


def status(table: Table) -> str:
    """Whether play goes on, waits for everybody to show what they are, or is over."""
    if table.ended:
        return "ended"
    return "declared" if table.claim else "playing"


def waiting_for(table: Table) -> str | None:
    """Whose move it is; nobody's where the whole table is asked."""
    volunteers = (looks.DEAL, looks.ACCUSE, looks.INVADE, looks.ANSWER, looks.COUNT)
    return None if table.ended or table.step in volunteers else table.turn


def state(decklist: Decklist, table: Table) -> dict[str, object]:
    """What everybody at the table knows, for programs."""
    over = table.ended is not None
    fighting = table.step == looks.COMBAT and not over
    return {
        "game": table.game,
        "status": status(table),
        "seats": list(table.seats),
        "eliminated": list(table.eliminated),
        "direction": "clockwise" if table.clockwise else "counterclockwise",
        "commander": table.notes.get(looks.COMMANDER),
        "first": looks.first(table),
        "round": looks.number(table, looks.ROUND),
        "phase": "over" if over else table.step,
        "turn": table.turn,
        "waiting_for": waiting_for(table),
        "combat": {
            "round": looks.number(table, looks.FIGHT),
            "called_by": table.notes.get(looks.CALLED),
            "after": "accuse" if looks.number(table, looks.AFTER) == looks.ACCUSED_IN else "invade",
            "rolled": [player for player in table.seats if looks.has_rolled(table, player)],
        }
        if fighting
        else None,
        "revealed": list(looks.revealed(table)),
        "hands": {player: table.hands[player] for player in table.seats},
        "draw_pile": table.piles["draw"],
        "discard_pile": table.piles["discard"],
        "middle": looks.middle(table),
        "clubs": looks.number(table, looks.THROWN),
        "options": dict(table.options),
        "ending": table.ended.cause if table.ended else None,
        "winners": list(table.ended.winners) if table.ended else None,
    }
