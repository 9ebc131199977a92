"""The public state, all but its version (docs/playthrough.md)."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.games.la_criatura import looks
from companion.table.state import Table


def status(table: Table) -> str:
    """Whether play goes on or is over."""
    return "ended" if table.ended else "playing"


def _kept(table: Table, track: str) -> dict[str, int]:
    return {player: value for (name, player), value in table.tracks.items() if name == track}


def state(decklist: Decklist, table: Table) -> dict[str, object]:
    """What everybody at the table knows, for programs."""
    prompt, over = table.prompt, table.ended is not None
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
        "partner": prompt.by if prompt else None,
        "round": looks.number(table, looks.TURN),
        "clock": looks.number(table, looks.CLOCK),
        "chief": looks.chief(table) or None,
        "sedated": _kept(table, looks.SEDATED),
        "found": looks.number(table, looks.FOUND),
        "votes": _kept(table, looks.VOTES),
        "tied": list(looks.tied(table)),
        "triumph": _kept(table, looks.TOKENS),
        "weapons": _kept(table, looks.WEAPONS),
        "two_weapons": [p for p in table.seats if (looks.TWO_WEAPONS, p) in table.tracks],
        "shown_weapons": {player: list(cards) for player, cards in table.fronts.items()},
        "played": _kept(table, looks.PLAYED),
        "roles": dict(table.roles),
        "draw_pile": table.piles["draw"],
        "discard_pile": table.piles["discard"],
        "weapon_pile": table.piles[str(looks.ARMOURY.name)],
        "hands": {player: table.hands[player] for player in table.seats},
        "options": dict(table.options),
        "winners": list(table.ended.winners) if table.ended else None,
        "cause": table.ended.cause if table.ended else None,
    }
