"""A short finished game with everything a film tells: a burning, a quarantine, hands shown, roles, infections."""

from __future__ import annotations

from typing import Any

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from tests.beside import beside_lines

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
CLEAN = ["whisky", "sospecha", "hacha", "seduccion"]
STORY: list[dict[str, Any]] = beside_lines(__file__, "story.jsonl")
END: dict[str, Any] = {
    "action": "end",
    "cause": "la-cosa-declared",
    "roles": {"Ana": "infected", "Beto": "la-cosa", "Carla": "infected", "Dani": "infected", "Eva": "human"},
    "infected": ["Ana", "Carla"],
    "last_infected": "Carla",
}


def opened(tables: GameService | None = None, players: list[str] | None = None) -> tuple[GameService, str]:
    """Open a table of five, and return its house and game."""
    house = tables or GameService(MemoryStore(), title)
    setup = {"playthrough": 1, "game": "la-cosa", "players": players or FIVE, "options": {}}
    return house, house.open(setup).id


def told(tables: GameService | None = None, ended: bool = True) -> tuple[GameService, str]:
    """Play the story, and return its house and game."""
    house, game = opened(tables)
    for action in STORY:
        house.say(game, action)
    if ended:
        house.say(game, {"action": "declare", "player": "Beto"})
        house.say(game, END)
    return house, game


def abandoned(tables: GameService) -> str:
    """Open a game and abandon it."""
    _, game = opened(tables)
    tables.say(game, {"action": "end", "cause": "abandoned"})
    return game
