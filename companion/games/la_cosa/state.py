"""The public state of contract §3.2, all but its version."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.la_cosa.cards import OFFERS, effect
from companion.games.la_cosa.looks import ROUNDS
from companion.table.state import Table


def status(table: Table) -> str:
    """Whether play goes on, waits for a declared victory to be settled, or is over."""
    if table.ended:
        return "ended"
    return "declared" if table.claim else "playing"


def doors(table: Table) -> list[list[str]]:
    """One pair a door, the two living neighbours of its gap."""
    n = len(table.seats)
    return [[table.seats[k], table.seats[(k + 1) % n]] for k, lying in enumerate(table.gaps) for _ in lying]


def state(decklist: Decklist, table: Table) -> dict[str, object]:
    """What everybody at the table knows, for programs."""
    prompt, over = table.prompt, table.ended is not None
    offer = prompt is not None and effect(decklist, prompt.about) in OFFERS
    return {
        "game": table.game,
        "status": status(table),
        "seats": list(table.seats),
        "eliminated": list(table.eliminated),
        "direction": "clockwise" if table.clockwise else "counterclockwise",
        "turn": table.turn,
        "step": "over" if over else table.step,
        "waiting_for": None if over else prompt.to if prompt else table.turn,
        "against": prompt.about if prompt else None,
        "partner": prompt.to if prompt and offer else None,
        "doors": doors(table),
        "quarantine": {player: rounds for (track, player), rounds in table.tracks.items() if track == ROUNDS},
        "draw_pile": table.piles["draw"],
        "discard_pile": table.piles["discard"],
        "hands": {player: table.hands[player] for player in table.seats},
        "options": dict(table.options),
        "card": table.open[-1] if table.open else None,
        "winners": list(table.ended.winners) if table.ended else None,
    }
