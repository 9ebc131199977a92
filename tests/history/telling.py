"""A short finished game with everything a film tells: a burning, a quarantine, hands shown, roles, infections."""

from __future__ import annotations

from typing import Any

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
CLEAN = ["whisky", "sospecha", "hacha", "seduccion"]
STORY: list[dict[str, Any]] = [
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "play", "player": "Ana", "card": "whisky"},
    {"action": "show", "player": "Ana", "to": "all", "cards": CLEAN},
    {"action": "respond", "player": "Beto", "card": None},
    {"action": "draw", "player": "Beto", "back": "away"},
    {"action": "play", "player": "Beto", "card": "cuarentena", "target": "Carla"},
    {"action": "respond", "player": "Carla", "card": "no-gracias"},
    {"action": "draw", "player": "Carla", "back": "away"},
    {"action": "discard", "player": "Carla"},
    {"action": "respond", "player": "Dani", "card": None},
    {"action": "draw", "player": "Dani", "back": "away"},
    {"action": "play", "player": "Dani", "card": "lanzallamas", "target": "Eva"},
    {"action": "respond", "player": "Eva", "card": None},
    {"action": "respond", "player": "Ana", "card": None},
    {"action": "draw", "player": "Ana", "back": "away"},
]
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
