"""Houses in memory, as most tests have one."""

from __future__ import annotations

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from tests.service import toy


def new_house() -> GameService:
    """Return a house that plays every game and keeps nothing."""
    return GameService(MemoryStore(), title)


def toy_house() -> GameService:
    """Return a house that plays a toy game."""
    return GameService(MemoryStore(), toy.find)
